/// The networks that addresses tell apart.
public enum AddressNetwork: String, Hashable, Sendable, CaseIterable {
    /// The network with value.
    case main
    /// The public test networks: testnet3, testnet4 and signet of Bitcoin, testnet and chipnet of Bitcoin Cash.
    case test
    /// A private test network. Its Base58Check addresses are those of ``test``.
    case regtest

    /// The prefix of Bech32 addresses (BIP-173).
    public var segWitPrefix: String {
        switch self {
        case .main: "bc"
        case .test: "tb"
        case .regtest: "bcrt"
        }
    }

    /// The prefix of Bitcoin Cash addresses (CashAddr specification).
    public var cashPrefix: String {
        switch self {
        case .main: CashAddress.mainPrefix
        case .test: "bchtest"
        case .regtest: "bchreg"
        }
    }
}
