/// A language in which a peer puts its requests.
///
/// A dialect is a pure translation: text to a call, and an outcome back to text. It keeps no state.
public protocol Dialect: Sendable {
    /// The name by which routers know it, such as `link`.
    var name: String { get }

    /// The ASCII capital letter that marks its messages between the relay script and the host.
    var tag: UInt8 { get }

    /// Reads one message.
    func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage

    /// Writes the answer to a message as JSON text.
    func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8]

    /// Writes an event as JSON text; `nil` where the dialect has none of this kind.
    func encode(_ event: Event) -> [UInt8]?
}

extension Dialect {
    /// No events.
    public func encode(_ event: Event) -> [UInt8]? { nil }
}

/// What a peer wants: a method and its parameters, free of any dialect.
public struct Call: Equatable, Sendable {
    /// The name of the method.
    public let method: String

    /// The parameters as they were sent; `null` where there were none.
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

/// What an answer repeats of its message, so that the requester can tell which it answers.
///
/// It identifies nothing inside the wallet: pages choose these texts.
public struct ReplyID: Hashable, Sendable {
    /// The id as the peer wrote it, a JSON string or number.
    public let id: JSON

    /// The name of the method as the peer wrote it.
    public let command: String

    /// Creates an echo.
    public init(id: JSON, command: String) {
        self.id = id
        self.command = command
    }
}

/// What was understood of one message.
public enum DecodedMessage: Equatable, Sendable {
    /// A call to make, and what its answer must repeat.
    case call(Call, ReplyID)

    /// Not a valid call, but the sender gets an error with the reason.
    case refusal(RPCError, ReplyID)

    /// Nothing that could be answered; the reason is for the log.
    case silence(String)
}
