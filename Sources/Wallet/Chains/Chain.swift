/// An EVM chain that the wallet knows.
public struct Chain: Hashable, Sendable {
    /// Its EIP-155 number.
    public let id: UInt64

    /// Its name, as people know it.
    public let name: String

    /// Creates a chain.
    public init(id: UInt64, name: String) {
        self.id = id
        self.name = name
    }

    /// The id as Ethereum JSON-RPC writes a quantity: `0x`, no leading zero.
    public var hexID: String { "0x" + String(id, radix: 16) }

    /// Ethereum's main network.
    public static let ethereum = Chain(id: 1, name: "Ethereum")

    /// Chains that every dapp may expect, by their numbers in the ethereum-lists registry.
    public static let wellKnown = [
        ethereum, Chain(id: 10, name: "OP Mainnet"), Chain(id: 56, name: "BNB Smart Chain"),
        Chain(id: 100, name: "Gnosis"), Chain(id: 137, name: "Polygon"), Chain(id: 8_453, name: "Base"),
        Chain(id: 42_161, name: "Arbitrum One"), Chain(id: 43_114, name: "Avalanche C-Chain"),
        Chain(id: 11_155_111, name: "Sepolia (test network)"), Chain(id: 560_048, name: "Hoodi (test network)"),
    ]
}
