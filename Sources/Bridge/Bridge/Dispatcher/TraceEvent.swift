/// One message or response that passes through the dispatcher.
public struct TraceEvent: Sendable {
    /// The direction of a message.
    public enum Direction: String, Sendable {
        /// From the peer to the wallet.
        case request
        /// From the wallet to the peer.
        case answer
    }

    /// The direction.
    public let direction: Direction

    /// The peer.
    public let peer: Peer

    /// The name of the dialect.
    public let dialect: String

    /// The message as it was written; binary values alongside it are not part of it.
    public let text: String

    init(_ direction: Direction, peer: Peer, dialect: String, text: UnsafeBufferPointer<UInt8>) {
        self.direction = direction
        self.peer = peer
        self.dialect = dialect
        self.text = String(decoding: text, as: UTF8.self)
    }
}
