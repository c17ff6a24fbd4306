import Bridge

/// An EVM chain that the wallet knows.
public struct Chain: Hashable, Sendable {
    /// Its EIP-155 number.
    public let id: UInt64

    /// Its name, as people know it.
    public let name: String

    /// The sign of its own coin, such as `ETH`; every one has 18 decimals.
    public let symbol: String

    /// Whether the wallet knew it before somebody added it: else name and sign are what a site or a user wrote.
    public let isWellKnown: Bool

    /// Creates a chain.
    public init(id: UInt64, name: String, symbol: String = "ETH", isWellKnown: Bool = false) {
        self.id = id
        self.name = name
        self.symbol = symbol
        self.isWellKnown = isWellKnown
    }

    /// The id as Ethereum JSON-RPC writes a quantity: `0x`, no leading zero.
    public var hexID: String { HexNumber.text(id) }

    /// The id as CAIP-2 writes it, such as `eip155:1`.
    public var caip: String { "eip155:\(id)" }

    /// The name on its way to the user: ours where the wallet knew the chain, else somebody else's.
    var words: Words { isWellKnown ? .ours(name) : .theirs(name) }

    /// Ethereum's main network.
    public static let ethereum = Chain(id: 1, name: "Ethereum", isWellKnown: true)

    /// Chains that every dapp may expect, by their numbers in the ethereum-lists registry.
    public static let wellKnown = [
        ethereum, known(10, "OP Mainnet"), known(56, "BNB Smart Chain", "BNB"), known(100, "Gnosis", "xDAI"),
        known(137, "Polygon", "POL"), known(8_453, "Base"), known(42_161, "Arbitrum One"),
        known(43_114, "Avalanche C-Chain", "AVAX"), known(11_155_111, "Sepolia (test network)"),
        known(560_048, "Hoodi (test network)"),
    ]

    /// Whether `text` can be the name of something: all of it is seen as it is, and it is not long.
    static func isName(_ text: String, upTo limit: Int) -> Bool {
        let count = text.unicodeScalars.count
        return count > 0 && count <= limit && VisibleText.of(text) == text && text.first != " " && text.last != " "
    }

    private static func known(_ id: UInt64, _ name: String, _ symbol: String = "ETH") -> Chain {
        Chain(id: id, name: name, symbol: symbol, isWellKnown: true)
    }
}
