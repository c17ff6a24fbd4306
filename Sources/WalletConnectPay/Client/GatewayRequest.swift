internal import Bridge
internal import Network

/// One question to the gateway.
struct GatewayRequest: Sendable {
    /// What is asked.
    enum Route: String, Sendable {
        case options, fetch, confirm, status, cancel

        /// Whether its answer decides about what was submitted.
        var settles: Bool { self == .confirm || self == .status }
    }

    /// The greatest length of an answer, in bytes.
    static let sizeLimit = 1 << 20

    /// How long an answer may take that the gateway does not hold back.
    static let timeLimit = Duration.seconds(30)

    /// The longest that the gateway is asked to hold an answer back, in milliseconds; connections do not live for ever.
    static let longestPoll = 25_000

    let route: Route
    let payment: PaymentID
    var body: JSON?
    var query = ""
    var timeLimit = Self.timeLimit

    /// The question, to be answered within `maxPollMs` milliseconds or as soon as there is something to say.
    func holding(_ maxPollMs: Int?) -> GatewayRequest {
        guard let maxPollMs else { return self }
        let poll = min(max(0, maxPollMs), Self.longestPoll)
        var question = self
        question.query = "?maxPollMs=\(poll)"
        // The gateway's own time, and some for the way: else its answer would come after we have gone.
        question.timeLimit = max(Self.timeLimit, .milliseconds(poll) + .seconds(10))
        return question
    }

    /// The question as HTTP carries it.
    func request(_ access: GatewayAccess) -> HTTPRequest {
        let isReading = route == .status
        var headers = access.headers
        if body != nil { headers.append(("Content-Type", "application/json")) }
        return HTTPRequest(
            isReading ? .get : .post, "\(access.base)/v1/gateway/payment/\(payment)/\(route.rawValue)\(query)",
            headers: headers, body: body?.bytes ?? [], timeLimit: timeLimit, sizeLimit: Self.sizeLimit)
    }
}
