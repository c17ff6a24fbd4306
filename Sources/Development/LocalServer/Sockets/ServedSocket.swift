internal import Network

/// What a server does with WebSockets (RFC 6455).
package struct SocketService: Sendable {
    /// Whether a request for a WebSocket is accepted; otherwise it gets status 403.
    package let accepts: @Sendable (ServedRequest) -> Bool

    /// The longest message in bytes.
    package let limit: Int

    /// Serves a WebSocket until it returns.
    package let serve: @Sendable (ServedSocket) async -> Void

    /// Creates a service.
    package init(
        limit: Int = LoopbackServer.bodyLimit, accepts: @escaping @Sendable (ServedRequest) -> Bool,
        serve: @escaping @Sendable (ServedSocket) async -> Void
    ) {
        (self.limit, self.accepts, self.serve) = (limit, accepts, serve)
    }
}

/// A WebSocket that a client has opened.
package actor ServedSocket {
    private let connection: ClientConnection
    private let outgoing: AsyncStream<[UInt8]>.Continuation
    private let writer: Task<Void, Never>
    private var reader: WebSocketFrameReader
    private var isClosed = false

    /// The most messages that wait for a slow client; with more, the connection ends.
    private static let mostWaiting = 1_024

    init(_ connection: ClientConnection, rest: [UInt8], limit: Int) {
        self.connection = connection
        reader = WebSocketFrameReader(limit: limit, isOfClient: true)
        reader.take(rest)
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        outgoing = continuation
        writer = Task {
            for await frame in stream {
                do { try await connection.write(frame) } catch { break }
            }
        }
    }

    /// Whether a request is for a WebSocket.
    static func isWanted(_ head: RequestHead) -> Bool {
        values("upgrade", head).contains { $0.lowercased() == "websocket" }
    }

    /// The response that opens a WebSocket; `nil` if the request is not valid.
    static func response(to head: RequestHead) -> [UInt8]? {
        let options = values("connection", head).flatMap { $0.lowercased().split { $0 == "," || $0 == " " } }
        guard head.method == "GET", head.readsChunks, head.length == .bytes(0), options.contains("upgrade"),
            values("sec-websocket-version", head) == ["13"], values("sec-websocket-key", head).count == 1,
            let key = values("sec-websocket-key", head).first, key.utf8.count == 24
        else { return nil }
        let lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(key))",
        ]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func values(_ name: String, _ head: RequestHead) -> [String] {
        head.headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// Sends a message, in the order of the calls.
    package nonisolated func send(_ text: String) { write(.text, Array(text.utf8)) }

    private nonisolated func write(_ kind: WebSocketFrame.Kind, _ payload: [UInt8]) {
        if case .dropped = outgoing.yield(WebSocketFrame.bytes(kind, payload, mask: nil)) {
            outgoing.finish()
            Task { await connection.abort() }
        }
    }

    /// The next message; `nil` once the client has closed the connection, or sent what is not allowed.
    package func receive() async -> String? {
        while !isClosed {
            do {
                switch try reader.next() {
                case .message(let text): return text
                case .ping(let payload): write(.pong, payload)
                case .pong: break
                case .close(let code, _): end(code ?? 1_000)
                case nil:
                    let bytes = try await connection.read()
                    guard !bytes.isEmpty else { return nil }
                    reader.take(bytes)
                }
            } catch {
                end(reader.refusal?.rawValue ?? 1_002)
            }
        }
        return nil
    }

    private func end(_ code: UInt16) {
        guard !isClosed else { return }
        isClosed = true
        write(.close, WebSocketFrame.closing(code, ""))
    }

    /// Sends what waits, and closes the connection.
    package func close() async {
        end(1_000)
        outgoing.finish()
        let alarm = Task {
            try await Task.sleep(for: .seconds(2))
            await connection.abort()
        }
        await writer.value
        alarm.cancel()
        await connection.close()
    }
}
