/// Something that goes wrong with one or more calls.
public struct SimulatedFault: Hashable, Sendable {
    /// With which call; `nil` for every one.
    public var call: GatewayCall?

    /// How many calls go well before it begins.
    public var after: Int

    /// How many calls it spoils; `nil` for all that follow.
    public var times: Int?

    /// Whether the gateway does what was asked before the answer is spoiled: an answer that is lost, not a request.
    public var takesEffect: Bool

    /// How long the answer is held back, in milliseconds.
    public var delay: Int

    /// The status instead of the right one.
    public var status: Int?

    /// The `code` of an error; with ``status``, or 400 without.
    public var code: String?

    /// The `message` beside the code.
    public var message: String

    /// Header fields that are added.
    public var headers: [ServedRequest.Field]

    /// The body instead of the right one, as it is: garbage, another shape, `options: null`.
    public var body: String?

    /// How much of the answer arrives.
    public var delivery: ServedAnswer.Delivery

    /// Creates a fault; without more than a call the answer is right.
    public init(
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

    /// The answer is lost, though the gateway has done what was asked.
    public static func lostAnswer(_ call: GatewayCall, times: Int? = 1) -> SimulatedFault {
        SimulatedFault(call, times: times, takesEffect: true, delivery: .none)
    }

    /// The request is lost: the connection ends, and nothing was done.
    public static func lostRequest(_ call: GatewayCall, times: Int? = 1) -> SimulatedFault {
        SimulatedFault(call, times: times, delivery: .none)
    }

    /// An error of the API.
    public static func refusal(
        _ call: GatewayCall, status: Int, code: String, times: Int? = 1, headers: [ServedRequest.Field] = []
    ) -> SimulatedFault {
        SimulatedFault(call, times: times, status: status, code: code, headers: headers)
    }

    /// Whether the request reaches the gateway's books: nothing happens, or it takes effect anyway.
    var letsThrough: Bool {
        takesEffect || status == nil && code == nil && body == nil && delivery != .none
    }
}
