internal import Network

/// An HTTP/1.1 server for tests and development tools, with or without TLS, on 127.0.0.1 only.
///
/// Its sockets use GIO on the network thread; requests are handled on other threads. It does not use `SoupServer`,
/// which resolves `..` and `%2e` in the target, rejects requests without a host itself, and accepts two different
/// lengths for one body: tests and simulators must see exactly what was sent, and refuse what is ambiguous.
package final class LoopbackServer: Sendable {
    /// Handles one request.
    package typealias Handler = @Sendable (ServedRequest) async -> ServedAnswer

    /// The default maximum length of a request's body in bytes; a longer one gets status 413.
    package static let bodyLimit = 1 << 20

    /// The maximum length of a request's head in bytes; a longer one gets status 400.
    package static let headLimit = 1 << 16

    /// The maximum number of open connections; further ones are closed immediately.
    package static let connectionLimit = 256

    /// The port of the server on 127.0.0.1.
    package let port: Int

    /// The default of how long a handshake of TLS may take once it has begun.
    package static let handshakeLimit = Duration.seconds(10)

    private let listener: Listener

    /// Starts a server, which listens when this returns.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any free port.
    ///   - identity: The certificate and key; `nil` for a server without TLS.
    ///   - bodyLimit: The maximum length of a request's body in bytes.
    ///   - handshakeLimit: How long a TLS handshake may take once it has begun.
    ///   - sockets: Serves WebSockets; `nil` if a request for one is an ordinary request.
    ///   - answer: Handles a request; called concurrently for several connections, and in order for each of them.
    /// - Throws: ``LocalServerError``.
    package init(
        port: Int = 0, identity: ServerIdentity? = nil, bodyLimit: Int = LoopbackServer.bodyLimit,
        handshakeLimit: Duration = LoopbackServer.handshakeLimit, sockets: SocketService? = nil,
        answer: @escaping Handler
    ) async throws(LocalServerError) {
        guard let number = UInt16(exactly: port) else { throw .listen("\(port) is not a port") }
        listener = try await Listener(port: number, identity: identity) { connection in
            await Conversation(
                connection, bodyLimit: bodyLimit, handshakeLimit: handshakeLimit, sockets: sockets, answer: answer
            ).run()
        }
        self.port = listener.port
    }

    deinit {
        // GIO's objects belong to the network thread.
        Task { @NetworkActor [listener] in listener.stop() }
    }

    /// Closes the server and all connections immediately, even during a request or a response.
    ///
    /// Running handlers continue, but their responses are not sent.
    package func close() async {
        await listener.stop()
    }
}
