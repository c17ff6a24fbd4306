/// The message format of a peer's requests.
///
/// A dialect only translates text to a call, and an outcome to text. It keeps no state.
public protocol Dialect: Sendable {
    /// Its name for routers, such as `link`.
    var name: String { get }

    /// The ASCII capital letter that marks its messages between the relay script and the host.
    var tag: UInt8 { get }

    /// Decodes one message.
    func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage

    /// Encodes the response to a message as JSON text.
    func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8]

    /// Encodes an event as JSON text; `nil` if the dialect does not have events of this kind.
    func encode(_ event: Event) -> [UInt8]?

    /// Decodes one message with binary values alongside its text.
    func decode(
        _ message: UnsafeBufferPointer<UInt8>, attachments: [BinaryData], limits: Limits
    ) -> DecodedMessage

    /// Encodes the response to a message; binary values may be added to `attachments` instead of the text.
    func encode(
        _ outcome: Result<JSON, RPCError>, to replyID: ReplyID, attachments: inout [BinaryData]
    ) -> [UInt8]

    /// Encodes an event; binary values may be added to `attachments` instead of the text.
    func encode(_ event: Event, attachments: inout [BinaryData]) -> [UInt8]?
}

extension Dialect {
    /// No events.
    public func encode(_ event: Event) -> [UInt8]? { nil }

    /// The text alone.
    public func decode(
        _ message: UnsafeBufferPointer<UInt8>, attachments: [BinaryData], limits: Limits
    ) -> DecodedMessage {
        decode(message, limits: limits)
    }

    /// The response without attachments.
    public func encode(
        _ outcome: Result<JSON, RPCError>, to replyID: ReplyID, attachments: inout [BinaryData]
    ) -> [UInt8] {
        encode(outcome, to: replyID)
    }

    /// The event without attachments.
    public func encode(_ event: Event, attachments: inout [BinaryData]) -> [UInt8]? { encode(event) }
}

/// A request of a peer: a method and its parameters, independent of any dialect.
public struct Call: Equatable, Sendable {
    /// The name of the method.
    public let method: String

    /// The parameters as they were sent; `null` if there were none.
    public let params: JSON

    /// What the asking site says about itself.
    public let claim: SiteClaim?

    /// Creates a call.
    public init(method: String, params: JSON = .null, claim: SiteClaim? = nil) {
        self.method = method
        self.params = params
        self.claim = claim
    }
}

/// The parts of a message that its response repeats, so that the requester can match them.
///
/// It identifies nothing inside the wallet: pages choose these values.
public struct ReplyID: Hashable, Sendable {
    /// The ID as the peer wrote it, a JSON string or number.
    public let id: JSON

    /// The name of the method as the peer wrote it.
    public let command: String

    /// Creates a reply ID.
    public init(id: JSON, command: String) {
        self.id = id
        self.command = command
    }
}

/// The result of decoding one message.
public enum DecodedMessage: Equatable, Sendable {
    /// A valid call, and what its response must repeat.
    case call(Call, ReplyID)

    /// A cancellation of the request with this ID; and what the response to the cancellation repeats.
    case cancel(JSON, ReplyID)

    /// An invalid call; the sender gets an error with the reason.
    case refusal(RPCError, ReplyID)

    /// A message without a response; the reason is for the log.
    case silence(String)
}
