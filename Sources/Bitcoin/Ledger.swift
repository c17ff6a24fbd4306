/// The two ledgers whose coins the wallet holds.
public enum Ledger: String, Hashable, Sendable, CaseIterable {
    /// Bitcoin Cash.
    case bitcoinCash = "BCH"

    /// Bitcoin.
    case bitcoin = "BTC"

    /// The name, as sentences have it.
    public var name: String {
        switch self {
        case .bitcoinCash: "Bitcoin Cash"
        case .bitcoin: "Bitcoin"
        }
    }

    /// The unit of amounts, 100,000,000 satoshis.
    public var unit: String { rawValue }

    /// The chain in the form of CAIP-2: `bip122` and the hash of its first block, or of the one that told the two apart.
    public var chain: String {
        switch self {
        case .bitcoinCash: "bip122:000000000000000000651ef99cb9fcbe"
        case .bitcoin: "bip122:000000000019d6689c085ae165831e93"
        }
    }

    /// All the coins that there can be, in satoshis.
    public static let allMoney: UInt64 = 21_000_000 * 100_000_000

    /// How many decimals an amount has.
    public static let decimals = 8

    /// The least value that nodes relay in an output with this locking script, in satoshis; zero for data.
    ///
    /// What it would cost to send and to spend the output at 3 satoshis a byte (policy of the nodes, `GetDustThreshold`).
    public func dust(of script: Script) -> UInt64 {
        guard !script.isData else { return 0 }
        let size = 9 + script.bytes.count
        let spending = if case .witness? = script.destination { 67 } else { 148 }
        return UInt64(3 * (size + spending))
    }
}
