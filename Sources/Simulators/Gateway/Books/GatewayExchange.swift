public import Bridge

/// A question to the gateway and its answer, as they went over the wire.
public struct GatewayExchange: Hashable, Sendable {
    /// What was asked; `nil` for a path that is not part of the API.
    public let call: GatewayCall?

    /// For which payment.
    public let payment: String?

    /// How it was asked.
    public let method: String

    /// For what: path and query.
    public let target: String

    /// The header fields of the question.
    public let headers: [ServedRequest.Field]

    /// What was handed over; of a form, and of more than 64 KiB, only its length.
    public let body: String

    /// The answer's status.
    public let status: Int

    /// The header fields of the answer.
    public let answerHeaders: [ServedRequest.Field]

    /// What was answered.
    public let answer: String

    /// Whether a fault of the script spoiled it.
    public let isSpoiled: Bool

    private static let longestBody = 1 << 16

    init(
        _ call: GatewayCall?, _ payment: String?, _ request: ServedRequest, _ answer: ServedAnswer, isSpoiled: Bool
    ) {
        self.call = call
        self.payment = payment
        method = request.method
        target = request.target
        headers = request.headers
        let isKept = call != .submit && request.body.count <= Self.longestBody
        body = isKept ? String(decoding: request.body, as: UTF8.self) : "\(request.body.count) bytes"
        status = answer.status
        answerHeaders = answer.headers
        self.answer = String(decoding: answer.body, as: UTF8.self)
        self.isSpoiled = isSpoiled
    }

    /// The exchange as a line of a record.
    public var json: JSON {
        [
            "call": call.map { .string($0.rawValue) } ?? nil, "payment": payment.map { .string($0) } ?? nil,
            "spoiled": .bool(isSpoiled), "method": .string(method), "target": .string(target),
            "headers": Self.list(headers), "body": .string(body), "status": .number(JSONNumber(status)),
            "answerHeaders": Self.list(answerHeaders), "answer": .string(answer),
        ]
    }

    private static func list(_ fields: [ServedRequest.Field]) -> JSON {
        .array(fields.map { [.string($0.name), .string($0.value)] })
    }
}
