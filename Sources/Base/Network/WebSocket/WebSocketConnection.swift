/// An open WebSocket connection for text messages (RFC 6455).
///
/// It answers pings, sends its own, and ends when it is no longer referenced.
public protocol WebSocketConnection: Sendable {
    /// The head of the response with which the server opened the connection: its `Date` is ``HTTPResponse/date``.
    var response: HTTPResponse { get }

    /// The subprotocol that the server chose; `nil` if it chose none.
    var subprotocol: String? { get }

    /// Sends a message; messages arrive in the order of the calls. Returns when the system has its bytes.
    ///
    /// A message whose task is cancelled while others are sent before it is not sent; one that has begun to leave is
    /// sent whole.
    ///
    /// - Throws: ``NetworkError/tooLarge`` for a message above the limit, ``NetworkError/closed`` after
    ///   ``close(code:reason:timeLimit:)``, when the connection has been closed by the server or when the task is
    ///   cancelled, or else why the connection failed.
    func send(_ text: String) async throws(NetworkError)

    /// Waits for the next message; `nil` after the last one, once the connection was closed by a closing handshake.
    ///
    /// Reading pauses while messages wait to be received. If the task is cancelled, no message is lost.
    ///
    /// - Throws: Why the connection failed, after its last message; ``NetworkError/closed`` after
    ///   ``close(code:reason:timeLimit:)`` or when the task is cancelled.
    func receive() async throws(NetworkError) -> String?

    /// Waits until the connection has ended; messages that are still waiting can then be received.
    ///
    /// If the task is cancelled, it returns `failed(.closed)`, and the connection stays open.
    func end() async -> WebSocketEnd

    /// Closes the connection: no message is sent or received afterwards, and the server has `timeLimit` to respond.
    ///
    /// If the task is cancelled, the connection ends at once. Closing it again has no effect.
    ///
    /// - Parameters:
    ///   - code: 1000 (normal closure), 1001 (going away) or 3000 to 4999; others are replaced by 1000.
    ///   - reason: The reason for the server; at most 123 bytes of it are sent.
    ///   - timeLimit: How long to wait for the server's part of the closing handshake.
    /// - Returns: How the connection ended: the server's code and reason, or `failed(.timedOut)` without a response.
    @discardableResult func close(code: UInt16, reason: String, timeLimit: Duration) async -> WebSocketEnd
}

extension WebSocketConnection {
    /// Closes the connection normally; the server has two seconds to respond.
    @discardableResult public func close() async -> WebSocketEnd {
        await close(code: 1000, reason: "", timeLimit: .seconds(2))
    }
}

/// How a WebSocket connection ended.
public enum WebSocketEnd: Hashable, Sendable {
    /// By a closing handshake, with the server's code and reason; the code is 1005 if it sent none.
    case closed(code: UInt16, reason: String)

    /// Without one: ``NetworkError/malformed`` and ``NetworkError/tooLarge`` for what the server sent,
    /// ``NetworkError/timedOut`` for a connection without traffic, ``NetworkError/closed`` for one that this side ended.
    case failed(NetworkError)

    /// The code of the closing handshake; 1005 if the server sent none, 1006 without a handshake (RFC 6455, section
    /// 7.4.1).
    public var code: UInt16 {
        switch self {
        case .closed(let code, _): code
        case .failed: 1006
        }
    }
}

/// A server's response to the request for a WebSocket connection.
public enum WebSocketReply: Sendable {
    /// The connection is open.
    case opened(any WebSocketConnection)

    /// Another response, such as 401, 403 or a redirect, with at most 8 KiB of its body.
    case refused(HTTPResponse)
}

/// Opens WebSocket connections.
public protocol WebSocketDialer: Sendable {
    /// Connects, and waits for the server's response; redirects are not followed.
    ///
    /// If the task is cancelled, the connection is closed.
    func connect(_ request: WebSocketRequest) async throws(NetworkError) -> WebSocketReply
}
