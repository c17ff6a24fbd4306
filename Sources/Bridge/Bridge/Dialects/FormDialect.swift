/// The dialect of a payment's data-collection form: `{"type": "IC_COMPLETE"}` or `{"type": "IC_ERROR"}`, without
/// responses.
///
/// A message is one JSON object. Whether the page posts an object or its text makes no difference: the page script
/// converts an object to text. In a completion, `success` is `true`, `null` or absent; `false` makes it a failure. All
/// other messages are ignored.
public struct FormDialect: Dialect {
    /// `form`.
    public let name = "form"

    /// `F`.
    public let tag = UInt8(ascii: "F")

    /// Creates the dialect.
    public init() {}

    /// Decodes one message.
    ///
    /// - Returns: A call with a ``FormEnding`` as its method, or silence. The reason never repeats what was posted.
    public func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage {
        guard message.count <= limits.bodyBytes else { return .silence("it is larger than a form's message may be") }
        let members: JSONObject
        switch JSON.read(message, rules: limits.rules) {
        case .value(.object(let object)): members = object
        case .value: return .silence("a form's message is an object")
        case .fault(let fault): return .silence("the message \(fault.reason.rawValue)")
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

    /// None: a form does not wait for a response.
    public func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] { [] }
}

/// The results that a payment's data-collection form can report.
public enum FormEnding: String, Hashable, Sendable {
    /// The form is complete (`IC_COMPLETE`). The proof is the gateway's next response, not this message.
    case complete

    /// The form has failed (`IC_ERROR`). The page's explanation is not stored: it could repeat what was typed.
    case error
}
