internal import Bitcoin
internal import Bridge
internal import Keys
import WalletCore

/// A transaction that is ready to be shown and signed, with the places of the keys that its coins need.
struct PreparedPayment: Sendable {
    let order: SpendRequest
    let draft: UnsignedBitcoinTransaction
    /// Where the keys of the coins are derived, in the order of the inputs.
    let places: [CoinKeyPath]
    let rate: FeeRate
    let account: Account
    /// The account's address by which the user knows it.
    let from: String
    /// Where the change goes; used up by signing.
    let change: CoinKeyPath
    /// How many earlier payments, which were refused or given up, cannot happen beside this one.
    var replaced = 0
    /// How many of them can.
    var besides = 0
    /// The payments that were refused or given up, that servers have shown since then, and whose coins this one does
    /// not spend.
    package var returned: [TransactionRecord] = []
    /// How many earlier payments have a fate that is not known, and coins that this one does not spend.
    var unsettled = 0
    /// The names of earlier payments that were looked at: of those whose fate is not known, and of those that were
    /// refused or given up.
    var known: (unsettled: Set<String>, possible: Set<String>) = ([], [])
    /// Whether it was approved before, and another payment was signed or refused meanwhile.
    var isAskedAgain = false
    /// How many minutes ago the same was paid; `nil` where it was not.
    package var repeated: Int64?
}
