internal import Bitcoin
internal import Bridge
internal import Keys

/// A transaction that is ready to be shown and signed, with the places of the keys that its coins need.
struct PreparedPayment: Sendable {
    let order: CoinOrder
    let draft: Draft
    /// Where the keys of the coins are derived, in the order of the inputs.
    let places: [CoinPlace]
    let rate: FeeRate
    let account: Account
    /// The account's address by which the user knows it.
    let from: String
    /// Where the change goes; used up by signing.
    let change: CoinPlace
}
