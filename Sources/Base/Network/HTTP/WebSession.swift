internal import CSoup

/// A libsoup session without browser features, and its open connections.
@NetworkActor final class WebSession {
    let reference: Reference
    let trust: ServerTrust
    /// Whether connections go through a proxy, so that their addresses are the proxy's.
    let isProxied: Bool
    private var connections: [guint64: WebConnection] = [:]

    /// How many seconds an idle connection is kept open.
    private static let idleTime: guint = 50

    init(trusting trust: ServerTrust, through proxy: Proxy) {
        self.trust = trust
        isProxied = proxy != .none
        reference = Self.makeSession()
        let session: UnsafeMutablePointer<SoupSession> = reference.cast()
        soup_session_set_timeout(session, 0)  // the limit for the whole request is enforced by the caller
        soup_session_set_idle_timeout(session, Self.idleTime)
        soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
        // Set in both cases: the default is the proxy of the desktop or of the environment.
        let resolver = proxy.resolver
        soup_session_set_proxy_resolver(session, resolver?.opaque)
    }

    /// Creates a session without a limit of its own: ``ConnectionTurns`` limits the connections.
    private static func makeSession() -> Reference {
        var value = GValue()
        g_value_init(&value, GType(6 << 2))  // G_TYPE_INT, a macro
        g_value_set_int(&value, 1 << 16)
        defer { g_value_unset(&value) }
        var values = [value, value]
        let session = "max-conns".withCString { total in
            "max-conns-per-host".withCString { each in
                var names: [UnsafePointer<CChar>?] = [total, each]
                return g_object_new_with_properties(soup_session_get_type(), 2, &names, &values)
            }
        }
        // No trap: GLib itself ends the program without memory.
        guard let session else { preconditionFailure("libsoup has no memory for a session") }
        return Reference(taking: UnsafeMutableRawPointer(session))
    }

    var pointer: UnsafeMutablePointer<SoupSession> { reference.cast() }

    /// The connection with libsoup's ID `id`; `nil` if it was not verified.
    func connection(_ id: guint64) -> WebConnection? { connections[id] }

    /// Stores a verified connection for as long as it is open.
    func keep(_ connection: WebConnection, _ id: guint64) {
        connections = connections.filter { !$0.value.isClosed }
        connections[id] = connection
    }

    /// Cancels all requests and closes all connections.
    func close() {
        soup_session_abort(pointer)
        connections = [:]
    }
}

/// A connection of a session whose TLS handshake, if any, is complete.
@NetworkActor final class WebConnection {
    private let stream: Reference
    private let socket: Reference

    /// The stream is `socket` itself, or TLS over it.
    init(_ stream: UnsafeMutablePointer<GIOStream>, over socket: Reference) {
        self.stream = Reference(retaining: stream)
        self.socket = socket
    }

    var isClosed: Bool { g_io_stream_is_closed(stream.cast()) != 0 || g_io_stream_is_closed(socket.cast()) != 0 }

    /// The address of the peer.
    var address: InternetAddress? {
        guard let address = g_socket_connection_get_remote_address(socket.cast(), nil) else { return nil }
        defer { g_object_unref(address) }
        return InternetAddress(address)
    }

    /// What an idle connection has to read.
    private enum Input {
        case nothing, bytes, end
    }

    private var unexpectedInput: Input {
        var byte: UInt8 = 0
        do throws(GLibError) {
            let input = OpaquePointer(g_io_stream_get_input_stream(stream.cast()))
            let count = try checked { g_pollable_input_stream_read_nonblocking(input, &byte, 1, nil, $0) }
            return count == 0 ? .end : .bytes
        } catch {
            return error.isIO(G_IO_ERROR_WOULD_BLOCK) ? .nothing : .end
        }
    }

    /// Whether the peer has closed the connection; discards a byte if there is one.
    var isAtEnd: Bool { unexpectedInput == .end }

    /// Closes the connection if the peer has closed it or has sent unexpected bytes; returns whether it did.
    func closeIfUnusable() -> Bool {
        guard unexpectedInput != .nothing else { return false }
        // The socket first, so that TLS does not wait to send `close_notify`.
        g_socket_close(g_socket_connection_get_socket(socket.cast()), nil)
        g_io_stream_close(stream.cast(), nil, nil)
        return true
    }
}
