import Bitcoin
import Ethereum
import Keys

/// The kinds of addresses that a site may be allowed to see, each for itself.
public enum AddressKind: String, Sendable, CaseIterable {
    /// Bitcoin Cash, in CashAddr form.
    case bitcoinCash = "BCH"

    /// Bitcoin, in bech32 form.
    case bitcoin = "BTC"

    /// Ethereum and every other EVM chain.
    case ethereum = "ETH"

    /// The name, as sentences have it.
    public var name: String {
        switch self {
        case .bitcoinCash: "Bitcoin Cash"
        case .bitcoin: "Bitcoin"
        case .ethereum: "Ethereum"
        }
    }

    /// The address of the key, whole.
    func address(of key: PublicKey) -> String {
        switch self {
        case .bitcoinCash: CashAddress(key).description
        case .bitcoin: SegWitAddress(key).description
        case .ethereum: EthereumAddress(key).description
        }
    }
}
