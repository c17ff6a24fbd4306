public import Bitcoin
package import Messages

/// The outcome of sending a transaction to a server.
public enum BroadcastOutcome: Hashable, Sendable {
    /// A server has accepted it; it has this ID.
    case accepted(TransactionID)

    /// A server rejected it. Another server may accept it.
    case refused(Refusal)

    /// No server was reached: it never left the wallet.
    case notSent(CoinError)

    /// It may have arrived or not: there was no response, or an uninformative one.
    ///
    /// Before its ID was looked up (``CoinServer/transaction(_:)``), it must not be reported as failed, and its coins
    /// must not be spent by another payment.
    case unknown
}

extension BroadcastOutcome {
    /// Why a server rejected a transaction.
    ///
    /// The server's own text is dropped.
    public enum Refusal: Hashable, Sendable, CaseIterable {
        /// The server claims that it is already in a block or in the mempool, which is not a failure for the sender if
        /// it is true.
        case alreadyKnown
        /// Another transaction spends its coins.
        case conflict
        /// Its coins are not known: they were spent, or never existed.
        case missingInputs
        /// The fee is too low.
        case feeTooLow
        /// The fee is above the server's limit against accidental fees.
        case feeTooHigh
        /// An output is too small.
        case dust
        /// A time lock in it has not expired.
        case notFinal
        /// A script or a signature is not valid.
        case badSignature
        /// The chain of unconfirmed transactions is too long.
        case chainTooLong
        /// It is not standard, so it is not relayed.
        case notStandard
        /// The server has no capacity.
        case busy
        /// Another reason.
        case other

        /// The sentence for users and pages.
        package var text: Message {
            switch self {
            case .alreadyKnown: localizable("The network knows this transaction already.")
            case .conflict: localizable("Another transaction spends the same coins.")
            case .missingInputs: localizable("The coins that it spends are unknown or already spent.")
            case .feeTooLow: localizable("The fee is too low.")
            case .feeTooHigh: localizable("The fee is absurdly high.")
            case .dust: localizable("An amount is too small to be relayed.")
            case .notFinal: localizable("The transaction cannot be mined yet.")
            case .badSignature: localizable("A signature is not valid.")
            case .chainTooLong: localizable("Too many unconfirmed transactions depend on each other.")
            case .notStandard: localizable("The transaction is nonstandard, so it is not relayed.")
            case .busy: localizable("The server accepts no more transactions at the moment.")
            case .other: localizable("The server rejected the transaction.")
            }
        }
    }
}
