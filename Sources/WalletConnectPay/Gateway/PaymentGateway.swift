public import Bridge

/// Whoever knows payments: the gateway, or a test.
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

    /// Hands over what the actions came to, in their order, and waits at most `maxPollMs` milliseconds for the end.
    ///
    /// Data of the payer goes along where fields were asked for; it is `nil` where nothing was, or a page has asked.
    /// The answer may be one that is not final: ask ``status(of:maxPollMs:)`` from then on. Where it is not known
    /// whether the gateway got it the error is ``PayError/outcomeUnknown``: the same may be handed over again later,
    /// nothing else for this payment.
    func confirm(
        _ payment: PaymentID, option: PaymentOption.ID, signatures: [String], collectedData: [CollectedField]?,
        maxPollMs: Int?
    ) async throws(PayError) -> ConfirmResult

    /// Asks how `payment` stands, and waits at most `maxPollMs` milliseconds for a change.
    func status(of payment: PaymentID, maxPollMs: Int?) async throws(PayError) -> ConfirmResult

    /// Calls `payment` off.
    ///
    /// - Returns: How it stands then.
    /// - Throws: ``PayError/invalidState`` where it is too late for that.
    func cancel(_ payment: PaymentID) async throws(PayError) -> PaymentStatus
}
