import Ethereum

/// Popular NFT collections: an offer for one of their items is considered ordinary.
///
/// The wallet does not know the value of an item, but an item of an unknown collection may be worth nothing. So may an
/// item of a collection that anyone can extend, such as ENS names.
enum KnownCollections {
    /// Whether the collection at `address` is one of them.
    static func contains(_ address: EthereumAddress, on chainID: UInt64) -> Bool {
        name(of: address, on: chainID) != nil
    }

    /// The name of the collection at `address`; `nil` if it is not one of them.
    static func name(of address: EthereumAddress, on chainID: UInt64) -> String? { names[chainID]?[address] }

    /// Those of a chain.
    static func all(on chainID: UInt64) -> Set<EthereumAddress> { Set((names[chainID] ?? [:]).keys) }

    private static let names: [UInt64: [EthereumAddress: String]] = {
        var names: [UInt64: [EthereumAddress: String]] = [:]
        for (chainID, text, name) in rows {
            // An invalid address in the table is a bug, which a test finds.
            if let address = try? EthereumAddress(text) { names[chainID, default: [:]][address] = name }
        }
        return names
    }()

    /// Chain ID, address and name.
    static let rows: [(chainID: UInt64, address: String, name: String)] = [
        (1, "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D", "Bored Ape Yacht Club"),
        (1, "0x60E4d786628Fea6478F785A6d7e704777c86a7c6", "Mutant Ape Yacht Club"),
        (1, "0xED5AF388653567Af2F388E6224dC7C4b3241C544", "Azuki"),
        (1, "0xBd3531dA5CF5857e7CfAA92426877b022e612cf8", "Pudgy Penguins"),
        (1, "0x8a90CAb2b38dba80c64b7734e58Ee1dB38B8992e", "Doodles"),
        (137, "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045", "Polymarket"),
    ]
}
