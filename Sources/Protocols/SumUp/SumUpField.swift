/// The parameters of SumUp's Payment Switch, with the names from its two guides.
///
/// Source: SumUp Payment Switch for iOS (URL scheme, version 1.0) and for Android and mobile web.
public enum SumUpField: String, Hashable, Sendable, CaseIterable {
    /// The amount to pay; read by iOS.
    case amount

    /// The amount to pay; read by Android.
    case total

    /// The currency of the merchant's account.
    case currency

    /// The affiliate key of the integrator.
    case affiliateKey = "affiliate-key"

    /// The application for which the affiliate key was made; read by Android.
    case appID = "app-id"

    /// A title of the purchase.
    case title

    /// The callback address for a failure; read by iOS.
    case callbackFailure = "callbackfail"

    /// The callback address for a success; read by iOS.
    case callbackSuccess = "callbacksuccess"

    /// The callback address for both cases; read by Android.
    case callback

    /// The address to which the receipt is offered by mail.
    case receiptEmail = "receipt-email"

    /// The number to which the receipt is offered by text message.
    case receiptPhone = "receipt-mobilephone"

    /// Whether SumUp's success screen is skipped.
    case skipsSuccessScreen = "skip-screen-success"

    /// The caller's own ID of the payment; the response contains it.
    case foreignID = "foreign-tx-id"

    /// The prefix of the names of the caller's own tags.
    case tag = "smpprtag-"

    /// In a response: the outcome.
    case status = "smp-status"

    /// In a response: a sentence of the app.
    case message = "smp-message"

    /// In a response: SumUp's transaction code.
    case transactionCode = "smp-tx-code"

    /// In a response: whether a receipt was sent; from Android.
    case receiptSent = "smp-receipt-sent"

    /// In a response: why it failed; from Android.
    case failureCause = "smp-failure-cause"

    /// In a response: the secret of the attempt, which only this program and the app know.
    case attempt

    /// The parameters of a request whose value can contain a space.
    static let withSpaces: Set<SumUpField> = [.title, .foreignID, .tag]
}
