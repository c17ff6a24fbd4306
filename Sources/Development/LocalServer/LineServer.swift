package import Network

/// A server of lines for tests and development tools, with or without TLS, on 127.0.0.1 only.
package final class LineServer: Sendable {
    /// Serves one connection until it ends.
    package typealias Handler = @Sendable (LineClient) async -> Void

    /// The port of the server on 127.0.0.1.
    package let port: Int

    private let listener: Listener

    /// Starts a server, which listens when this returns.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any free port.
    ///   - identity: The certificate and key; `nil` for a server without TLS.
    ///   - lineLimit: The maximum length of a line in bytes; a connection with a longer one ends.
    ///   - serve: Serves a connection, which ends when it returns; called concurrently for several connections.
    /// - Throws: ``LocalServerError``.
    package init(
        port: Int = 0, identity: ServerIdentity? = nil, lineLimit: Int, serve: @escaping Handler
    ) async throws(LocalServerError) {
        guard let number = UInt16(exactly: port) else { throw .listen("\(port) is not a port") }
        listener = try await Listener(port: number, identity: identity) { connection in
            guard (try? await connection.open(within: LoopbackServer.handshakeLimit)) != nil else { return }
            await serve(await LineClient(connection, lineLimit: lineLimit))
            await connection.close()
        }
        self.port = listener.port
    }

    deinit {
        // GIO's objects belong to the network thread.
        Task { @NetworkActor [listener] in listener.stop() }
    }

    /// Closes the server and all connections immediately.
    package func close() async { await listener.stop() }
}

/// A client that sends lines and gets lines.
@NetworkActor package final class LineClient {
    /// The most bytes that wait for a client that does not read.
    private static let waitingLimit = 1 << 26

    private let connection: ClientConnection
    private let lineLimit: Int
    private var read: [UInt8] = []

    /// The place after the last line that was returned; lines are not removed one by one, because that moves the rest.
    private var place = 0
    private var waiting: [UInt8] = []
    private var isWriting = false

    init(_ connection: ClientConnection, lineLimit: Int) {
        (self.connection, self.lineLimit) = (connection, lineLimit)
    }

    /// The next line without its line feed; `nil` if the client sends no more, or a line that is too long.
    package func next() async -> [UInt8]? {
        var start = place
        while true {
            if let end = read[start...].firstIndex(of: 0x0A) {
                guard end - place <= lineLimit else { return nil }
                defer { place = end + 1 }
                return Array(read[place..<end])
            }
            read.removeFirst(place)
            place = 0
            guard read.count <= lineLimit, let bytes = try? await connection.read(), !bytes.isEmpty else { return nil }
            start = read.count
            read += bytes
        }
    }

    /// Sends a line after those before it; the connection ends if too much waits.
    package func send(_ line: [UInt8]) async {
        waiting += line
        waiting.append(0x0A)
        guard waiting.count <= Self.waitingLimit else { return end() }
        guard !isWriting else { return }
        isWriting = true
        defer { isWriting = false }
        while !waiting.isEmpty {
            let part = waiting
            waiting = []
            guard (try? await connection.write(part)) != nil else { return end() }
        }
    }

    /// Ends the connection immediately.
    package func end() {
        waiting = []
        connection.abort()
    }
}
