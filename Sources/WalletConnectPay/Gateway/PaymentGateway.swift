public import Bridge

/// The gateway for payments, or a double of it in a test.
///
/// Each question is given up when its task is cancelled, with ``PayError/cancelled``.
public protocol PaymentGateway: Sendable {
    /// Asks how `payment` can be paid from `accounts`.
    ///
    /// Every answer brings new ids of options and ends the old ones.
    func options(
        for payment: PaymentID, accounts: [AccountID], includeInfo: Bool
    ) async throws(PayError) -> PaymentOptions

    /// Asks what the wallet has to do for an option, in order; at least one thing, and none of them
    /// ``PaymentAction/build(_:)``.
    ///
    /// - Throws: ``PayError/dataCollectionRequired`` where something must be known of the payer first, and others.
    func actions(
        of payment: PaymentID, option: PaymentOption.ID
    ) async throws(PayError) -> [PaymentAction]

    /// Submits what the actions came to, in their order, once, and waits at most `maxPollMs` milliseconds for the end.
    ///
    /// Data of the payer is included if fields were requested; it is `nil` if nothing was, or a page collected it. The
    /// answer may be one that is not final: request ``status(of:maxPollMs:)`` from then on. The error says what is
    /// known of the effect:
    ///
    /// - ``PayError/outcomeUnknown``: the gateway may have accepted the results. Only the same may be submitted again,
    ///   after the status; other results only after two minutes. ``PayError/cancelled`` during the request is the same.
    /// - ``PayError/noConnection``, ``PayError/untrusted``, ``PayError/rateLimited(retryAfter:)``: the gateway has not
    ///   processed them.
    /// - ``PayError/internalError``, ``PayError/http(_:)`` with a status from 500: the gateway reported a failure; the
    ///   status confirms that it had no effect.
    /// - Other errors: the gateway examined the results, and did not accept them. If an earlier submission may have
    ///   arrived, only the status decides.
    ///
    /// ``PaymentFlow`` implements these rules.
    func confirm(
        _ payment: PaymentID, option: PaymentOption.ID, signatures: [String], collectedData: [CollectedField]?,
        maxPollMs: Int?
    ) async throws(PayError) -> ConfirmResult

    /// Requests the status of `payment`, and waits at most `maxPollMs` milliseconds for a change.
    func status(of payment: PaymentID, maxPollMs: Int?) async throws(PayError) -> ConfirmResult

    /// Calls `payment` off.
    ///
    /// - Returns: The status after that.
    /// - Throws: ``PayError/invalidState`` where it is too late for that.
    func cancel(_ payment: PaymentID) async throws(PayError) -> PaymentStatus
}
