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
}
