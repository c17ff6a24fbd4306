/// The dialect of `invoke`, for pages of any program: `{id, method, params}`, with the response `{result}` or `{error:
/// {code, message, data}}`; `{cancel: id}` cancels a request, with the response `{}`.
///
/// Binary values are Base64, or attachments alongside the text. A response or event has their paths: `{"result": …,
/// "buffers": [["image"]]}`. A request names the beginning of the strings that stand for its attachments:
/// `{"params": {"image": "mark0"}, "attachments": "mark"}`.
public struct InvokeDialect: Dialect {
    /// The dialect's name for routers.
    public static let title = "invoke"

    /// `invoke`.
    public let name = InvokeDialect.title

    /// `I`.
    public let tag = UInt8(ascii: "I")

    /// Creates the dialect.
    public init() {}

    /// Decodes one message; the page script creates them, so each of them has a caller that waits for a response.
    public func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage {
        decode(message, attachments: [], limits: limits)
    }

    /// Decodes one message with attachments.
    public func decode(
        _ message: UnsafeBufferPointer<UInt8>, attachments: [BinaryData], limits: Limits
    ) -> DecodedMessage {
        let members: JSONObject
        switch JSON.read(message, rules: limits.rules) {
        case .value(let value):
            guard let object = value.object else { return refusal("The message must be an object.") }
            members = object
        case .fault(let fault):
            return refusal("The message \(fault.reason.rawValue).")
        }
        if let id = members["cancel"] {
            guard let id = Self.id(id) else { return refusal("“cancel” must be the id of a request.") }
            return .cancel(id, Self.cancellation)
        }
        guard let id = members["id"].flatMap(Self.id) else {
            return refusal("“id” must be a whole number from 1 to \(Self.largestID).")
        }
        guard let method = members["method"]?.string, !method.isEmpty else {
            return refusal("“method” must be a non-empty string.")
        }
        let replyID = ReplyID(id: id, command: method.prefix(scalars: limits.idBytes))
        guard let params = Self.params(members, attachments) else {
            return .refusal(RPCError(.malformed, "The parameters do not have the attachments of the message."), replyID)
        }
        return .call(Call(method: method, params: params), replyID)
    }

    /// The parameters, with the attachments in their places; `nil` unless each attachment has one.
    private static func params(_ members: JSONObject, _ attachments: [BinaryData]) -> JSON? {
        let params = members["params"] ?? .null
        guard !attachments.isEmpty else { return params }
        guard let mark = members["attachments"]?.string, !mark.isEmpty else { return nil }
        return Attachments.restore(params, mark: mark, attachments)
    }

    private func refusal(_ sentence: String) -> DecodedMessage {
        .refusal(RPCError(.malformed, sentence), Self.cancellation)
    }

    /// The reply ID of a cancellation; no method has an empty name.
    private static let cancellation = ReplyID(id: .null, command: "")

    /// The largest integer up to which JavaScript represents every integer exactly.
    private static let largestID = (1 << 53) - 1

    /// An ID in canonical form.
    private static func id(_ value: JSON) -> JSON? {
        guard let number = value.number?.integer, (1...largestID).contains(number) else { return nil }
        return .number(JSONNumber(number))
    }

    /// Encodes the response to a message.
    public func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] {
        message(with: outcome, to: replyID).bytes
    }

    /// Encodes the response to a message; large binary values become attachments.
    public func encode(
        _ outcome: Result<JSON, RPCError>, to replyID: ReplyID, attachments: inout [BinaryData]
    ) -> [UInt8] {
        Attachments.write(message(with: outcome, to: replyID), &attachments)
    }

    private func message(with outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> JSON {
        switch outcome {
        case .success where replyID == Self.cancellation: .object(JSONObject())
        case .success(let result): .object(EncodedValue(result).members("result"))
        case .failure(let error): .object(["error": .object(Self.members(of: error))])
        }
    }

    /// The code is the kind of the error, unless the method chose another one.
    private static func members(of error: RPCError) -> JSONObject {
        var members: JSONObject = [
            "code": .string(error.code ?? error.kind.rawValue), "message": .string(Self.text(of: error)),
        ]
        guard let data = error.data else { return members }
        for member in data.members("data").members { members[member.key] = member.value }
        return members
    }

    /// Encodes a named event or the progress of a request; the dialect has no other events.
    public func encode(_ event: Event) -> [UInt8]? {
        message(with: event)?.bytes
    }

    /// Encodes a named event or the progress of a request; large binary values become attachments.
    public func encode(_ event: Event, attachments: inout [BinaryData]) -> [UInt8]? {
        message(with: event).map { Attachments.write($0, &attachments) }
    }

    /// The message of `error` for a page.
    ///
    /// A wallet knows that nothing was signed or sent for a request that ended early; what the methods of another
    /// program have done by then, the bridge does not know.
    private static func text(of error: RPCError) -> String {
        let promise = "; nothing was done."
        guard error.code == nil, error.message.hasSuffix(promise) else { return error.message }
        return error.message.dropLast(promise.count) + "."
    }

    private func message(with event: Event) -> JSON? {
        let (name, value): (JSONObject, EncodedValue)
        switch event {
        case .named(let event, let data): (name, value) = (["event": .string(event)], data)
        case .progress(let id, let data): (name, value) = (["progress": id], data)
        case .connect, .disconnect, .chainChanged, .accountsChanged, .message: return nil
        }
        var message = name
        for member in value.members("data").members { message[member.key] = member.value }
        return .object(message)
    }
}
