internal import CSoup
internal import Network

/// A WebSocket server of libsoup on this machine, which repeats each message: a peer that this project did not write.
///
/// The message `close CODE REASON` makes it close the connection, and `ping` makes it send a ping.
public final class SoupWebSocketServer: Sendable {
    private let server: Server

    /// Its port at 127.0.0.1.
    public let port: Int

    /// How each connection was closed by its client, as the code and the reason, in the order of their ends.
    public var closings: AsyncStream<String> { server.closings.stream }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - identity: Its certificate; `nil` for a server without TLS.
    ///   - subprotocols: Those from which it chooses; none by default.
    /// - Throws: What the system says where it cannot listen.
    public init(_ identity: TestIdentity? = nil, subprotocols: [String] = []) async throws {
        server = try await Server(identity, subprotocols)
        port = server.port
    }

    deinit {
        Task { @NetworkActor [server] in server.close() }
    }

    /// The server, on the network's thread.
    @NetworkActor private final class Server {
        let port: Int
        nonisolated let closings = AsyncStream<String>.makeStream()
        private let reference: Reference

        init(_ identity: TestIdentity?, _ subprotocols: [String]) throws {
            guard let object = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil) else {
                throw NetworkError.unreachable
            }
            reference = Reference(taking: UnsafeMutableRawPointer(object))
            let server: UnsafeMutablePointer<SoupServer> = reference.cast()
            if let certificate = try identity?.shown() {
                withExtendedLifetime(certificate) { soup_server_set_tls_certificate(server, certificate.cast()) }
            }
            let options = SoupServerListenOptions(
                rawValue: SOUP_SERVER_LISTEN_IPV4_ONLY.rawValue
                    | (identity == nil ? 0 : SOUP_SERVER_LISTEN_HTTPS.rawValue))
            _ = try checked { soup_server_listen_local(server, 0, options, $0) }
            let addresses = soup_server_get_uris(server)
            defer { g_slist_free_full(addresses) { g_uri_unref(OpaquePointer($0)) } }
            port = Int(addresses.map { g_uri_get_port(OpaquePointer($0.pointee.data)) } ?? 0)
            serve(subprotocols)
        }

        private func serve(_ subprotocols: [String]) {
            var names = subprotocols.map { UnsafeMutablePointer(strdup($0)) }
            defer { for name in names { g_free(name) } }
            names.append(nil)
            soup_server_add_websocket_handler(
                reference.cast(), "/", nil, &names,
                { _, _, _, connection, data in
                    guard let connection, let data else { return }
                    // Unsafe, because pointers are not Sendable; libsoup calls on the network's thread.
                    nonisolated(unsafe) let (opened, server) = (connection, data)
                    NetworkActor.assumeIsolated {
                        Unmanaged<Server>.fromOpaque(server).takeUnretainedValue().take(opened)
                    }
                }, Unmanaged.passRetained(self).toOpaque()
            ) { data in
                if let data { Unmanaged<Server>.fromOpaque(data).release() }
            }
        }

        /// Serves a connection until it is closed.
        private func take(_ connection: OpaquePointer) {
            g_object_ref(UnsafeMutableRawPointer(connection))
            soup_websocket_connection_set_max_incoming_payload_size(connection, 64 << 20)
            typealias Message = @convention(c) (OpaquePointer?, Int32, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
            let message: Message = { connection, _, bytes, _ in
                var count: gsize = 0
                guard let connection, let bytes, let start = g_bytes_get_data(bytes, &count) else { return }
                let text = String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
                let words = text.split(separator: " ", maxSplits: 2)
                if words.first == "close", words.count == 3, let code = gushort(words[1]) {
                    soup_websocket_connection_close(connection, code, String(words[2]))
                } else {
                    soup_websocket_connection_send_text(connection, text)
                }
            }
            typealias Closed = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
            let closed: Closed = { connection, data in
                guard let connection, let data else { return }
                let reason = soup_websocket_connection_get_close_data(connection).map { String(cString: $0) } ?? ""
                let server = Unmanaged<Server>.fromOpaque(data).takeUnretainedValue()
                let code = soup_websocket_connection_get_close_code(connection)
                server.closings.continuation.yield("\(code) \(reason)")
                g_object_unref(UnsafeMutableRawPointer(connection))
            }
            // Unsafe, because C stores every handler under one function type; GLib calls it by the signal's own.
            let handlers = [
                ("message", unsafeBitCast(message, to: GCallback.self)),
                ("closed", unsafeBitCast(closed, to: GCallback.self)),
            ]
            for (name, handler) in handlers {
                g_signal_connect_data(
                    UnsafeMutableRawPointer(connection), name, handler, Unmanaged.passRetained(self).toOpaque(),
                    { data, _ in
                        if let data { Unmanaged<Server>.fromOpaque(data).release() }
                    }, GConnectFlags(rawValue: 0))
            }
        }

        func close() {
            soup_server_disconnect(reference.cast())
            // It holds this object.
            soup_server_remove_handler(reference.cast(), "/")
        }
    }
}
