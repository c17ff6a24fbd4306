public import Bitcoin
import Ethereum
import Primitives

/// The chains of coins that sites use.
public enum SiteChains: Sendable {
    /// Bitcoin and Bitcoin Cash.
    case main

    /// Their private test networks instead, so that nothing can be taken for money.
    case regtest

    /// The chain with the rules of `ledger`.
    public func chain(_ ledger: UTXOChain.Ledger) -> UTXOChain {
        switch (self, ledger) {
        case (.main, .bitcoin): .bitcoin
        case (.main, .bitcoinCash): .bitcoinCash
        case (.regtest, .bitcoin): .regtest
        case (.regtest, .bitcoinCash): .cashRegtest
        }
    }

    /// Both chains.
    public var all: [UTXOChain] { [chain(.bitcoinCash), chain(.bitcoin)] }

    /// The kind of addresses that sites may see on a chain; `nil` for one that they never use.
    package func kind(on utxoChain: UTXOChain) -> AddressKind? {
        all.contains(utxoChain) ? AddressKind(utxoChain.ledger) : nil
    }

    /// The prefix of token addresses, instead of that of Bitcoin Cash.
    package var tokenPrefix: String { self == .main ? "simpleledger" : "slpreg" }

    /// The full address of a key.
    func address(_ kind: AddressKind, of key: PublicKey) -> String {
        switch kind {
        case .bitcoinCash: Destination(key, on: chain(.bitcoinCash)).address(on: chain(.bitcoinCash)) ?? ""
        case .bitcoin: Destination(key, on: chain(.bitcoin)).address(on: chain(.bitcoin)) ?? ""
        case .ethereum: EthereumAddress(key).description
        case .simpleLedger:
            // Twenty bytes and a prefix of letters always make a valid address.
            (try? CashAddress(prefix: tokenPrefix, type: 0, hash: Hash160.hash(key.compressed)))?.description ?? ""
        }
    }
}
