/// A WebSocket connection to open, and its limits.
public struct WebSocketRequest: Sendable {
    /// The address: `wss`, or `ws` to this machine; path and query as in ``WebAddress``.
    public var url: String

    /// Header fields of the request, in their order.
    ///
    /// The client adds those of the handshake (RFC 6455, section 4.1); setting one of them is ``NetworkError/malformed``.
    public var headers: [(name: String, value: String)]

    /// The subprotocols that the server may choose from, in order of preference.
    public var subprotocols: [String]

    /// The maximum length of a message in bytes, in both directions.
    public var messageLimit: Int

    /// The time limit for connecting, including TLS and the WebSocket handshake.
    public var timeLimit: Duration

    /// The time without traffic from the server after which a ping is sent.
    public var pingInterval: Duration

    /// After so long without traffic from the server, or with one message that the server does not take, the connection
    /// is dead: it ends with ``NetworkError/timedOut``.
    public var silenceLimit: Duration

    /// The addresses that the name may resolve to; others are ``NetworkError/privateAddress``.
    public var addresses: HTTPRequest.Addresses

    /// Creates a request; by default messages have at most 1 MiB, and a connection may be silent for 31 seconds.
    public init(
        _ url: String, headers: [(name: String, value: String)] = [], subprotocols: [String] = [],
        messageLimit: Int = 1 << 20, timeLimit: Duration = .seconds(15), pingInterval: Duration = .seconds(15),
        silenceLimit: Duration = .seconds(31), addresses: HTTPRequest.Addresses = .any
    ) {
        self.url = url
        self.headers = headers
        self.subprotocols = subprotocols
        self.messageLimit = messageLimit
        self.timeLimit = timeLimit
        self.pingInterval = pingInterval
        self.silenceLimit = silenceLimit
        self.addresses = addresses
    }
}
