internal import NIOCore

/// What a connection brings, part by part, to one reader.
actor AsyncBytes {
    private var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var held: [UInt8] = []

    init(_ stream: NIOAsyncChannelInboundStream<ByteBuffer>) {
        parts = stream.makeAsyncIterator()
    }

    /// Takes everything up to and with `mark`; `nil` where the connection ends before.
    func take(until mark: [UInt8]) async throws -> [UInt8]? {
        while true {
            if let range = held.firstRange(of: mark) {
                defer { held.removeSubrange(..<range.upperBound) }
                return Array(held[..<range.upperBound])
            }
            guard try await more() else { return nil }
        }
    }

    /// Takes `count` bytes; `nil` where the connection ends before.
    func take(_ count: Int) async throws -> [UInt8]? {
        while held.count < count {
            guard try await more() else { return nil }
        }
        defer { held.removeFirst(count) }
        return Array(held.prefix(count))
    }

    /// Takes whatever has come, and waits for something where nothing has; `nil` where the connection ends.
    func some() async throws -> [UInt8]? {
        if held.isEmpty {
            guard try await more() else { return nil }
        }
        defer { held = [] }
        return held
    }

    private func more() async throws -> Bool {
        var iterator = parts
        guard let part = try await iterator.next(isolation: self) else { return false }
        parts = iterator
        held.append(contentsOf: part.readableBytesView)
        return true
    }
}
