package import Bridge

/// The status of a payment, from the gateway's response to a confirmation or a status request.
public struct ConfirmResult: Hashable, Sendable {
    /// Its status.
    public let status: PaymentStatus

    /// Whether the status is final; this decides, not the name of the status.
    public let isFinal: Bool

    /// The number of milliseconds to wait before the next status request.
    public let pollMilliseconds: Int64?

    /// The result of the payment.
    public let result: PaymentResult?

    /// The gateway's failure code, such as `declined_user`; it must not be shown.
    public let failureCode: String?

    /// Creates a response.
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

    /// Parses the gateway's response; if it does not say whether it is final, the status decides.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
        status = PaymentStatus(try json.text("status"))
        isFinal = try json.boolIfAny("isFinal") ?? status.isFinal
        pollMilliseconds = try json.integerIfAny("pollInMs").map { max(0, $0) }
        result = json.memberIfAny("info").flatMap { try? PaymentResult($0) }
        failureCode = try json.textIfAny("failureCode")
    }
}
