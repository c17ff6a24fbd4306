public import Bitcoin
import Ethereum
import Primitives

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

    /// The prefix of token addresses, instead of `bitcoincash`.
    package static let tokenPrefix = "simpleledger"

    /// The kind of addresses that sites may see on a chain; `nil` for a test network, which sites never use.
    public init?(_ utxoChain: UTXOChain) {
        switch utxoChain {
        case .bitcoinCash: self = .bitcoinCash
        case .bitcoin: self = .bitcoin
        case .testnet4, .signet, .regtest, .chipnet, .cashRegtest: return nil
        }
    }

    /// The name, as used in sentences.
    public var name: String {
        switch self {
        case .bitcoinCash: "Bitcoin Cash"
        case .bitcoin: "Bitcoin"
        case .ethereum: "Ethereum"
        case .simpleLedger: "Simple Ledger"
        }
    }

    /// The full address of the key.
    func address(of key: PublicKey) -> String {
        switch self {
        case .bitcoinCash: CashAddress(key).description
        case .bitcoin: SegWitAddress(key).description
        case .ethereum: EthereumAddress(key).description
        case .simpleLedger: Self.tokenAddress(of: key)
        }
    }

    private static func tokenAddress(of key: PublicKey) -> String {
        let hash = CashAddress(key).hash
        // Twenty bytes and a prefix of letters always make a valid address.
        return (try? CashAddress(prefix: tokenPrefix, type: 0, hash: hash))?.description ?? ""
    }
}
