internal import Bridge
internal import Network

/// One request to the gateway.
struct GatewayRequest: Sendable {
    /// The kind of request.
    enum Route: String, Sendable {
        case options, fetch, confirm, status, cancel

        /// Whether its response decides about the submitted results.
        var settles: Bool { self == .confirm || self == .status }
    }

    /// The maximum length of a response, in bytes.
    static let sizeLimit = 1 << 20

    /// The maximum time for a response without long polling.
    static let timeLimit = Duration.seconds(30)

    /// The maximum time of long polling, in milliseconds; connections have a limited lifetime.
    static let longestPoll = 25_000

    let route: Route
    let payment: PaymentID
    var body: JSON?
    var query = ""
    var timeLimit = Self.timeLimit

    /// The request with long polling: the gateway responds when the status changes, or after `maxPollMs` milliseconds.
    func holding(_ maxPollMs: Int?) -> GatewayRequest {
        guard let maxPollMs else { return self }
        let poll = min(max(0, maxPollMs), Self.longestPoll)
        var question = self
        question.query = "?maxPollMs=\(poll)"
        // The limit is the polling time plus some time for the network; otherwise the response would arrive after the
        // timeout.
        question.timeLimit = max(Self.timeLimit, .milliseconds(poll) + .seconds(10))
        return question
    }

    /// The HTTP request.
    func request(_ access: GatewayAccess) -> HTTPRequest {
        let isReading = route == .status
        var headers = access.headers
        if body != nil { headers.append(("Content-Type", "application/json")) }
        return HTTPRequest(
            isReading ? .get : .post, "\(access.base)/v1/gateway/payment/\(payment)/\(route.rawValue)\(query)",
            headers: headers, body: body?.bytes ?? [], timeLimit: timeLimit, sizeLimit: Self.sizeLimit)
    }
}
