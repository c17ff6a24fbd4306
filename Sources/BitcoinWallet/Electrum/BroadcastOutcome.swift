public import Bitcoin

/// What became of a transaction that was handed to a server.
public enum BroadcastOutcome: Hashable, Sendable {
    /// A server has taken it; it bears this name.
    case accepted(TransactionID)

    /// A server would not take it, and said so. Another one may.
    case refused(Refusal)

    /// No server was reached: it never left the wallet.
    case notSent(CoinServerError)

    /// It may have arrived or not: the answer did not come, or said nothing.
    ///
    /// It must not be called failed, and its coins not be spent otherwise, before its name was looked for
    /// (``CoinServer/transaction(_:)``).
    case unknown
}

extension BroadcastOutcome {
    /// Why a server would not take a transaction, in the words of ours that fit; the server's own are dropped.
    public enum Refusal: String, Sendable, CaseIterable {
        /// It is said to be in a block or in line already: not a failure for the sender, if that is true.
        case alreadyKnown = "The network knows this transaction already."
        /// Its coins are spent by another one.
        case conflict = "Another transaction spends the same coins."
        /// Its coins are not known: spent, or never there.
        case missingInputs = "The coins that it spends are unknown or already spent."
        /// The fee is too low.
        case feeTooLow = "The fee is too low."
        /// The fee is higher than servers believe that anybody wants to pay.
        case feeTooHigh = "The fee is absurdly high."
        /// An output is too small.
        case dust = "An amount is too small to be relayed."
        /// A lock in it is not over.
        case notFinal = "The transaction cannot be mined yet."
        /// A script or a signature does not hold.
        case badSignature = "A signature is not valid."
        /// Too many that wait hang together.
        case chainTooLong = "Too many unconfirmed transactions depend on each other."
        /// It is of a form that is not passed on.
        case notStandard = "The transaction is nonstandard, so it is not relayed."
        /// The server has no room.
        case busy = "The server accepts no more transactions at the moment."
        /// Something else.
        case other = "The server rejected the transaction."
    }
}
