/// The chains of Bitcoin and Bitcoin Cash that the wallet supports: one of each with value, and their test networks.
///
/// The raw value names the chain in the settings and in stored accounts.
public enum UTXOChain: String, Hashable, Sendable, CaseIterable {
    /// Bitcoin Cash.
    case bitcoinCash = "BCH"

    /// Bitcoin.
    case bitcoin = "BTC"

    /// The public test network of Bitcoin with proofs of work (BIP-94).
    case testnet4 = "testnet4"

    /// The public test network of Bitcoin whose blocks are signed (BIP-325).
    case signet = "signet"

    /// A private test network of Bitcoin.
    case regtest = "regtest"

    /// The public test network of Bitcoin Cash that has new rules first.
    case chipnet = "chipnet"

    /// A private test network of Bitcoin Cash.
    case cashRegtest = "cashRegtest"

    /// The rules of a chain's transactions and addresses.
    public enum Ledger: Hashable, Sendable {
        /// Those of Bitcoin Cash.
        case bitcoinCash

        /// Those of Bitcoin.
        case bitcoin

        /// The currency code.
        public var currency: String { self == .bitcoin ? "BTC" : "BCH" }

        /// The dust limit of an output with this locking script, in satoshis; zero for data.
        ///
        /// It is the cost of sending and spending the output at 3 satoshis per byte (node policy, `GetDustThreshold`).
        public func dust(of script: Script) -> UInt64 {
            guard !script.isData else { return 0 }
            let size = 9 + script.bytes.count
            let spending = if case .witness? = script.destination { 67 } else { 148 }
            return UInt64(3 * (size + spending))
        }

        /// The form of its transactions in bytes (BIP-144).
        package var form: BitcoinTransaction.Form { self == .bitcoin ? .witness : .plain }
    }

    /// The chains whose coins have value.
    public static let mainnets = allCases.filter { !$0.isTest }

    /// The test networks.
    public static let testnets = allCases.filter(\.isTest)

    /// Reads a raw value, in letters of any case.
    public init?(anyCase text: some StringProtocol) {
        let wanted = text.lowercased()
        guard let chain = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
        self = chain
    }

    /// The rules of its transactions and addresses.
    public var ledger: Ledger {
        switch self {
        case .bitcoinCash, .chipnet, .cashRegtest: .bitcoinCash
        case .bitcoin, .testnet4, .signet, .regtest: .bitcoin
        }
    }

    /// The network that its addresses name; several chains have the same.
    public var network: AddressNetwork {
        switch self {
        case .bitcoinCash, .bitcoin: .main
        case .testnet4, .signet, .chipnet: .test
        case .regtest, .cashRegtest: .regtest
        }
    }

    /// Whether it is a test network, whose coins have no value.
    public var isTest: Bool { network != .main }

    /// The name, as used in sentences.
    public var name: String {
        switch self {
        case .bitcoinCash: "Bitcoin Cash"
        case .bitcoin: "Bitcoin"
        case .testnet4: "Bitcoin testnet4 (test network)"
        case .signet: "Bitcoin signet (test network)"
        case .regtest: "Bitcoin regtest (test network)"
        case .chipnet: "Bitcoin Cash chipnet (test network)"
        case .cashRegtest: "Bitcoin Cash regtest (test network)"
        }
    }

    /// The unit of amounts: 100,000,000 satoshis.
    ///
    /// On test networks it is another one, so that no amount can be taken for one with value.
    public var unit: String { (isTest ? "t" : "") + ledger.currency }

    /// The unit of fee rates: Bitcoin counts virtual bytes (BIP-141).
    public var feeRateUnit: String { ledger == .bitcoin ? "sat/vB" : "sat/byte" }

    /// The CAIP-2 chain ID: `bip122` and the hash of the genesis block, or of the first block that no other chain has.
    ///
    /// The private test networks of both ledgers begin with the same block and differ afterwards, so that of Bitcoin
    /// Cash has a reference of the wallet's own.
    public var chain: String {
        switch self {
        case .bitcoinCash: "bip122:000000000000000000651ef99cb9fcbe"
        case .bitcoin: "bip122:000000000019d6689c085ae165831e93"
        case .testnet4: "bip122:00000000da84f2bafbbc53dee25a72ae"
        case .signet: "bip122:00000008819873e925422c1ff0f99f7c"
        case .regtest: "bip122:0f9188f13cb7b2c71f2a335e3a4fc328"
        case .chipnet: "bip122:0000000056087dee73fb66178ca70da8"
        case .cashRegtest: "bip122:bitcoin-cash-regtest"
        }
    }

    /// The maximum supply, in satoshis.
    public static let allMoney: UInt64 = 21_000_000 * 100_000_000

    /// The number of decimal places of an amount.
    public static let decimals = 8
}
