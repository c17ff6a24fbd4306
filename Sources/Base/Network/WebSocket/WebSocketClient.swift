/// Opens WebSocket connections over TLS, and to this machine also without TLS.
///
/// No extension is offered, so nothing is compressed. libsoup is not used: `docs/decisions/0054-websocket-frames.md`.
public struct WebSocketClient: WebSocketDialer {
    private let roots: TrustRoots
    private let proxy: ProxySetting

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - roots: The certificate authorities that are trusted.
    ///   - proxy: The proxy for connections, except those to this machine.
    public init(trusting roots: TrustRoots = .system, proxy: Proxy = .none) {
        self.init(trusting: roots, through: ProxySetting(proxy))
    }

    /// Creates a client whose proxy can change.
    ///
    /// - Parameters:
    ///   - roots: The certificate authorities that are trusted.
    ///   - proxy: The proxy, read when a connection starts; connections to this machine do not use it.
    public init(trusting roots: TrustRoots = .system, through proxy: ProxySetting) {
        self.roots = roots
        self.proxy = proxy
    }

    /// Connects, and waits for the server's response.
    public func connect(_ request: WebSocketRequest) async throws(NetworkError) -> WebSocketReply {
        let address = try WebAddress(webSocket: request.url)
        let proxy = proxy.current
        try proxy.check(for: address.host)
        let handshake = try WebSocketHandshake(request, to: address)
        let deadline = Deadline(in: request.timeLimit)
        return try await within(deadline) { @NetworkActor [roots] in
            let server = LineAddress(
                host: address.hostWithoutBrackets, port: address.port ?? (address.isSecure ? 443 : 80),
                isSecure: address.isSecure)
            let call = SocketCall(
                to: server, through: proxy, trusting: ServerTrust(roots: roots), reaching: request.addresses,
                protocols: ["http/1.1"])
            let stream = try await call.stream()
            do {
                switch try await WebSocketUpgrade(handshake, over: stream, before: deadline).run() {
                case .refused(let response):
                    stream.abort()
                    return .refused(response)
                case .opened(let head, let subprotocol, let rest):
                    let response = HTTPResponse(status: head.status, headers: head.headers)
                    let channel = WebSocketChannel(stream, request, rest: rest)
                    return .opened(OpenWebSocket(channel, response, subprotocol))
                }
            } catch {
                stream.abort()
                throw NetworkError(cause: error).afterSending
            }
        }
    }
}

/// An open connection; it is closed when it is no longer referenced.
private final class OpenWebSocket: WebSocketConnection {
    let response: HTTPResponse
    let subprotocol: String?
    private let channel: WebSocketChannel

    init(_ channel: WebSocketChannel, _ response: HTTPResponse, _ subprotocol: String?) {
        self.channel = channel
        self.response = response
        self.subprotocol = subprotocol
    }

    deinit {
        Task { @NetworkActor [channel] in channel.finish(.failed(.closed)) }
    }

    func send(_ text: String) async throws(NetworkError) { try await channel.send(text) }

    func receive() async throws(NetworkError) -> String? { try await channel.receive() }

    func end() async -> WebSocketEnd { await channel.waitForEnd() }

    func close(code: UInt16, reason: String, timeLimit: Duration) async -> WebSocketEnd {
        await channel.close(code, reason, within: timeLimit)
    }
}

extension WebAddress {
    /// Parses the address of a WebSocket (RFC 6455, section 3), which is that of a web server with `wss` for `https` and
    /// `ws` for `http`.
    ///
    /// - Throws: ``NetworkError/unusableAddress``.
    init(webSocket text: String) throws(NetworkError) {
        let scheme = text.prefix { $0 != ":" }
        switch scheme.lowercased() {
        case "wss": try self.init("https" + text[scheme.endIndex...])
        case "ws": try self.init("http" + text[scheme.endIndex...])
        default: throw .unusableAddress
        }
        guard isSecure || isThisMachine else { throw .unusableAddress }
    }
}
