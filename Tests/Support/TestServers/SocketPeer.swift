internal import CSoup
internal import Glibc
internal import LocalServer
internal import Network
internal import Synchronization

/// A server on this machine that follows the script of a test, over real sockets.
public final class SocketPeer: Sendable {
    /// Serves one connection, which is closed when it returns.
    public typealias Script = @Sendable (ServedConnection) async throws -> Void

    /// Whether a server over TLS asks its clients for a certificate.
    public enum ClientCertificate: Sendable {
        /// It does not.
        case ignored
        /// It asks, and serves clients without one, too.
        case offered
        /// It serves only clients that have one.
        case required
    }

    /// The port on 127.0.0.1.
    public let port: Int

    private let listener: PeerListener
    private let openConnections = OpenConnections()

    /// The number of connections so far.
    public var connections: Int { openConnections.count }

    /// Starts a server, which listens when this returns.
    ///
    /// - Parameters:
    ///   - identity: The certificate and key; `nil` for a server without TLS.
    ///   - port: The port; by default any free port.
    ///   - protocols: The protocols that it offers over TLS (ALPN), in order of preference.
    ///   - clients: Whether it asks for a certificate of the client.
    ///   - script: Serves one connection; called once for each.
    /// - Throws: The system's error if it cannot listen.
    public init(
        _ identity: TestIdentity? = nil, port: Int = 0, protocols: [String] = [],
        clients: ClientCertificate = .ignored, script: @escaping Script
    ) async throws {
        listener = try await PeerListener(port: port)
        self.port = listener.port
        let certificate = try await identity?.shown()
        let (listener, openConnections) = (listener, openConnections)
        Task { @NetworkActor in
            while let socket = await listener.accept() {
                let secure = certificate.flatMap { Self.secured(socket, $0, protocols, clients) }
                // If TLS cannot be set up, the connection has ended.
                guard certificate == nil || secure != nil else { continue }
                let stream =
                    secure.map { ByteStream(Reference(retaining: $0.pointer), over: socket) }
                    ?? ByteStream(socket)
                openConnections.add(stream) { number in
                    Task { @NetworkActor in
                        let connection = ServedConnection(number: number, over: stream)
                        // The script's first read or write reports a failure.
                        if let secure {
                            // A handshake occupies a thread, which a silent client must not hold.
                            await AsyncOperation.wait(
                                for: g_socket_connection_get_socket(socket.cast()), stream.reading.pointer)
                            _ = await SecureStream.handshake(
                                secure, ObjectReference(retaining: stream.reading.pointer))
                        }
                        try? await script(connection)
                        await stream.close()
                    }
                }
            }
        }
    }

    deinit {
        Task { @NetworkActor [listener, openConnections] in
            listener.close()
            openConnections.closeAll()
        }
    }

    /// Closes the server and all of its connections.
    public func close() async {
        await listener.close()
        for task in await openConnections.closeAll() { await task.value }
    }

    /// TLS over `socket`; `nil` if TLS is not available.
    @NetworkActor private static func secured(
        _ socket: Reference, _ certificate: Reference, _ protocols: [String], _ clients: ClientCertificate
    ) -> ObjectReference<GIOStream>? {
        guard let stream = SecureStream.make(socket.cast(), certificate.cast()) else { return nil }
        if clients != .ignored {
            var mode = GValue()
            g_value_init(&mode, g_tls_authentication_mode_get_type())
            let wanted = clients == .offered ? G_TLS_AUTHENTICATION_REQUESTED : G_TLS_AUTHENTICATION_REQUIRED
            g_value_set_enum(&mode, gint(wanted.rawValue))
            g_object_set_property(
                UnsafeMutableRawPointer(stream.pointer).assumingMemoryBound(to: GObject.self), "authentication-mode",
                &mode)
        }
        if !protocols.isEmpty {
            var names: [UnsafePointer<CChar>?] = protocols.map { UnsafePointer(strdup($0)) }
            defer { for name in names { free(UnsafeMutablePointer(mutating: name)) } }
            names.append(nil)
            g_tls_connection_set_advertised_protocols(stream.cast(), &names)
        }
        return stream
    }

    /// The open connections, so that they can be closed.
    private final class OpenConnections: Sendable {
        private let all = Mutex<[(stream: ByteStream, task: Task<Void, Never>)]>([])

        var count: Int { all.withLock { $0.count } }

        /// Adds a connection; `begin` receives its number, counted from 1.
        func add(_ stream: ByteStream, _ begin: (Int) -> Task<Void, Never>) {
            all.withLock { $0.append((stream, begin($0.count + 1))) }
        }

        @NetworkActor @discardableResult func closeAll() -> [Task<Void, Never>] {
            let all = all.withLock { $0 }
            for connection in all { connection.stream.abort() }
            return all.map(\.task)
        }
    }
}

/// A socket that listens on 127.0.0.1.
@NetworkActor private final class PeerListener {
    let port: Int
    private let listener: Reference
    private let cancellable = Cancellable()

    init(port: Int) throws {
        listener = Reference(taking: g_socket_listener_new())
        let pointer: UnsafeMutablePointer<GSocketListener> = listener.cast()
        g_socket_listener_set_backlog(pointer, 256)
        guard let wanted = g_inet_socket_address_new_from_string("127.0.0.1", guint(port)) else {
            throw NetworkError.unusableAddress
        }
        defer { g_object_unref(wanted) }
        var effective: UnsafeMutablePointer<GSocketAddress>?
        _ = try checked {
            g_socket_listener_add_address(
                pointer, wanted, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil, &effective, $0)
        }
        guard let effective else { throw NetworkError.unreachable }
        defer { g_object_unref(effective) }
        self.port = Int(
            g_inet_socket_address_get_port(
                UnsafeMutableRawPointer(effective).assumingMemoryBound(to: GInetSocketAddress.self)))
    }

    /// The next connection; `nil` after it was closed.
    func accept() async -> Reference? {
        let pointer: UnsafeMutablePointer<GSocketListener> = listener.cast()
        guard !cancellable.isCancelled else { return nil }
        let result = await result { done, data in
            g_socket_listener_accept_async(pointer, cancellable.pointer, done, data)
        }
        guard let connection = try? owned({ g_socket_listener_accept_finish(pointer, result.opaque, nil, $0) }) else {
            return nil
        }
        // Otherwise, the second part of a response waits for the client's acknowledgement of the first.
        let socket = g_socket_connection_get_socket(connection.cast())
        g_socket_set_option(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        return connection
    }

    func close() {
        cancellable.cancel()
        g_socket_listener_close(listener.cast())
    }
}
