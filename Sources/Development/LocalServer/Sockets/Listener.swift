internal import CSoup
internal import Network

/// A socket that listens on 127.0.0.1, and its accepted connections.
@NetworkActor final class Listener {
    nonisolated let port: Int

    private let listener: ObjectReference<GSocketListener>
    private let certificate: ObjectReference<GTlsCertificate>?
    private let cancellable: ObjectReference<GCancellable>
    private let serve: @Sendable (ClientConnection) async -> Void
    private var connections: [ObjectIdentifier: ClientConnection] = [:]
    private var isStopped = false

    /// Listens on `port`, and calls `serve` on other threads for each connection.
    init(
        port: UInt16, identity: ServerIdentity?, serve: @escaping @Sendable (ClientConnection) async -> Void
    ) throws(LocalServerError) {
        certificate = try identity?.certificate()
        guard let listener = g_socket_listener_new(), let cancellable = g_cancellable_new() else {
            throw .listen("no memory")
        }
        self.listener = ObjectReference(taking: listener)
        self.cancellable = ObjectReference(taking: cancellable)
        self.serve = serve
        self.port = try Self.bind(listener, to: port)
        Task { await accept() }
    }

    private static func bind(
        _ listener: UnsafeMutablePointer<GSocketListener>, to port: UInt16
    ) throws(LocalServerError) -> Int {
        var error: UnsafeMutablePointer<GError>?
        let new = g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error)
        guard let new, let address = g_inet_socket_address_new_from_string("127.0.0.1", guint(port)) else {
            throw .listen(takeMessage(of: error))
        }
        let socket = ObjectReference(taking: new)
        defer { g_object_unref(address) }
        g_socket_set_listen_backlog(new, gint(LoopbackServer.connectionLimit))
        guard g_socket_bind(new, address, 1, &error) != 0, g_socket_listen(new, &error) != 0,
            g_socket_listener_add_socket(listener, new, nil, &error) != 0,
            let own = g_socket_get_local_address(new, &error)
        else { throw .listen(takeMessage(of: error)) }
        defer { g_object_unref(own) }
        return withExtendedLifetime(socket) {
            Int(
                g_inet_socket_address_get_port(
                    UnsafeMutableRawPointer(own).assumingMemoryBound(to: GInetSocketAddress.self)))
        }
    }

    private func accept() async {
        while !isStopped {
            do {
                let accepted = try await next()
                guard !isStopped, connections.count < LoopbackServer.connectionLimit,
                    let connection = ClientConnection(accepted, certificate: certificate)
                else { continue }
                connections[ObjectIdentifier(connection)] = connection
                Task.detached { [serve] in
                    await serve(connection)
                    await self.forget(connection)
                }
            } catch {
                // For example, no file descriptors are left: some become free when connections end.
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func next() async throws -> ObjectReference<GSocketConnection> {
        let listener = listener
        return try await AsyncOperation.run { callback, data in
            g_socket_listener_accept_async(listener.pointer, cancellable.pointer, callback, data)
        } result: { outcome, error in
            g_socket_listener_accept_finish(listener.pointer, outcome, nil, &error).map { ObjectReference(taking: $0) }
        }
    }

    private func forget(_ connection: ClientConnection) {
        connection.abort()
        connections[ObjectIdentifier(connection)] = nil
    }

    /// Stops listening, and closes all connections.
    func stop() {
        isStopped = true
        g_cancellable_cancel(cancellable.pointer)
        g_socket_listener_close(listener.pointer)
        for connection in connections.values { connection.abort() }
    }
}
