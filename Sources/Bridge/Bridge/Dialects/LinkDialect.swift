/// The dialect of Bitcoin.com Link: `{messageId, command, data, websiteMetadata}`, with the response `{messageId,
/// command, data}` or `{messageId, command, error: {type, description, data}}`.
public struct LinkDialect: Dialect {
    /// `link`.
    public let name = "link"

    /// `L`.
    public let tag = UInt8(ascii: "L")

    /// Creates the dialect.
    public init() {}

    /// Decodes one message.
    ///
    /// A message with a usable ID always gets a response: a string of at most ``Limits/idBytes`` bytes. A message with
    /// a numeric ID, or one that is truncated after its ID, gets an error. The response to a longer ID has no ID.
    public func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage {
        let members: JSONObject
        var fault: RPCError?
        switch JSON.read(message, rules: limits.rules) {
        case .value(.object(let object)): members = object
        case .value: return .silence("a Link message is an object")
        case .fault(let reading):
            members = reading.salvage
            fault = RPCError(.malformed, "The message \(reading.reason.rawValue).")
        }
        let command = members["command"]?.string
        let echoedCommand = Self.shortened(command ?? "", to: limits.idBytes)
        switch members["messageId"] {
        case .string(let id)? where id.utf8.count > limits.idBytes:
            // Without its ID: part of it may be the ID of another message, which the page would consider answered.
            let replyID = ReplyID(id: .null, command: echoedCommand)
            return .refusal(
                RPCError(.malformed, "“messageId” is longer than \(limits.idBytes) bytes."), replyID)
        case .string(let id)?:
            let replyID = ReplyID(id: .string(id), command: echoedCommand)
            if let fault { return .refusal(fault, replyID) }
            // Printable ASCII, as nearly all are, needs no look at Unicode's tables.
            guard id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return unusual(id, command, members, replyID) }
            return call(command, members, replyID)
        case .number(let id)? where id.text.utf8.count <= limits.idBytes:
            let replyID = ReplyID(id: .number(id), command: echoedCommand)
            return .refusal(RPCError(.malformed, "“messageId” must be a string."), replyID)
        default:
            return .silence(fault?.message ?? "it has no usable “messageId”")
        }
    }

    private func unusual(
        _ id: String, _ command: String?, _ members: JSONObject, _ replyID: ReplyID
    ) -> DecodedMessage {
        if Self.hasControls(id) {
            return .refusal(RPCError(.malformed, "“messageId” contains control characters."), replyID)
        }
        if !id.isEmpty, !VisibleText.hasVisible(id) {
            return .refusal(RPCError(.malformed, "“messageId” contains only invisible characters."), replyID)
        }
        return call(command, members, replyID)
    }

    private func call(_ command: String?, _ members: JSONObject, _ replyID: ReplyID) -> DecodedMessage {
        guard let command else {
            return .refusal(RPCError(.malformed, "“command” must be a string."), replyID)
        }
        guard command.utf8.count <= 64 else { return .refusal(.unknownMethod(command), replyID) }
        let title = members["websiteMetadata"]?["title"]?.string
        let call = Call(
            method: command, params: members["data"] ?? .null, claim: title.flatMap { SiteClaim(title: $0) })
        return .call(call, replyID)
    }

    /// Encodes the response to a message.
    public func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] {
        var answer: [UInt8] = []
        answer.reserveCapacity(256)
        answer.append(contentsOf: #"{"messageId":"#.utf8)
        replyID.id.append(to: &answer)
        answer.append(contentsOf: #","command":"#.utf8)
        JSON.append(replyID.command, to: &answer)
        switch outcome {
        case .success(let data):
            answer.append(contentsOf: #","data":"#.utf8)
            data.append(to: &answer)
        case .failure(let error):
            answer.append(contentsOf: #","error":"#.utf8)
            Self.encode(error).append(to: &answer)
        }
        answer.append(UInt8(ascii: "}"))
        return answer
    }

    private static func encode(_ error: RPCError) -> JSON {
        [
            "type": .string(type(of: error.kind)), "description": .string(error.message),
            "data": ["reason": .string(error.kind.rawValue)],
        ]
    }

    /// The error types of Link's documentation; `NO_PROVIDER` comes from the page's own library.
    private static func type(of kind: RPCError.Kind) -> String {
        switch kind {
        case .malformed, .invalidParameters, .tooLarge, .expired: "MALFORMED_INPUT"
        case .unknownMethod, .unsupported, .unknownChain, .disconnected, .failed, .unsupportedCapability,
            .unsupportedChain, .duplicateID, .unknownBundle, .tooManyCalls, .notAtomic:
            "PROTOCOL_ERROR"
        case .rejected: "CANCELED"
        case .unauthorized, .locked, .tooMany, .pending, .gone: "CONNECTION_DENIED"
        case .timedOut: "REQUEST_TIMEOUT"
        case .notSent: "SEND_ERROR"
        case .merchant: "MERCHANT_ERROR"
        }
    }

    /// Whether `text` contains a character of Unicode's category Cc: U+0000 to U+001F, U+007F to U+009F.
    private static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
    }

    /// The first characters of `text` that fit in `limit` bytes.
    private static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var short = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            short.append(scalar)
        }
        return String(short)
    }
}
