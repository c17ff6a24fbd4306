/// The status of a payment at the gateway.
///
/// An unknown status is preserved, because the gateway may introduce new ones; a payment with an unknown status is not
/// paid.
public enum PaymentStatus: Hashable, Sendable {
    /// It is awaiting a payer.
    case requiresAction
    /// It was paid, and the network has not settled it yet.
    case processing
    /// The merchant has the money.
    case succeeded
    /// It was paid, and the payment failed.
    case failed
    /// It was not paid in time.
    case expired
    /// The merchant or the payer cancelled it.
    case cancelled
    /// Another status, with the gateway's name for it; it must not be shown.
    case other(String)

    /// Parses the gateway's name of a status.
    public init(_ text: String) {
        self =
            switch text {
            case "requires_action": .requiresAction
            case "processing": .processing
            case "succeeded": .succeeded
            case "failed": .failed
            case "expired": .expired
            case "cancelled": .cancelled
            default: .other(text)
            }
    }

    /// The gateway's name of the status.
    public var text: String {
        switch self {
        case .requiresAction: "requires_action"
        case .processing: "processing"
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .expired: "expired"
        case .cancelled: "cancelled"
        case .other(let text): text
        }
    }

    /// Whether the status is final.
    public var isFinal: Bool {
        switch self {
        case .succeeded, .failed, .expired, .cancelled: true
        case .requiresAction, .processing, .other: false
        }
    }
}
