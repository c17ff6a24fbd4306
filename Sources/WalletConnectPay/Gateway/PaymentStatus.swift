/// The status of a payment at the gateway.
///
/// A status that is not known here is kept: the gateway may learn new ones, and what is unknown is not paid.
public enum PaymentStatus: Hashable, Sendable {
    /// It is awaiting a payer.
    case requiresAction
    /// It was paid, and the network has not settled it yet.
    case processing
    /// The merchant has the money.
    case succeeded
    /// It was paid, and that failed.
    case failed
    /// It was not paid in time.
    case expired
    /// The merchant or the payer called it off.
    case cancelled
    /// Something else, in the gateway's word; not to be shown.
    case other(String)

    /// Reads the gateway's word.
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

    /// The gateway's word.
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

    /// Whether nothing can follow.
    public var isFinal: Bool {
        switch self {
        case .succeeded, .failed, .expired, .cancelled: true
        case .requiresAction, .processing, .other: false
        }
    }
}
