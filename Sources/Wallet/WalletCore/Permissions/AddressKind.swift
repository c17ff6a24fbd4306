public import Bitcoin

/// The kinds of addresses that a site may be allowed to see, each separately.
public enum AddressKind: String, Sendable, CaseIterable {
    /// Bitcoin Cash, in CashAddr form.
    case bitcoinCash = "BCH"

    /// Bitcoin, in bech32 form.
    case bitcoin = "BTC"

    /// Ethereum and every other EVM chain.
    case ethereum = "ETH"

    /// Tokens of the Simple Ledger Protocol on Bitcoin Cash, which have separate addresses.
    case simpleLedger = "SLP"

    /// The kind of the addresses for coins of `ledger`.
    public init(_ ledger: UTXOChain.Ledger) { self = ledger == .bitcoin ? .bitcoin : .bitcoinCash }

    /// The name, as used in sentences.
    public var name: String {
        switch self {
        case .bitcoinCash: "Bitcoin Cash"
        case .bitcoin: "Bitcoin"
        case .ethereum: "Ethereum"
        case .simpleLedger: "Simple Ledger"
        }
    }
}
