internal import Network

/// Why one question to the gateway has no answer that can be used.
enum GatewayFault: Error, Hashable {
    /// The gateway said no.
    case refused(GatewayRefusal)
    /// The bytes did not get through.
    case wire(NetworkError)
    /// It answered, and not in the form it should.
    case unreadable

    /// The error for the caller.
    func meaning(for route: GatewayRequest.Route) -> PayError {
        switch self {
        case .refused(let refusal): refusal.meaning(for: route)
        case .unreadable, .wire(.malformed): .malformed
        case .wire(.unusableAddress): .configuration
        case .wire(.unreachable): .noConnection
        case .wire(.untrusted): .untrusted
        case .wire(.timedOut): .timedOut
        case .wire(.interrupted): .interrupted
        case .wire(.tooLarge): .answerTooLarge
        case .wire(.closed): .cancelled
        }
    }

    /// The error for a confirmation, which also says what is known of its effect; see ``PaymentGateway``.
    var submissionError: PayError {
        switch self {
        case .refused(let refusal) where refusal.isUnheard: refusal.meaning(for: .confirm)
        // An intermediary answered, which does not know more than the wallet.
        case .refused(let refusal) where !refusal.isOwn || refusal.status == 502 || refusal.status == 504:
            .outcomeUnknown
        case .refused(let refusal) where refusal.isPassing && refusal.code != .internalError: .http(refusal.status)
        case .refused, .wire(.unreachable), .wire(.untrusted), .wire(.unusableAddress), .wire(.closed):
            meaning(for: .confirm)
        case .wire, .unreadable: .outcomeUnknown
        }
    }

    /// Whether the same question may be answered when it is asked again.
    var isPassing: Bool {
        switch self {
        case .refused(let refusal): refusal.isPassing
        case .wire(.unreachable), .wire(.timedOut), .wire(.interrupted): true
        case .wire, .unreadable: false
        }
    }

    /// How long to wait at least, where the gateway says so.
    var retryAfter: Duration? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.retryAfter
    }
}
