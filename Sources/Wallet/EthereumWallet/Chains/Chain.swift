package import Bridge
package import Messages

/// An EVM chain that the wallet knows.
public struct Chain: Hashable, Sendable {
    /// Its EIP-155 chain ID.
    public let id: UInt64

    /// Its common name.
    public let name: String

    /// The symbol of its native coin, such as `ETH`; every native coin has 18 decimals.
    public let symbol: String

    /// Whether the chain is built in; otherwise a site or the user chose its name and symbol.
    public let isWellKnown: Bool

    /// Whether it is a test network, whose coins have no value.
    public let isTest: Bool

    /// The maximum number of nodes of a chain: the first one, and those that are used when it fails.
    package static let mostNodes = 9

    /// Creates a chain; those in ``testNetworks`` are test networks in any case.
    public init(
        id: UInt64, name: String, symbol: String = "ETH", isWellKnown: Bool = false, isTest: Bool = false
    ) {
        self.id = id
        self.name = name
        self.symbol = symbol
        self.isWellKnown = isWellKnown
        self.isTest = isTest || Self.testNetworks.contains(id)
    }

    /// The chain ID as a quantity of Ethereum JSON-RPC: `0x`, no leading zero.
    public var hexID: String { HexNumber.text(id) }

    /// The CAIP-2 chain ID, such as `eip155:1`.
    public var caip: String { ChainID(eip155: id).description }

    /// The name for display: trusted if the chain is built in, otherwise untrusted.
    package var words: DisplayText { isWellKnown ? .trusted(name) : .untrusted(name) }

    /// The Ethereum mainnet.
    public static let ethereum = Chain(id: 1, name: "Ethereum", isWellKnown: true)

    /// Chains that every dapp may expect, with their IDs from the ethereum-lists registry.
    public static let wellKnown = [
        ethereum, known(10, "OP Mainnet"), known(56, "BNB Smart Chain", "BNB"), known(100, "Gnosis", "xDAI"),
        known(137, "Polygon", "POL"), known(8_453, "Base"), known(42_161, "Arbitrum One"),
        known(43_114, "Avalanche C-Chain", "AVAX"), known(25, "Cronos", "CRO"), known(130, "Unichain"),
        known(146, "Sonic", "S"), known(204, "opBNB", "BNB"), known(250, "Fantom Opera", "FTM"),
        known(324, "ZKsync Era"), known(480, "World Chain"), known(1_088, "Metis Andromeda", "METIS"),
        known(1_101, "Polygon zkEVM"), known(1_284, "Moonbeam", "GLMR"), known(1_285, "Moonriver", "MOVR"),
        known(1_868, "Soneium"), known(5_000, "Mantle", "MNT"), known(34_443, "Mode"), known(42_170, "Arbitrum Nova"),
        known(42_220, "Celo", "CELO"), known(57_073, "Ink"), known(59_144, "Linea"),
        known(80_094, "Berachain", "BERA"), known(81_457, "Blast"), known(534_352, "Scroll"),
        known(7_777_777, "Zora"), known(11_155_111, "Sepolia (test network)"), known(560_048, "Hoodi (test network)"),
        known(97, "BNB Smart Chain (test network)", "tBNB"), known(43_113, "Avalanche Fuji (test network)", "AVAX"),
        known(80_002, "Polygon Amoy (test network)", "POL"), known(84_532, "Base Sepolia (test network)"),
        known(421_614, "Arbitrum Sepolia (test network)"), known(11_155_420, "OP Sepolia (test network)"),
    ]

    /// Test networks, with their IDs from the ethereum-lists registry, and those of nodes for development.
    ///
    /// Sites and users add them under any name, and still their coins must not look as if they had value.
    public static let testNetworks: Set<UInt64> = [
        // Of Ethereum.
        3, 4, 5, 17_000, 11_155_111, 560_048,
        // Of other chains that are built in.
        97, 300, 338, 420, 919, 1_287, 1_301, 4_002, 4_801, 5_003, 5_611, 10_200, 43_113, 44_787, 57_054, 59_141,
        80_001, 80_002, 80_069, 84_531, 84_532, 421_613, 421_614, 534_351, 763_373, 11_155_420, 168_587_773,
        999_999_999,
        // Of Ganache, and of Hardhat and Anvil.
        1_337, 31_337,
    ]

    /// Other common names of these chains.
    static let otherNames = [
        "Arbitrum", "Optimism", "BNB", "BNB Chain", "BSC", "Binance", "Avalanche", "AVAX", "xDAI", "Matic", "Fantom",
        "zkSync", "Metis", "Worldchain", "Sepolia", "Hoodi", "ETH", "Ether", "OP",
    ]

    /// Whether `text` can be used as a name: it is displayed exactly as written, and it is not too long.
    package static func isName(_ text: String, upTo limit: Int) -> Bool {
        let count = text.unicodeScalars.count
        return count > 0 && count <= limit && VisibleText.of(text) == text && text.first != " " && text.last != " "
    }

    private static func known(_ id: UInt64, _ name: String, _ symbol: String = "ETH") -> Chain {
        Chain(id: id, name: name, symbol: symbol, isWellKnown: true)
    }
}

extension Chain {
    /// The name of the chain with this ID in a sentence, with the ID; only its ID if the wallet does not know it.
    package static func name(of id: UInt64) -> Message {
        guard let name = wellKnown.first(where: { $0.id == id })?.name else {
            return localizable("chain \(id, as: "chainID")")
        }
        return localizable("\(name, as: "network") (chain \(id, as: "chainID"))")
    }
}
