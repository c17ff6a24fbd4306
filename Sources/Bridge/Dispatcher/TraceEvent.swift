/// One message or answer on its way through the dispatcher.
public struct TraceEvent: Sendable {
    /// Which way it goes.
    public enum Direction: String, Sendable {
        /// From the peer to the wallet.
        case request
        /// From the wallet to the peer.
        case answer
    }

    /// Which way it goes.
    public let direction: Direction

    /// The peer at the other end.
    public let peer: Peer

    /// The dialect, by its name.
    public let dialect: String

    /// The message as it was written.
    public let text: String

    init(_ direction: Direction, peer: Peer, dialect: String, text: UnsafeBufferPointer<UInt8>) {
        self.direction = direction
        self.peer = peer
        self.dialect = dialect
        self.text = String(decoding: text, as: UTF8.self)
    }
}
