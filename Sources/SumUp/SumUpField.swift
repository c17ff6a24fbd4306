/// The parameters of SumUp's Payment Switch, by the names that its two guides give them.
///
/// Source: SumUp Payment Switch for iOS (URL scheme, version 1.0) and for Android and mobile web.
public enum SumUpField: String, Hashable, Sendable, CaseIterable {
    /// What is to be paid; read by iOS.
    case amount

    /// What is to be paid; read by Android.
    case total

    /// The currency of the merchant's account.
    case currency

    /// Who integrates the payment.
    case affiliateKey = "affiliate-key"

    /// The application for which the affiliate key was made; read by Android.
    case appID = "app-id"

    /// What is sold.
    case title

    /// Where to ask for the answer after a failure; read by iOS.
    case callbackFailure = "callbackfail"

    /// Where to go after a success; read by iOS.
    case callbackSuccess = "callbacksuccess"

    /// Where to go in either case; read by Android.
    case callback

    /// The address to which the receipt is offered by mail.
    case receiptEmail = "receipt-email"

    /// The number to which the receipt is offered by text message.
    case receiptPhone = "receipt-mobilephone"

    /// Whether the screen that tells of the success is left out.
    case skipsSuccessScreen = "skip-screen-success"

    /// The caller's own name of the payment; it comes back with the answer.
    case foreignID = "foreign-tx-id"

    /// A note of the caller's, under a name of its own that follows this one.
    case tag = "smpprtag-"

    /// In an answer: how it ended.
    case status = "smp-status"

    /// In an answer: a sentence of the app.
    case message = "smp-message"

    /// In an answer: the name of the payment at SumUp.
    case transactionCode = "smp-tx-code"

    /// In an answer: whether a receipt was sent; from Android.
    case receiptSent = "smp-receipt-sent"

    /// In an answer: why it failed; from Android.
    case failureCause = "smp-failure-cause"

    /// In an answer: the attempt that it belongs to, which only its sender and the app know.
    case attempt

    /// Those of a request whose value can hold a space.
    static let withSpaces: Set<SumUpField> = [.title, .foreignID, .tag]
}
