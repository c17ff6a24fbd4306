/// Reads the requests of a connection one after another.
struct RequestReader {
    /// What a client has sent.
    enum Found {
        /// A head; its body has not been read yet.
        case head(RequestHead)
        /// An invalid request, and the status of the response.
        case invalid(status: Int)
        /// The end of the connection.
        case end
    }

    /// The result of reading a body.
    enum Body {
        case whole([UInt8])
        case invalid(status: Int)
        /// The client ended the connection before the end of the body.
        case cutOff
    }

    private let connection: ClientConnection
    private let bodyLimit: Int

    /// Bytes that were received and not used yet: at most a head and one read.
    private var buffer: [UInt8] = []

    /// The maximum length in bytes of the line with a chunk's size.
    private static let lineLimit = 1_024

    init(_ connection: ClientConnection, bodyLimit: Int) {
        (self.connection, self.bodyLimit) = (connection, bodyLimit)
    }

    /// Whether bytes after the request have already arrived.
    var hasMore: Bool { !buffer.isEmpty }

    /// The bytes after the request that have already arrived; they are not read again.
    mutating func takeRest() -> [UInt8] {
        defer { buffer = [] }
        return buffer
    }

    /// The next head.
    mutating func head() async throws -> Found {
        // A server should ignore an empty line before a request (RFC 9112, section 2.2).
        for byte: UInt8 in [0x0D, 0x0A] {
            guard buffer.first == byte || buffer.isEmpty else { break }
            guard try await fill(1) else { return .end }
            if buffer.first == byte { buffer.removeFirst() }
        }
        guard let head = try await line(until: [0x0D, 0x0A, 0x0D, 0x0A], limit: LoopbackServer.headLimit) else {
            return buffer.isEmpty ? .end : .invalid(status: 400)
        }
        guard let head = RequestHead(head) else { return .invalid(status: 400) }
        if case .bytes(let count) = head.length, count > bodyLimit { return .invalid(status: 413) }
        return .head(head)
    }

    /// The body of the request that was read last.
    mutating func body(of head: RequestHead) async throws -> Body {
        switch head.length {
        case .bytes(let count):
            guard let bytes = try await take(count) else { return .cutOff }
            return .whole(bytes)
        case .chunked: return try await chunks()
        }
    }

    private mutating func chunks() async throws -> Body {
        var body: [UInt8] = []
        while true {
            guard let line = try await line(until: [0x0D, 0x0A], limit: Self.lineLimit) else {
                return .invalid(status: 400)
            }
            // Chunk extensions, after a semicolon, may be ignored (RFC 9112, section 7.1.1).
            let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard (1...8).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
                let count = Int(digits, radix: 16)
            else { return .invalid(status: 400) }
            if count == 0 { break }
            guard count <= bodyLimit - body.count else { return .invalid(status: 413) }
            guard let chunk = try await take(count) else { return .cutOff }
            body += chunk
            guard try await take(2) == [0x0D, 0x0A] else { return .invalid(status: 400) }
        }
        // The trailer fields are not used.
        var rest = LoopbackServer.headLimit
        while let line = try await line(until: [0x0D, 0x0A], limit: rest) {
            if line.isEmpty { return .whole(body) }
            rest -= line.count
        }
        return .invalid(status: 400)
    }

    /// The next bytes up to `mark`, without it; `nil` if they exceed `limit` or the client sends no more.
    private mutating func line(until mark: [UInt8], limit: Int) async throws -> [UInt8]? {
        var searched = 0
        while true {
            if let end = buffer.firstIndex(of: mark, from: searched) {
                guard end <= limit else { return nil }
                let line = Array(buffer[..<end])
                buffer.removeFirst(end + mark.count)
                return line
            }
            searched = max(0, buffer.count - mark.count + 1)
            guard buffer.count <= limit, try await fill(buffer.count + 1) else { return nil }
        }
    }

    /// The next `count` bytes; `nil` if the client sends fewer.
    private mutating func take(_ count: Int) async throws -> [UInt8]? {
        guard try await fill(count) else { return nil }
        let bytes = Array(buffer[..<count])
        buffer.removeFirst(count)
        return bytes
    }

    /// Reads until there are `count` bytes; `false` if the client sends fewer.
    private mutating func fill(_ count: Int) async throws -> Bool {
        while buffer.count < count {
            let bytes = try await connection.read()
            guard !bytes.isEmpty else { return false }
            buffer += bytes
        }
        return true
    }
}

extension [UInt8] {
    /// The first index of `mark` from `start` on.
    fileprivate func firstIndex(of mark: [UInt8], from start: Int) -> Int? {
        var position = start
        while let found = self[position...].firstIndex(of: mark[0]) {
            guard count - found >= mark.count else { return nil }
            if self[found..<found + mark.count].elementsEqual(mark) { return found }
            position = found + 1
        }
        return nil
    }
}
