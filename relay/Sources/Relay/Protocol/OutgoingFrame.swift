/// The frames that clients of version 2 are sent.
enum OutgoingFrame {
    private static func reply(_ id: RequestID, capacity: Int = 96) -> JSONText {
        var text = JSONText(capacity: capacity)
        text.append("{\"id\":")
        text.append(raw: id.json)
        text.append(",\"jsonrpc\":\"2.0\",")
        return text
    }

    /// A request succeeded, and there is nothing to say.
    static func success(_ id: RequestID) -> [UInt8] {
        var text = reply(id)
        text.append("\"result\":true}")
        return text.bytes
    }

    /// A request failed.
    static func failure(_ id: RequestID, _ error: ErrorReply) -> [UInt8] {
        var text = reply(id, capacity: 192)
        text.append("\"error\":")
        append(error, to: &text)
        text.append("}")
        return text.bytes
    }

    private static func append(_ error: ErrorReply, to text: inout JSONText) {
        text.append("{\"code\":")
        text.append(error.code)
        text.append(",\"message\":")
        text.append(string: error.message)
        text.append(",\"data\":")
        text.append(string: error.name)
        text.append("}")
    }

    /// The answer to a subscription: an id, or a list of them.
    ///
    /// In the list of a blocking subscription each element is an object with an id or an error.
    static func subscribed(
        _ id: RequestID, _ results: [Result<Bytes32, RelayError>], answer: RelayCall.Answer
    ) -> [UInt8] {
        var text = reply(id, capacity: 64 + results.count * 80)
        text.append("\"result\":")
        if answer.isBatch { text.append("[") }
        for (place, result) in results.enumerated() {
            if place > 0 { text.append(",") }
            let isObject = answer.isBatch && answer.isBlocking
            switch result {
            case .success(let subscription):
                text.append(isObject ? "{\"id\":\"" : "\"")
                text.append(subscription)
                text.append(isObject ? "\"}" : "\"")
            case .failure(.reply(let error)):
                text.append("{\"error\":")
                append(error, to: &text)
                text.append("}")
            case .failure: text.append("null")
            }
        }
        text.append(answer.isBatch ? "]}" : "}")
        return text.bytes
    }

    /// The answer to a fetch.
    static func fetched(_ id: RequestID, _ messages: [StoredMessage], hasMore: Bool) -> [UInt8] {
        var text = reply(id, capacity: messages.reduce(96) { $0 + $1.body.count + 48 })
        text.append("\"result\":{\"messages\":[")
        for (place, message) in messages.enumerated() {
            if place > 0 { text.append(",") }
            append(message, to: &text)
        }
        text.append("],\"hasMore\":")
        text.append(hasMore ? "true}}" : "false}}")
        return text.bytes
    }

    /// The delivery of a message to a subscription.
    static func delivery(
        _ number: UInt64, of message: StoredMessage, to subscription: Bytes32, prefix: StaticString
    ) -> [UInt8] {
        var text = JSONText(capacity: message.body.count + 256)
        text.append("{\"id\":")
        text.append(number)
        text.append(",\"jsonrpc\":\"2.0\",\"method\":\"")
        text.append(prefix)
        text.append("_subscription\",\"params\":{\"id\":\"")
        text.append(subscription)
        text.append("\",\"data\":")
        append(message, to: &text)
        text.append("}}")
        return text.bytes
    }

    private static func append(_ message: StoredMessage, to text: inout JSONText) {
        text.append("{\"publishedAt\":")
        text.append(message.id.milliseconds)
        text.append(",")
        text.append(raw: message.body)
        text.append("}")
    }
}
