internal import Bitcoin
internal import Keys
import WalletCore

/// Where one of the wallet's own keys stands: in which row of an account, and at which place.
struct CoinKeyPath: Hashable, Sendable {
    /// The rows of keys that an account has on a ledger.
    enum Row: Hashable, Sendable, CaseIterable {
        /// Addresses to give away.
        case receiving
        /// What comes back of payments.
        case change
        /// Addresses to give away for tokens, apart from the others so that few wallets touch them.
        case tokens
        /// What comes back of tokens.
        case tokenChange

        /// The rows on `utxoChain`.
        static func all(on utxoChain: UTXOChain) -> [Row] {
            utxoChain == .bitcoin ? [.receiving, .change] : allCases
        }
    }

    let row: Row
    let index: UInt32

    /// The way to the key.
    ///
    /// An account that is one imported key has one place: the first one to give away.
    func path(of account: Account, on utxoChain: UTXOChain) throws(KeyError) -> DerivationPath {
        let kind: AddressKind =
            switch (utxoChain, row) {
            case (.bitcoin, _): .bitcoin
            case (.bitcoinCash, .receiving), (.bitcoinCash, .change): .bitcoinCash
            case (.bitcoinCash, .tokens), (.bitcoinCash, .tokenChange): .simpleLedger
            }
        let first = try account.path(for: kind).indices
        guard first.count == 5 else { return try DerivationPath(indices: first) }
        let chain: UInt32 = row == .change || row == .tokenChange ? 1 : 0
        return try DerivationPath(indices: first.dropLast(2) + [chain, index])
    }
}
