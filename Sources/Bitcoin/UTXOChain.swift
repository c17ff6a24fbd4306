/// The two ledgers that the wallet supports.
public enum UTXOChain: String, Hashable, Sendable, CaseIterable {
    /// Bitcoin Cash.
    case bitcoinCash = "BCH"

    /// Bitcoin.
    case bitcoin = "BTC"

    /// The name, as used in sentences.
    public var name: String {
        switch self {
        case .bitcoinCash: "Bitcoin Cash"
        case .bitcoin: "Bitcoin"
        }
    }

    /// The unit of amounts: 100,000,000 satoshis.
    public var unit: String { rawValue }

    /// The unit of fee rates: Bitcoin counts virtual bytes (BIP-141).
    public var feeRateUnit: String { self == .bitcoin ? "sat/vB" : "sat/byte" }

    /// The CAIP-2 chain ID: `bip122` and the hash of the genesis block, or of the first block after the fork.
    public var chain: String {
        switch self {
        case .bitcoinCash: "bip122:000000000000000000651ef99cb9fcbe"
        case .bitcoin: "bip122:000000000019d6689c085ae165831e93"
        }
    }

    /// The maximum supply, in satoshis.
    public static let allMoney: UInt64 = 21_000_000 * 100_000_000

    /// The number of decimal places of an amount.
    public static let decimals = 8

    /// The dust limit of an output with this locking script, in satoshis; zero for data.
    ///
    /// It is the cost of sending and spending the output at 3 satoshis per byte (node policy, `GetDustThreshold`).
    public func dust(of script: Script) -> UInt64 {
        guard !script.isData else { return 0 }
        let size = 9 + script.bytes.count
        let spending = if case .witness? = script.destination { 67 } else { 148 }
        return UInt64(3 * (size + spending))
    }
}
