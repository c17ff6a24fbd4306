internal import Bridge
internal import Network

/// The outcome of one request to the gateway.
enum GatewayReply: Sendable {
    /// The response, a JSON object.
    case answer(JSON)
    /// There is no usable response.
    case failure(GatewayFault)
}

/// Why one request to the gateway has no usable response.
enum GatewayFault: Hashable, Sendable {
    /// The gateway rejected the request.
    case refused(GatewayRefusal)
    /// The connection failed.
    case wire(NetworkError)
    /// It responded in an invalid form.
    case unreadable

    /// The error for the caller.
    func meaning(for route: GatewayRequest.Route) -> PayError {
        switch self {
        case .refused(let refusal): refusal.meaning(for: route)
        case .unreadable, .wire(.malformed): .malformed
        case .wire(.unusableAddress), .wire(.needsTor), .wire(.privateAddress): .configuration
        case .wire(.unreachable): .noConnection
        case .wire(.proxyUnreachable): .noProxy
        case .wire(.untrusted): .untrusted
        case .wire(.timedOut): .timedOut
        case .wire(.interrupted): .interrupted
        case .wire(.tooLarge): .answerTooLarge
        case .wire(.closed): .cancelled
        }
    }

    /// The error for a confirmation, which also says what is known about its effect; see ``PaymentGateway``.
    var submissionError: PayError {
        switch self {
        case .refused(let refusal) where refusal.isUnheard: refusal.meaning(for: .confirm)
        // The response is from an intermediary, which does not know more than the wallet.
        case .refused(let refusal) where !refusal.isOwn || refusal.status == 502 || refusal.status == 504:
            .outcomeUnknown
        case .refused(let refusal) where refusal.isPassing && refusal.code != .internalError: .http(refusal.status)
        case .refused, .wire(.unreachable), .wire(.proxyUnreachable), .wire(.untrusted), .wire(.unusableAddress),
            .wire(.needsTor), .wire(.privateAddress), .wire(.closed):
            meaning(for: .confirm)
        case .wire, .unreadable: .outcomeUnknown
        }
    }

    /// Whether the same request may succeed if it is sent again.
    var isPassing: Bool {
        switch self {
        case .refused(let refusal): refusal.isPassing
        case .wire(.unreachable), .wire(.proxyUnreachable), .wire(.timedOut), .wire(.interrupted): true
        case .wire, .unreadable: false
        }
    }

    /// The minimum time to wait, if the gateway gives one.
    var retryAfter: Duration? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.retryAfter
    }
}
