public import Bridge

/// The status of a payment, as the gateway answers a confirmation or a status request.
public struct ConfirmResult: Hashable, Sendable {
    /// Its status.
    public let status: PaymentStatus

    /// Whether nothing will follow; this decides, and not the name of the status.
    public let isFinal: Bool

    /// How many milliseconds to wait before asking again.
    public let pollMilliseconds: Int64?

    /// What it came to.
    public let result: PaymentResult?

    /// Why it failed, in the gateway's word, such as `declined_user`; not to be shown.
    public let failureCode: String?

    /// Creates an answer.
    public init(
        status: PaymentStatus, isFinal: Bool, pollMilliseconds: Int64? = nil, result: PaymentResult? = nil,
        failureCode: String? = nil
    ) {
        self.status = status
        self.isFinal = isFinal
        self.pollMilliseconds = pollMilliseconds
        self.result = result
        self.failureCode = failureCode
    }

    /// Reads the gateway's answer; where it does not say whether it is final, the status does.
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON) throws(PayError) {
        status = PaymentStatus(try json.text("status"))
        isFinal = try json.boolIfAny("isFinal") ?? status.isFinal
        pollMilliseconds = try json.integerIfAny("pollInMs").map { max(0, $0) }
        result = json.memberIfAny("info").flatMap { try? PaymentResult($0) }
        failureCode = try json.textIfAny("failureCode")
    }
}
