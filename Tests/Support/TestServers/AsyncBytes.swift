internal import Network

/// The bytes of a connection, for one reader.
@NetworkActor final class AsyncBytes {
    private let stream: ByteStream
    private var held: [UInt8] = []

    init(_ stream: ByteStream) {
        self.stream = stream
    }

    /// Reads up to and including `mark`; `nil` if the connection ends first.
    func take(until mark: [UInt8]) async throws -> [UInt8]? {
        while true {
            if let range = held.firstRange(of: mark) {
                defer { held.removeSubrange(..<range.upperBound) }
                return Array(held[..<range.upperBound])
            }
            guard try await more() else { return nil }
        }
    }

    /// Reads `count` bytes; `nil` if the connection ends first.
    func take(_ count: Int) async throws -> [UInt8]? {
        while held.count < count {
            guard try await more() else { return nil }
        }
        defer { held.removeFirst(count) }
        return Array(held.prefix(count))
    }

    /// Reads the bytes that have arrived, or waits for some; `nil` at the end of the connection.
    func some() async throws -> [UInt8]? {
        if held.isEmpty {
            guard try await more() else { return nil }
        }
        defer { held = [] }
        return held
    }

    private func more() async throws -> Bool {
        let part = try await stream.read(64 << 10)
        held.append(contentsOf: part)
        return !part.isEmpty
    }
}
