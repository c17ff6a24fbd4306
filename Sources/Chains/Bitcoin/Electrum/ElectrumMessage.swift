public import Bridge

/// A message of an Electrum server in a line (JSON-RPC 2.0).
public enum ElectrumMessage: Hashable, Sendable {
    /// The response to the request with this ID.
    case answer(id: Int, JSON)

    /// An error for the request with this ID; without an ID, for an unknown request or for all.
    case fault(id: Int?, ElectrumFault)

    /// A notification of a subscription.
    case notice(method: String, params: [JSON])

    /// The maximum number of messages in one line.
    public static let most = 1000

    /// The maximum number of values in one line, which is enough for the longest history.
    private static let mostValues = 250_000

    /// Parses a line: one message, or several in an array.
    ///
    /// - Returns: `nil` if it is not the protocol: not JSON, nested too deeply, or with an invalid ID.
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

    /// Encodes a request.
    public static func question(id: Int, _ method: String, _ params: [JSON]) -> JSON {
        ["jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method), "params": .array(params)]
    }
}

/// An error from a server.
public struct ElectrumFault: Hashable, Sendable {
    /// The error code; servers disagree about the meaning of most codes.
    public let code: Int?

    /// The server's text, in lower case and at most 1,000 characters, for comparison with known texts.
    ///
    /// It is never shown: malicious servers have used this text to make users install other programs.
    public let text: String

    /// Parses the value of `error`, which may have any form.
    public init(_ value: JSON) {
        code = value["code"]?.number?.integer
        text = (value["message"]?.string ?? value.string ?? "").prefix(scalars: 1_000).lowercased()
    }
}
