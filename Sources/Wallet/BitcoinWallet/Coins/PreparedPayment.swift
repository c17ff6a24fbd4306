internal import Bitcoin
internal import Bridge
internal import Keys
import WalletCore

/// A transaction that is ready to be shown and signed, with the key paths of its coins.
struct PreparedPayment: Sendable {
    /// Coins that stay in the account.
    struct Left: Hashable, Sendable {
        let coins: Int
        /// Their value in satoshis.
        let value: UInt64
    }

    let order: SpendRequest
    let draft: UnsignedBitcoinTransaction
    /// Where the keys of the coins are derived, in the order of the inputs.
    let paths: [DerivationPath]
    let rate: FeeRate
    /// The user's name for the account.
    let name: String
    /// Whether it is the active account, whose addresses pages see.
    let isActive: Bool
    /// The address by which the user knows the account.
    let from: String
    /// The key path for the change; signing marks it as used.
    let change: CoinKeyPath
    /// What a payment of everything leaves in the account, because it does not fit into one transaction.
    var left: Left?
    /// How many earlier payments, which were refused or given up, cannot happen together with this one.
    var replaced = 0
    /// How many of them can happen in addition to this one.
    var besides = 0
    /// The payments that were refused or given up, that servers have shown since then, and whose coins this one does
    /// not spend.
    package var returned: [TransactionRecord] = []
    /// How many earlier payments have an unknown outcome and coins that this one does not spend.
    var unsettled = 0
    /// The IDs of earlier payments that were considered: those whose outcome is not known, and those that were refused
    /// or given up.
    var known: (unsettled: Set<String>, possible: Set<String>) = ([], [])
    /// Whether it was approved before, and another payment was signed or refused meanwhile.
    var isAskedAgain = false
    /// How many minutes ago a payment with the same outputs was signed; `nil` if there was none.
    package var repeated: Int64?
}
