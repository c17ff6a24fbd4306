internal import Network

/// One connection of a server in a test.
public struct ServedConnection: Sendable {
    /// The connection's number, counted from 1.
    public let number: Int

    private let incoming: AsyncBytes
    private let stream: ByteStream

    @NetworkActor init(number: Int, over stream: ByteStream) {
        self.number = number
        self.stream = stream
        incoming = AsyncBytes(stream)
    }

    /// The next line without its line feed; `nil` if the client has closed the connection.
    public func line() async throws -> String? {
        try await incoming.take(until: [0x0A]).map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }

    /// The bytes that have arrived, or the next ones; `nil` if the client has closed the connection.
    public func some() async throws -> [UInt8]? { try await incoming.some() }

    /// The next `count` bytes; `nil` if the client has closed the connection.
    public func bytes(_ count: Int) async throws -> [UInt8]? { try await incoming.take(count) }

    /// Waits until the client closes the connection.
    public func end() async throws {
        while try await incoming.take(1) != nil {}
    }

    /// Sends a text.
    public func send(_ text: String) async throws { try await stream.write(Array(text.utf8)) }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) async throws { try await stream.write(bytes) }

    /// Sends bytes beneath TLS, without encrypting them.
    public func sendRaw(_ bytes: [UInt8]) async throws { try await stream.writeRaw(bytes) }

    /// Closes the connection without TLS's `close_notify`.
    public func abort() async { await stream.abort() }

    /// Sends a text and a line feed.
    public func send(line: String) async throws { try await stream.write(Array((line + "\n").utf8)) }

    /// The next HTTP request: its head, and its body by `Content-Length`; `nil` if the client has closed the
    /// connection.
    public func request() async throws -> (head: String, body: [UInt8])? {
        guard let head = try await incoming.take(until: Array("\r\n\r\n".utf8)) else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        let length = text.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
        guard let body = try await incoming.take(length ?? 0) else { return nil }
        return (text, body)
    }

    /// Sends a complete response.
    public func respond(
        _ body: [UInt8], status: String = "200 OK", type: String = "application/json"
    ) async throws {
        try await send("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n")
        try await send(body)
    }
}
