/// The attempts to pay, kept across restarts.
///
/// When a function returns, what it was told is durable. An attempt is kept before anything is signed for it, and again
/// before anything is handed to the gateway; what could not be kept is not done.
public protocol PaymentJournal: Sendable {
    /// Keeps an attempt as it stands now.
    ///
    /// There is one for each payment. It is replaced by itself, and by another only where it
    /// ``PaymentAttempt/State/canBeReplaced``; that holds between processes too.
    ///
    /// - Throws: ``PaymentJournalError/taken`` where another one stands there.
    func keep(_ attempt: PaymentAttempt) async throws(PaymentJournalError)

    /// The latest attempt at a payment.
    func attempt(at payment: PaymentID) async throws(PaymentJournalError) -> PaymentAttempt?

    /// The attempts that are not over, oldest first.
    func open() async throws(PaymentJournalError) -> [PaymentAttempt]

    /// The latest attempts, newest first, at most `limit`.
    func recent(limit: Int) async throws(PaymentJournalError) -> [PaymentAttempt]
}
