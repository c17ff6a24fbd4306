/// The attempts to pay, kept across restarts.
///
/// When a function returns, what it was told is durable. An attempt is kept before anything is signed for it, and again
/// before anything is submitted to the gateway; what could not be stored is not done.
public protocol PaymentJournal: Sendable {
    /// Stores the current state of an attempt.
    ///
    /// There is one for each payment. It is replaced by itself, and by another only where it
    /// ``PaymentAttempt/State/canBeReplaced``; that holds between processes too.
    ///
    /// - Throws: ``PayError.Journal/taken`` if another one is stored.
    func keep(_ attempt: PaymentAttempt) async throws(PayError.Journal)

    /// The latest attempt at a payment.
    func attempt(at payment: PaymentID) async throws(PayError.Journal) -> PaymentAttempt?

    /// The attempts that are not over, oldest first.
    func open() async throws(PayError.Journal) -> [PaymentAttempt]

    /// The latest attempts, newest first, at most `limit`.
    func recent(limit: Int) async throws(PayError.Journal) -> [PaymentAttempt]
}

extension PayError {
    /// Why a journal did not keep what it was given.
    public enum Journal: Error, Hashable, Sendable {
        /// The place where it is kept does not work: a full disk, a damaged file. The sentence is for the log.
        case unavailable(String)

        /// Another attempt at the same payment is stored and not over, or the payment is paid.
        case taken
    }
}
