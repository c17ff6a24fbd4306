package import Bridge
package import LocalServer

/// A request to the gateway and its response, as they were transmitted.
package struct GatewayExchange: Hashable, Sendable {
    /// The call; `nil` for a path that is not part of the API.
    package let call: GatewayCall?

    /// The payment of the call.
    package let payment: String?

    /// The request method.
    package let method: String

    /// The request target: path and query.
    package let target: String

    /// The header fields of the request.
    package let headers: [ServedRequest.Field]

    /// The request's body; only its length for a form, or above 64 KiB.
    package let body: String

    /// The response's status.
    package let status: Int

    /// The header fields of the response.
    package let answerHeaders: [ServedRequest.Field]

    /// The response's body.
    package let answer: String

    /// Whether a fault of the script changed the response.
    package let isSpoiled: Bool

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

    /// The exchange as a line of the record.
    package var json: JSON {
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
