public import Bridge

/// The error of a JSON-RPC answer, and the reason for which a session ends.
public struct ErrorResponse: Hashable, Sendable {
    /// The code: one of ``PeerErrorCode``, or any other that a peer sends.
    public var code: Int64

    /// A sentence of the peer: text from outside.
    public var message: String

    /// What the peer adds.
    public var data: JSON?

    /// The most bytes of a message that are kept.
    public static let maximumMessageBytes = 1_024

    /// Creates an error with the message that belongs to its code.
    public init(_ code: PeerErrorCode, _ message: String? = nil, data: JSON? = nil) {
        self.code = code.rawValue
        self.message = message ?? code.message
        self.data = data
    }

    /// Creates an error with any code.
    public init(code: Int64, message: String, data: JSON? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// Reads `{code, message, data?}`; a missing message is empty.
    ///
    /// - Throws: ``WalletConnectError/message(_:)``.
    package init(_ json: JSON) throws(WalletConnectError) {
        guard let text = json["code"]?.number?.text, let code = Int64(text) else { throw .message("error.code") }
        self.code = code
        message = (json["message"]?.string ?? "").prefix(bytes: Self.maximumMessageBytes)
        data = json["data"]?.unlessNull
    }

    /// The error as JSON.
    package var json: JSON {
        var object = JSONObject()
        object["code"] = JSONNumber(String(code)).map { .number($0) }
        object["message"] = .string(message)
        object["data"] = data
        return .object(object)
    }

    /// The code, if it is one of those that clients have agreed on.
    public var known: PeerErrorCode? { PeerErrorCode(rawValue: code) }
}

extension String {
    /// The start of the text, whole characters in at most `limit` bytes.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (end, rest) = (unicodeScalars.startIndex, limit)
        while end < unicodeScalars.endIndex {
            let next = unicodeScalars.index(after: end)
            rest -= utf8.distance(from: end, to: next)
            guard rest >= 0 else { break }
            end = next
        }
        return String(unicodeScalars[..<end])
    }
}
