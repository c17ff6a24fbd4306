/// One step in the progress of a confirmed payment.
package struct StatusStep: Hashable, Sendable {
    /// The reported status; usually a value of ``GatewayStatus``, or an unknown one.
    package var status: String

    /// The number of responses with this status before the next step; the last step remains.
    package var answers: Int

    /// How long the step lasts, in milliseconds, instead of ``answers``; long polls (`maxPollMs`) wait for its end.
    package var milliseconds: Int?

    /// Whether the status is reported as final; by default, whether it is.
    package var isFinal: Bool

    /// Creates a step.
    package init(_ status: String, answers: Int = 1, milliseconds: Int? = nil, isFinal: Bool? = nil) {
        self.status = status
        self.answers = answers
        self.milliseconds = milliseconds
        self.isFinal = isFinal ?? GatewayStatus(rawValue: status)?.isFinal ?? false
    }

    /// Creates a step with a known status.
    package init(_ status: GatewayStatus, answers: Int = 1, milliseconds: Int? = nil, isFinal: Bool? = nil) {
        self.init(status.rawValue, answers: answers, milliseconds: milliseconds, isFinal: isFinal)
    }
}
