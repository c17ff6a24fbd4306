internal import Bitcoin

/// A coin of the wallet, with what is known about it.
struct OwnCoin: Hashable, Sendable {
    /// What it carries in addition to its satoshis.
    enum Burden: Hashable, Sendable {
        /// Nothing, so it may be spent.
        case none
        /// A CashToken, or data that begins like one.
        case cashToken
        /// Tokens of the Simple Ledger Protocol, if their history is valid.
        case slp(SLPOutput)
        /// Tokens of a kind that this wallet does not know.
        case unknownToken
    }

    let coin: Coin
    let place: CoinKeyPath
    /// The height of the block that it is proven to be in; `nil` if it is unconfirmed or there is no proof.
    var height: Int?
    /// Whether this wallet made the transaction that created it.
    let isFromHere: Bool
    let burden: Burden
}
