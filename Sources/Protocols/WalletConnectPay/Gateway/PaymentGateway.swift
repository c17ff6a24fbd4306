public import Bridge

/// The payment gateway, or a test double.
///
/// If the task of a request is cancelled, the request ends with ``PayError/cancelled``.
public protocol PaymentGateway: Sendable {
    /// Requests the options to pay `payment` from `accounts`.
    ///
    /// Every response has new option IDs and invalidates the old ones.
    func options(
        for payment: PaymentID, accounts: [AccountID], includeInfo: Bool
    ) async throws(PayError) -> PaymentOptions

    /// Requests the actions that the wallet must perform for an option, in order; at least one, and none is
    /// ``PaymentAction/build(_:)``.
    ///
    /// - Throws: ``PayError/dataCollectionRequired`` if data about the payer is required first, and other errors.
    func actions(
        of payment: PaymentID, option: PaymentOption.ID
    ) async throws(PayError) -> [PaymentAction]

    /// Submits the results of the actions once, in their order, and waits at most `maxPollMs` milliseconds for a final
    /// status.
    ///
    /// Data about the payer is included if fields were requested; it is `nil` if nothing was requested, or if a page
    /// collected it. The status in the response may not be final: use ``status(of:maxPollMs:)`` from then on. The error
    /// says what is known about the effect:
    ///
    /// - ``PayError/outcomeUnknown``: the gateway may have accepted the results. Only the same results may be submitted
    ///   again, after a status request; other results only after two minutes. ``PayError/cancelled`` during the request
    ///   means the same.
    /// - ``PayError/noConnection``, ``PayError/untrusted``, ``PayError/rateLimited(retryAfter:)``: the gateway has not
    ///   processed them.
    /// - ``PayError/internalError``, ``PayError/http(_:)`` with a status from 500: the gateway reported a failure; the
    ///   status confirms that it had no effect.
    /// - Other errors: the gateway examined the results and did not accept them. If an earlier submission may have
    ///   arrived, only the status decides.
    ///
    /// ``PaymentFlow`` implements these rules.
    func confirm(
        _ payment: PaymentID, option: PaymentOption.ID, signatures: [String], collectedData: [CollectedField]?,
        maxPollMs: Int?
    ) async throws(PayError) -> ConfirmResult

    /// Requests the status of `payment` and waits at most `maxPollMs` milliseconds for a change.
    func status(of payment: PaymentID, maxPollMs: Int?) async throws(PayError) -> ConfirmResult

    /// Cancels `payment`.
    ///
    /// - Returns: The status after the cancellation.
    /// - Throws: ``PayError/invalidState`` if it is too late to cancel.
    func cancel(_ payment: PaymentID) async throws(PayError) -> PaymentStatus
}
