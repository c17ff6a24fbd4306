/// The dialect of a payment's data-collection form: `{"type": "IC_COMPLETE"}` or `{"type": "IC_ERROR"}`, without
/// answers.
///
/// A message is one JSON object. Whether the page posts an object or its text makes no difference: the page script
/// writes an object as text. `success` is `true`, `null` or absent with a completion; `false` turns it into a failure.
/// Whatever else a form posts means nothing.
public struct FormDialect: Dialect {
    /// `form`.
    public let name = "form"

    /// `F`.
    public let tag = UInt8(ascii: "F")

    /// Creates the dialect.
    public init() {}

    /// Reads one message.
    ///
    /// - Returns: A call with a ``FormEnding`` as its method, or silence. The reason never repeats what was posted.
    public func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage {
        guard message.count <= limits.bodyBytes else { return .silence("it is larger than a form's message may be") }
        let members: JSONObject
        do throws(JSON.ParsingError) {
            guard let object = try JSON(parsing: message, rules: limits.rules).object else {
                return .silence("a form's message is an object")
            }
            members = object
        } catch {
            return .silence("the message \(error.reason.rawValue)")
        }
        let success = members["success"] ?? .null
        switch (members["type"]?.string, success) {
        case ("IC_COMPLETE", .null), ("IC_COMPLETE", .bool(true)): return call(.complete)
        case ("IC_COMPLETE", .bool(false)), ("IC_ERROR", _): return call(.error)
        case ("IC_COMPLETE", _): return .silence("“success” is not a Boolean")
        default: return .silence("its type does not end a form")
        }
    }

    private func call(_ ending: FormEnding) -> DecodedMessage {
        .call(Call(method: ending.rawValue), ReplyID(id: .null, command: ending.rawValue))
    }

    /// Nothing: a form waits for no answer.
    public func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] { [] }
}

/// How a payment's data-collection form says that it has ended.
public enum FormEnding: String, Hashable, Sendable {
    /// What was asked for has been given (`IC_COMPLETE`). The gateway's next answer is the proof, not this.
    case complete

    /// The form has failed (`IC_ERROR`). What the page says of it is not kept: it could repeat what was typed.
    case error
}
