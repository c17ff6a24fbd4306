internal import Bitcoin
internal import Keys
import WalletCore

/// The path of one of the wallet's own keys: its row in the account and its index.
struct CoinKeyPath: Hashable, Sendable {
    /// The rows of keys that an account has on a ledger.
    enum Row: Hashable, Sendable, CaseIterable {
        /// Addresses to receive payments.
        case receiving
        /// Change of payments.
        case change
        /// Addresses to receive tokens, separate from the others so that wallets without token support do not spend
        /// them.
        case tokens
        /// Change of tokens.
        case tokenChange

        /// The rows on `utxoChain`.
        static func all(on utxoChain: UTXOChain) -> [Row] {
            utxoChain.ledger == .bitcoin ? [.receiving, .change] : allCases
        }
    }

    let row: Row
    let index: UInt32

    /// The derivation path of the key.
    ///
    /// An account that is a single imported key has one path: the first one for receiving.
    func path(of account: Account, on utxoChain: UTXOChain) throws(KeyError) -> DerivationPath {
        let kind: AddressKind =
            switch row {
            case .receiving, .change: AddressKind(utxoChain.ledger)
            case .tokens, .tokenChange: .simpleLedger
            }
        let first = try account.path(for: kind, isTest: utxoChain.isTest).indices
        guard !account.isSingleKey else { return try DerivationPath(indices: first) }
        let chain: UInt32 = row == .change || row == .tokenChange ? 1 : 0
        return try DerivationPath(indices: first.dropLast(2) + [chain, index])
    }
}
