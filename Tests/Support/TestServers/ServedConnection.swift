/// One connection, as the server in a test sees it.
public struct ServedConnection: Sendable {
    /// Which connection of the server it is, from one.
    public let number: Int

    private let bytes: AsyncBytes
    private let write, writeRaw: @Sendable ([UInt8]) async throws -> Void

    init(
        number: Int, reading bytes: AsyncBytes, writing write: @escaping @Sendable ([UInt8]) async throws -> Void,
        writingRaw writeRaw: @escaping @Sendable ([UInt8]) async throws -> Void
    ) {
        self.number = number
        self.bytes = bytes
        self.write = write
        self.writeRaw = writeRaw
    }

    /// The next line without its line feed; `nil` when the other side has gone.
    public func line() async throws -> String? {
        try await bytes.take(until: [0x0A]).map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }

    /// Whatever has come; `nil` when the other side has gone.
    public func some() async throws -> [UInt8]? { try await bytes.some() }

    /// Waits until the other side has gone.
    public func end() async throws {
        while try await bytes.take(1) != nil {}
    }

    /// Sends a text as it is.
    public func send(_ text: String) async throws { try await write(Array(text.utf8)) }

    /// Sends bytes as they are.
    public func send(_ bytes: [UInt8]) async throws { try await write(bytes) }

    /// Sends bytes beneath TLS, without encrypting them.
    public func sendRaw(_ bytes: [UInt8]) async throws { try await writeRaw(bytes) }

    /// Sends a text and a line feed.
    public func send(line: String) async throws { try await write(Array((line + "\n").utf8)) }

    /// The next request of a web client: its head, and its body by `Content-Length`; `nil` when it has gone.
    public func request() async throws -> (head: String, body: [UInt8])? {
        guard let head = try await bytes.take(until: Array("\r\n\r\n".utf8)) else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        let length = text.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
        guard let body = try await bytes.take(length ?? 0) else { return nil }
        return (text, body)
    }

    /// Answers a request with all that belongs to it.
    public func respond(
        _ body: [UInt8], status: String = "200 OK", type: String = "application/json"
    ) async throws {
        try await send("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n")
        try await send(body)
    }
}
