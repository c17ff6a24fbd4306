internal import CSoup
internal import Glibc

/// The making of one connection.
@NetworkActor final class SocketCall {
    private let address: LineAddress
    private let proxy: Proxy
    private let trust: ServerTrust
    private let addresses: HTTPRequest.Addresses
    private let protocols: [String]
    private let cancellable = Cancellable()
    /// Whether the server is connected, or the proxy to it.
    private var isConnected = false
    /// The fingerprint of the certificate that was refused.
    private var refused: CertificateFingerprint?
    /// Whether the name led to an address that must not be reached.
    private var isPrivate = false

    /// Prepares a connection.
    ///
    /// - Parameters:
    ///   - address: The server.
    ///   - proxy: The proxy, which a connection to this machine does not use.
    ///   - trust: What the server must prove, with TLS.
    ///   - addresses: Which addresses the name may have; through a proxy, only an address in numbers is checked.
    ///   - protocols: What is offered to be spoken over TLS (ALPN), the best first.
    init(
        to address: LineAddress, through proxy: Proxy, trusting trust: ServerTrust,
        reaching addresses: HTTPRequest.Addresses = .any, protocols: [String] = []
    ) {
        self.address = address
        self.proxy = HostAndPort.isThisMachine(address.host) ? .none : proxy
        self.trust = trust
        self.addresses = addresses
        self.protocols = protocols
    }

    /// Connects to the address, through the proxy and up to TLS.
    func stream() async throws -> ByteStream {
        if addresses == .publicOnly, let number = InternetAddress(address.host), !number.isPublic {
            throw NetworkError.privateAddress
        }
        return try await cancellable.following {
            guard self.address.isSecure else { return ByteStream(try await self.socket()) }
            // Before there is a connection: a server may wait for the handshake on the same threads.
            let handshake = try await HandshakePlace.take()
            defer { handshake.giveBack() }
            let socket = try await self.socket()
            do {
                return ByteStream(try await self.secured(socket), over: socket)
            } catch {
                g_io_stream_close(socket.cast(), nil, nil)
                throw error
            }
        }
    }

    /// The fingerprint of the certificate that the server presents; for a call without trusted authorities.
    func presented() async throws -> CertificateFingerprint {
        do {
            _ = try await stream()
        } catch {
            guard let refused else { throw error }
            return refused
        }
        throw NetworkError.untrusted
    }

    private func socket() async throws -> Reference {
        guard let pointer = g_socket_client_new() else { throw NetworkError.unreachable }
        let client = Reference(taking: pointer)
        var (host, port) = (address.host, address.port)
        switch proxy {
        case .none: g_socket_client_set_enable_proxy(pointer, 0)
        case .thisMachineOnly: throw NetworkError.unreachable
        case .socks5:
            guard let resolver = proxy.resolver else { throw NetworkError.unusableAddress }
            g_socket_client_set_proxy_resolver(pointer, resolver.opaque)
        case .http(let proxyHost, let proxyPort):
            // GIO's own tunnel would tell the proxy which library asks, and has no limit for its answer.
            g_socket_client_set_enable_proxy(pointer, 0)
            (host, port) = (proxyHost, proxyPort)
        }
        let place = Reference(taking: g_network_address_new(host, guint16(port)))
        let signals = Signals(of: client)
        followConnecting(signals)
        defer { signals.disconnect() }
        let result = await result { done, data in
            g_socket_client_connect_async(client.cast(), place.opaque, cancellable.pointer, done, data)
        }
        let connection: Reference
        do throws(GLibError) {
            connection = try owned { g_socket_client_connect_finish(client.cast(), result.opaque, $0) }
        } catch {
            guard !isPrivate else { throw NetworkError.privateAddress }
            let meaning = NetworkError(cause: error)
            // Without a connection, only the proxy can have been out of reach.
            throw meaning == .unreachable && proxy != .none && !isConnected ? .proxyUnreachable : meaning
        }
        let socket = g_socket_connection_get_socket(connection.cast())
        g_socket_set_keepalive(socket, 1)
        g_socket_set_option(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        if case .http = proxy {
            try await Tunnel.open(over: ByteStream(connection), to: address.host, address.port)
        }
        return connection
    }

    private func followConnecting(_ signals: Signals) {
        typealias Event =
            @convention(c) (
                OpaquePointer?, GSocketClientEvent, OpaquePointer?, UnsafeMutablePointer<GSocketConnection>?,
                UnsafeMutableRawPointer?
            ) -> Void
        let event: Event = { _, event, _, connection, data in
            guard let data else { return }
            // Unsafe, because pointers are not Sendable; GIO calls on the network's thread, where the body runs.
            nonisolated(unsafe) let (call, connection) = (data, connection)
            NetworkActor.assumeIsolated {
                Unmanaged<SocketCall>.fromOpaque(call).takeUnretainedValue().saw(event, connection)
            }
        }
        signals.connect("event", self, event)
    }

    private func saw(_ event: GSocketClientEvent, _ connection: UnsafeMutablePointer<GSocketConnection>?) {
        switch event {
        case G_SOCKET_CLIENT_CONNECTING:
            guard addresses == .publicOnly, proxy == .none, let connection else { return }
            let address = g_socket_connection_get_remote_address(connection, nil)
            defer { if let address { g_object_unref(address) } }
            guard InternetAddress(address)?.isPublic != true else { return }
            isPrivate = true
            // Closed, so that not even a connection is tried.
            g_socket_close(g_socket_connection_get_socket(connection), nil)
            cancellable.cancel()
        case G_SOCKET_CLIENT_CONNECTED: isConnected = true
        default: break
        }
    }

    private func secured(_ socket: Reference) async throws -> Reference {
        let identity = Reference(taking: g_network_address_new(address.host, guint16(address.port)))
        let stream = try owned { g_tls_client_connection_new(socket.cast(), identity.opaque, $0) }
        let connection: UnsafeMutablePointer<GTlsConnection> = stream.cast()
        trust.prepare(connection)
        offerProtocols(on: connection)
        let signals = Signals(of: stream)
        typealias Accept =
            @convention(c) (
                UnsafeMutablePointer<GTlsConnection>?, UnsafeMutablePointer<GTlsCertificate>?, GTlsCertificateFlags,
                UnsafeMutableRawPointer?
            ) -> gboolean
        let accept: Accept = { connection, certificate, _, data in
            guard let data, let connection else { return 0 }
            // Unsafe, because pointers are not Sendable; GIO calls on the network's thread, where the body runs.
            nonisolated(unsafe) let (shown, call, asked) = (certificate, data, OpaquePointer(connection))
            let isAccepted = NetworkActor.assumeIsolated {
                Unmanaged<SocketCall>.fromOpaque(call).takeUnretainedValue()
                    .accepts(shown, for: g_tls_client_connection_get_server_identity(asked))
            }
            return isAccepted ? 1 : 0
        }
        signals.connect("accept-certificate", self, accept)
        defer { signals.disconnect() }
        let probe = SocketProbe(socket.cast())
        do throws(GLibError) {
            let result = await result { done, data in
                g_tls_connection_handshake_async(
                    connection, G_PRIORITY_DEFAULT, cancellable.pointer, done, data)
            }
            _ = try checked { g_tls_connection_handshake_finish(connection, result.opaque, $0) }
        } catch {
            throw error.isTLS(G_TLS_ERROR_NOT_TLS) && probe.isAtEnd
                ? NetworkError.interrupted : NetworkError(cause: error)
        }
        guard trust.isProved(by: connection) else {
            // Without a question about the certificate, a TLS session was resumed, or the version of TLS is too old.
            if refused == nil, let certificate = g_tls_connection_get_peer_certificate(connection) {
                refused = ServerTrust.fingerprint(of: certificate)
            }
            throw NetworkError.untrusted
        }
        return stream
    }

    private func accepts(_ certificate: UnsafeMutablePointer<GTlsCertificate>?, for identity: OpaquePointer?) -> Bool {
        let isAccepted = trust.accepts(certificate, for: identity)
        if !isAccepted, let certificate { refused = ServerTrust.fingerprint(of: certificate) }
        return isAccepted
    }

    private func offerProtocols(on connection: UnsafeMutablePointer<GTlsConnection>) {
        guard !protocols.isEmpty else { return }
        var names = protocols.map { UnsafePointer(strdup($0)) }
        defer { for name in names { free(UnsafeMutablePointer(mutating: name)) } }
        names.append(nil)
        g_tls_connection_set_advertised_protocols(connection, &names)
    }
}
