/// The calls of the gateway, to which faults and counters refer.
package enum GatewayCall: String, CaseIterable, Hashable, Sendable {
    /// The payment options.
    case options
    /// The actions of an option.
    case fetch
    /// The signatures of a wallet.
    case confirm
    /// The status of a payment.
    case status
    /// The details of a payment.
    case payment
    /// The payer cancels a payment.
    case cancel
    /// A merchant creates a payment.
    case create
    /// A merchant cancels a payment.
    case merchantCancel
    /// A merchant requests the status of a payment.
    case merchantStatus
    /// The page of the data-collection form.
    case form
    /// The submission of the data-collection form.
    case submit
}
