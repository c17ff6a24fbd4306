package import LocalServer

/// A fault in one or more calls.
package struct SimulatedFault: Hashable, Sendable {
    /// The affected call; `nil` for every one.
    package var call: GatewayCall?

    /// The number of calls without the fault before it begins.
    package var after: Int

    /// The number of affected calls; `nil` for all that follow.
    package var times: Int?

    /// Whether the gateway handles the request before the fault: a lost response, not a lost request.
    package var takesEffect: Bool

    /// The delay of the response in milliseconds.
    package var delay: Int

    /// The status that replaces the correct one.
    package var status: Int?

    /// The `code` of an error response, whose status is ``status``, or 400 if it is `nil`.
    package var code: String?

    /// The `message` of an error response.
    package var message: String

    /// Additional header fields.
    package var headers: [ServedRequest.Field]

    /// The body that replaces the correct one: invalid data, another structure, `options: null`.
    package var body: String?

    /// How much of the response is sent.
    package var delivery: ServedAnswer.Delivery

    /// Creates a fault; with only a call, the response is correct.
    package init(
        _ call: GatewayCall? = nil, after: Int = 0, times: Int? = 1, takesEffect: Bool = false, delay: Int = 0,
        status: Int? = nil, code: String? = nil, message: String = "As the script says",
        headers: [ServedRequest.Field] = [], body: String? = nil, delivery: ServedAnswer.Delivery = .whole
    ) {
        self.call = call
        self.after = after
        self.times = times
        self.takesEffect = takesEffect
        self.delay = delay
        self.status = status
        self.code = code
        self.message = message
        self.headers = headers
        self.body = body
        self.delivery = delivery
    }

    /// The gateway handles the request, but the response is lost.
    package static func lostAnswer(_ call: GatewayCall, times: Int? = 1) -> SimulatedFault {
        SimulatedFault(call, times: times, takesEffect: true, delivery: .none)
    }

    /// The request is lost: the connection closes, and the gateway does nothing.
    package static func lostRequest(_ call: GatewayCall, times: Int? = 1) -> SimulatedFault {
        SimulatedFault(call, times: times, delivery: .none)
    }

    /// An error response of the API.
    package static func refusal(
        _ call: GatewayCall, status: Int, code: String, times: Int? = 1, headers: [ServedRequest.Field] = []
    ) -> SimulatedFault {
        SimulatedFault(call, times: times, status: status, code: code, headers: headers)
    }

    /// Whether the gateway handles the request.
    var letsThrough: Bool {
        takesEffect || status == nil && code == nil && body == nil && delivery != .none
    }
}
