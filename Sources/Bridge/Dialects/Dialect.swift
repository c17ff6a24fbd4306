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
