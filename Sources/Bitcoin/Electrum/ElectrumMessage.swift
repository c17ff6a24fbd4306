public import Bridge

/// What a server of the Electrum protocol sends in a line (JSON-RPC 2.0).
public enum ElectrumMessage: Hashable, Sendable {
    /// The answer to the question with this number.
    case answer(id: Int, JSON)

    /// The question with this number is not answered; without a number, some question, or all.
    case fault(id: Int?, ElectrumFault)

    /// News that were subscribed to.
    case notice(method: String, params: [JSON])

    /// The most messages that are taken from one line.
    public static let most = 1000

    /// The most values in one line: as many as the longest history has.
    private static let mostValues = 250_000

    /// Reads a line: one message, or several in an array.
    ///
    /// - Returns: `nil` where it is not the protocol: not JSON, nested deeper than any answer is, or an invalid number.
    public static func read(_ line: [UInt8]) -> [ElectrumMessage]? {
        guard let value = try? JSON(parsing: line, rules: JSONRules(depth: 16, values: mostValues)) else { return nil }
        guard case .array(let elements) = value else { return message(value).map { [$0] } }
        guard 1...most ~= elements.count else { return nil }
        var messages: [ElectrumMessage] = []
        for element in elements {
            guard let message = message(element) else { return nil }
            messages.append(message)
        }
        return messages
    }

    private static func message(_ value: JSON) -> ElectrumMessage? {
        guard let members = value.object else { return nil }
        if let method = members["method"] {
            guard case .string(let name) = method, members["id"] ?? .null == .null,
                let params = members["params"]?.array
            else { return nil }
            return .notice(method: name, params: params)
        }
        let id: Int?
        switch members["id"] {
        case .number(let number)?:
            guard let value = number.integer else { return nil }
            id = value
        case .null?, nil: id = nil
        default: return nil
        }
        if let error = members["error"], error != .null { return .fault(id: id, ElectrumFault(error)) }
        guard let id, let result = members["result"] else { return nil }
        return .answer(id: id, result)
    }

    /// Writes a question.
    public static func question(id: Int, _ method: String, _ params: [JSON]) -> JSON {
        ["jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method), "params": .array(params)]
    }
}

/// What a server gives as the reason for no answer.
public struct ElectrumFault: Hashable, Sendable {
    /// The number of the reason; servers disagree about what most of them mean.
    public let code: Int?

    /// What the server wrote, in lower case and at most 1,000 characters, to be compared with what is known.
    ///
    /// It is never shown: servers have written lies here to make people install other programs.
    public let text: String

    /// Reads the value of `error`, whatever it is.
    init(_ value: JSON) {
        code = value["code"]?.number?.integer
        text = (value["message"]?.string ?? value.string ?? "").prefix(scalars: 1_000).lowercased()
    }
}
