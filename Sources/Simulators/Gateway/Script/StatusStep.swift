/// One step in the life of a payment after it was confirmed.
public struct StatusStep: Hashable, Sendable {
    /// What the gateway says; usually a value of ``GatewayStatus``, or an unknown one.
    public var status: String

    /// How many answers tell of it before the next step; the last step stays.
    public var answers: Int

    /// How long it lasts instead, in milliseconds; calls that wait (`maxPollMs`) are held meanwhile.
    public var milliseconds: Int?

    /// Whether the gateway says that it is final; by default what the status means.
    public var isFinal: Bool

    /// Creates a step.
    public init(_ status: String, answers: Int = 1, milliseconds: Int? = nil, isFinal: Bool? = nil) {
        self.status = status
        self.answers = answers
        self.milliseconds = milliseconds
        self.isFinal = isFinal ?? GatewayStatus(rawValue: status)?.isFinal ?? false
    }

    /// Creates a step with a status that is known.
    public init(_ status: GatewayStatus, answers: Int = 1, milliseconds: Int? = nil, isFinal: Bool? = nil) {
        self.init(status.rawValue, answers: answers, milliseconds: milliseconds, isFinal: isFinal)
    }
}
