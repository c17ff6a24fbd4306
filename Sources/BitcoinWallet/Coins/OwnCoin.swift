internal import Bitcoin

/// A coin of the wallet, with what is known of it.
struct OwnCoin: Hashable, Sendable {
    /// What it carries beside its satoshis.
    enum Burden: Hashable, Sendable {
        /// Nothing: it may be spent.
        case none
        /// A CashToken, or something that begins as one.
        case cashToken
        /// Tokens of the Simple Ledger Protocol, if their history is valid.
        case slp(SLPOutput)
        /// Tokens of a kind that this wallet does not know.
        case unknownToken
    }

    let coin: Coin
    let place: CoinKeyPath
    /// The block that it is proven to be in; `nil` while it waits, or is only said to be in one.
    var height: Int?
    /// Whether this wallet made the transaction that it is in.
    let isFromHere: Bool
    let burden: Burden
}
