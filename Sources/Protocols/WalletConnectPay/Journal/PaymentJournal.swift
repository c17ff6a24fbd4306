/// The attempts to pay, stored across restarts.
///
/// When a function returns, its change is durable. An attempt is stored before anything is signed for it, and again
/// before anything is submitted to the gateway; a step that could not be stored is not performed.
public protocol PaymentJournal: Sendable {
    /// Stores the current state of an attempt.
    ///
    /// There is one attempt for each payment. A new state of the same attempt always replaces it; another attempt
    /// replaces it only if ``PaymentAttempt/State/canBeReplaced`` is true. This also holds between processes.
    ///
    /// - Throws: ``PayError/journal(_:)`` with `taken` if another one is stored.
    func keep(_ attempt: PaymentAttempt) async throws(PayError)

    /// The latest attempt at a payment.
    func attempt(at payment: PaymentID) async throws(PayError) -> PaymentAttempt?

    /// The attempts that have not ended, oldest first.
    func open() async throws(PayError) -> [PaymentAttempt]

    /// The latest attempts, newest first, at most `limit`.
    func recent(limit: Int) async throws(PayError) -> [PaymentAttempt]
}
