internal import CSoup

/// A connection over a socket; it also closes when neither it nor its lines are referenced any more.
final class SocketConnection: LineConnection {
    let lines: AsyncThrowingStream<[UInt8], any Error>

    private let reader: LineReader

    init(_ reader: LineReader) {
        self.reader = reader
        lines = AsyncThrowingStream(unfolding: { try await reader.next() })
    }

    func send(_ line: [UInt8]) async throws(NetworkError) {
        guard !line.contains(UInt8(ascii: "\n")) else { throw .malformed }
        try await reader.send(line + [UInt8(ascii: "\n")])
    }

    func close() async {
        await reader.close()
    }
}

/// Reads lines from a connection on demand; unread bytes stay in the socket.
@NetworkActor final class LineReader {
    private let stream: ByteStream
    private var splitter: LineSplitter
    private var lines: ArraySlice<[UInt8]> = []
    private var end: NetworkError?
    private var isClosed = false

    /// How many bytes are read at a time.
    private static let part = 16 << 10

    init(_ stream: ByteStream, limit: Int) {
        self.stream = stream
        splitter = LineSplitter(limit: limit)
    }

    /// The next line; after the last one, always the same error.
    func next() async throws(NetworkError) -> [UInt8] {
        while !isClosed {
            if let line = lines.popFirst() { return line }
            if let end { throw end }
            await read()
        }
        throw .closed
    }

    private func read() async {
        var whole: [[UInt8]] = []
        do {
            let part = try await stream.read(Self.part)
            guard !part.isEmpty else { throw NetworkError.interrupted }
            defer { lines = whole[...] }
            try splitter.take(part, into: &whole)
        } catch {
            end = Task.isCancelled ? .closed : NetworkError(cause: error).afterSending
            if !isClosed { stream.abort() }
        }
    }

    /// Sends `bytes`; returns when the system has accepted them.
    func send(_ bytes: [UInt8]) async throws(NetworkError) {
        guard !isClosed else { throw .closed }
        do {
            try await stream.write(bytes)
        } catch {
            throw isClosed ? .closed : NetworkError(cause: error).afterSending
        }
    }

    /// Closes the connection; unread lines are lost.
    func close() async {
        isClosed = true
        lines = []
        await stream.close()
    }
}
