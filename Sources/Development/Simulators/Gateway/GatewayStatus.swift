/// The status of a payment at the gateway (WalletConnect Pay API, `PaymentStatus`).
package enum GatewayStatus: String, CaseIterable, Sendable {
    case requiresAction = "requires_action"
    case processing
    case succeeded
    case failed
    case expired
    case cancelled

    /// Whether the status cannot change any more.
    package var isFinal: Bool {
        switch self {
        case .requiresAction, .processing: false
        case .succeeded, .failed, .expired, .cancelled: true
        }
    }
}
