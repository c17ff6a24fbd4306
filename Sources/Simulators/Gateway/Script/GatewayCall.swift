/// What can be asked of the gateway; faults and counters go by it.
public enum GatewayCall: String, CaseIterable, Hashable, Sendable {
    /// How a payment may be paid.
    case options
    /// What to sign for an option.
    case fetch
    /// The signatures.
    case confirm
    /// The status of a payment.
    case status
    /// What a payment is for.
    case payment
    /// The payer does not want it.
    case cancel
    /// A merchant makes a payment.
    case create
    /// A merchant takes a payment back.
    case merchantCancel
    /// A merchant asks for the status of a payment.
    case merchantStatus
    /// The data-collection form is opened.
    case form
    /// The data-collection form is sent.
    case submit
}
