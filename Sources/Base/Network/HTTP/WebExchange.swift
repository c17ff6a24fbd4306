internal import CSoup
internal import Glibc

/// One request in a session, and its response.
@NetworkActor final class WebExchange {
    private let request: HTTPRequest
    private let session: WebSession
    private let record: SendingRecord
    private let isSecure: Bool
    private let message: Reference
    private let signals: Signals
    private let cancellable = Cancellable()
    /// Why this side ended the exchange.
    private var fault: NetworkError?
    /// The 421 response, after which libsoup would send the request again.
    private var misdirected: HTTPResponse?
    /// Whether the server closed the connection before the head of its response was complete.
    private var isCutOff = false
    private var isAnswered = false
    /// Held until the TLS connection is ready.
    private var handshake: HandshakePlace?
    private var socket: Reference?
    /// The identity that the server's certificate must prove.
    private var identity: Reference?
    private var probe: SocketProbe?

    /// The number of bytes after which libsoup gives up on a response's head.
    private static let longestHead = 64 << 10

    init(
        _ request: HTTPRequest, to address: WebAddress, in session: WebSession, _ record: SendingRecord
    ) throws(NetworkError) {
        if request.addresses == .publicOnly, let number = address.number, !number.isPublic { throw .privateAddress }
        self.request = request
        self.session = session
        self.record = record
        isSecure = address.isSecure
        message = try Self.message(request, to: address)
        signals = Signals(of: message)
        connectSignals()
    }

    private static func message(_ request: HTTPRequest, to address: WebAddress) throws(NetworkError) -> Reference {
        // Built from its parts: libsoup's parser would change the path.
        let target = address.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let uri = g_uri_build(
            GUriFlags(rawValue: G_URI_FLAGS_ENCODED.rawValue | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue),
            address.isSecure ? "https" : "http", nil, address.hostWithoutBrackets, gint(address.port ?? -1),
            String(target[0]), target.count > 1 ? String(target[1]) : nil, nil)
        defer { g_uri_unref(uri) }
        guard let pointer = soup_message_new_from_uri(request.method.rawValue, uri) else { throw .unusableAddress }
        let message = Reference(taking: pointer)
        // Marked as idempotent, because libsoup would not reuse a connection otherwise. It repeats only GET, which
        // `starting` prevents.
        let flags = [
            SOUP_MESSAGE_NO_REDIRECT, SOUP_MESSAGE_IDEMPOTENT, SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE,
            SOUP_MESSAGE_COLLECT_METRICS,
        ]
        for flag in flags { soup_message_add_flags(pointer, flag) }
        // The session keeps it: without it, libsoup would collect the body of a 401 in memory.
        soup_message_disable_feature(pointer, soup_auth_manager_get_type())
        if request.method == .post, !request.body.isEmpty {
            let bytes = request.body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            soup_message_set_request_body_from_bytes(pointer, nil, bytes)
            g_bytes_unref(bytes)
        }
        let headers = soup_message_get_request_headers(pointer)
        for (name, value) in request.headers {
            guard HTTPRequest.isField(name, value) else { throw .malformed }
            soup_message_headers_append(headers, name, value)
        }
        return message
    }

    /// Sends the request, and waits for the complete response.
    func run(_ longBodies: LargeResponses?, before deadline: Deadline) async throws -> HTTPResponse {
        defer { signals.disconnect() }
        return try await cancellable.following {
            do {
                let stream = try await self.head()
                defer { g_input_stream_close(stream.cast(), self.cancellable.pointer, nil) }
                do {
                    return try await self.answer(stream, longBodies, deadline)
                } catch {
                    // The rest of the body is not read; the connection is closed.
                    self.cancellable.cancel()
                    throw error
                }
            } catch {
                if let misdirected = self.misdirected { return misdirected }
                throw self.meaning(of: error)
            }
        }
    }

    /// Waits for the head of the response, and returns the stream of its body.
    private func head() async throws -> Reference {
        if isSecure { handshake = try await HandshakePlace.take() }
        defer { handshake?.giveBack() }
        let stream = try await object { done, data in
            soup_session_send_async(
                session.pointer, message.opaque, G_PRIORITY_DEFAULT, cancellable.pointer, done, data)
        } finish: { [session] result throws(GLibError) in
            try owned { soup_session_send_finish(session.pointer, result, $0) }
        }
        isAnswered = true
        // An error response of the proxy looks like a response to a request that was never sent.
        guard record.hasStarted else { throw NetworkError.unreachable }
        return stream
    }

    private func answer(
        _ stream: Reference, _ longBodies: LargeResponses?, _ deadline: Deadline
    ) async throws -> HTTPResponse {
        let head = response(body: [], turn: nil)
        let encoding = soup_message_headers_get_encoding(soup_message_get_response_headers(message.opaque))
        let announced = encoding == SOUP_ENCODING_CHUNKED || head.hasNoBody ? nil : try head.announcedLength()
        guard announced.map({ $0 <= request.sizeLimit }) != false else { throw NetworkError.tooLarge }
        var body: [UInt8] = []
        var turn: LargeResponses.Permit?
        while true {
            let part = try await read(stream)
            if part.isEmpty { break }
            guard part.count <= request.sizeLimit - body.count else { throw NetworkError.tooLarge }
            if turn == nil, part.count > LargeResponses.length - body.count {
                // The time that other bodies take does not count against the server.
                turn = try await deadline.paused(for: LargeResponses.longestWait) {
                    try await longBodies?.turn(within: LargeResponses.longestWait)
                }
                if let announced { body.reserveCapacity(announced) }
            }
            body.append(contentsOf: part)
        }
        // libsoup accepts the end of the connection as the end of some bodies.
        if let announced, body.count != announced { throw NetworkError.interrupted }
        if encoding == SOUP_ENCODING_CHUNKED || body.isEmpty {
            try await checkEnd(of: stream, body.isEmpty ? head : nil)
        }
        return response(body: body, turn: turn)
    }

    /// Verifies that a response is complete if libsoup may have accepted the end of the connection as its end.
    ///
    /// After an incomplete chunked body, the connection would still have data to read. A response without a body may
    /// have an incomplete `head`.
    private func checkEnd(of stream: Reference, _ head: HTTPResponse?) async throws {
        let connection = session.connection(soup_message_get_connection_id(message.opaque))
        guard let connection, connection.closeIfUnusable() else { return }
        let reason = soup_message_get_reason_phrase(message.opaque).map { strlen($0) } ?? 0
        let isWhole = head.map { $0.lengthOfHead(reason: reason) <= receivedHead }
        guard (try? await read(stream))?.isEmpty == true, isWhole != false else { throw NetworkError.interrupted }
    }

    /// How many bytes of the response's head were received.
    private var receivedHead: Int {
        Int(clamping: soup_message_metrics_get_response_header_bytes_received(soup_message_get_metrics(message.opaque)))
    }

    private func read(_ stream: Reference) async throws -> [UInt8] {
        let input: UnsafeMutablePointer<GInputStream> = stream.cast()
        let result = await result { done, data in
            g_input_stream_read_bytes_async(input, 32 << 10, G_PRIORITY_DEFAULT, cancellable.pointer, done, data)
        }
        return try ByteStream.bytes(g_input_stream_read_bytes_finish, of: input, result)
    }

    private func response(body: [UInt8], turn: LargeResponses.Permit?) -> HTTPResponse {
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, soup_message_get_response_headers(message.opaque))
        var headers: [(name: String, value: String)] = []
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            headers.append((String(cString: name).lowercased(), String(cString: value)))
        }
        return HTTPResponse(
            status: Int(soup_message_get_status(message.opaque).rawValue), headers: headers, body: body, turn: turn)
    }

    /// The network error for `error` at this point of the exchange.
    private func meaning(of error: any Error) -> NetworkError {
        if let fault { return fault }
        var meaning = NetworkError(cause: error)
        if let error = error as? GLibError {
            if error.isTLS(G_TLS_ERROR_NOT_TLS), probe?.isAtEnd == true {
                meaning = .interrupted
            } else if error.isIO(G_IO_ERROR_PARTIAL_INPUT), receivedHead > Self.longestHead {
                meaning = .malformed
            } else if meaning == .malformed, isCutOff {
                meaning = .interrupted
            }
        }
        // Without a connection, it must be the proxy that was unreachable.
        if meaning == .unreachable, session.isProxied, socket == nil { meaning = .proxyUnreachable }
        return record.hasStarted ? meaning.afterSending : meaning
    }

    /// Ends the exchange because of `fault`.
    private func end(_ fault: NetworkError) {
        if self.fault == nil { self.fault = fault }
        cancellable.cancel()
    }
}

/// The signals of libsoup.
extension WebExchange {
    private typealias Data = UnsafeMutableRawPointer?

    private func connectSignals() {
        typealias Plain = @convention(c) (OpaquePointer?, Data) -> Void
        signals.connect("starting", self, { _, data in WebExchange.of(data) { $0.starting() } } as Plain)
        signals.connect("restarted", self, { _, data in WebExchange.of(data) { $0.restarted() } } as Plain)
        signals.connect("got-headers", self, { _, data in WebExchange.of(data) { $0.gotHeaders() } } as Plain)
        signals.connect("finished", self, { _, data in WebExchange.of(data) { $0.finished() } } as Plain)
        typealias Event =
            @convention(c) (
                OpaquePointer?, GSocketClientEvent, UnsafeMutablePointer<GIOStream>?, Data
            ) -> Void
        let event: Event = { _, event, stream, data in
            // Unsafe, because a pointer is not Sendable; libsoup calls back on the network thread, where the body runs.
            nonisolated(unsafe) let stream = stream
            WebExchange.of(data) { $0.saw(event, stream) }
        }
        signals.connect("network-event", self, event)
        typealias Accept =
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<GTlsCertificate>?, GTlsCertificateFlags, Data
            ) -> gboolean
        let accept: Accept = { _, certificate, _, data in
            // Unsafe, because a pointer is not Sendable; libsoup calls back on the network thread, where the body runs.
            nonisolated(unsafe) let certificate = certificate
            return WebExchange.of(data) { $0.accepts(certificate) } == true ? 1 : 0
        }
        signals.connect("accept-certificate", self, accept)
    }

    @discardableResult private nonisolated static func of<Value: Sendable>(
        _ data: Data, _ body: @NetworkActor (WebExchange) -> Value
    ) -> Value? {
        guard let data else { return nil }
        // Unsafe, because a pointer is not Sendable; it is the exchange, which lives while its signals are connected.
        nonisolated(unsafe) let pointer = data
        return NetworkActor.assumeIsolated {
            body(Unmanaged<WebExchange>.fromOpaque(pointer).takeUnretainedValue())
        }
    }

    /// The head is about to be written: nothing has been sent yet.
    private func starting() {
        handshake?.giveBack()
        guard !cancellable.isCancelled else { return }
        let connection = session.connection(soup_message_get_connection_id(message.opaque))
        guard !record.hasStarted, let connection, soup_message_get_http_version(message.opaque) != SOUP_HTTP_2_0 else {
            return end(.interrupted)
        }
        // A kept connection was made for another request, whose restrictions may have been weaker.
        guard isAllowed(connection.address) else { return end(.privateAddress) }
        record.start()
    }

    /// libsoup is about to repeat a GET whose kept connection closed without a response.
    private func restarted() {
        end(.interrupted)
    }

    private func gotHeaders() {
        // libsoup would repeat the request, and first collect this body in memory.
        guard soup_message_get_status(message.opaque) == SOUP_STATUS_MISDIRECTED_REQUEST else { return }
        misdirected = response(body: [], turn: nil)
        cancellable.cancel()
    }

    /// libsoup is about to release the connection.
    private func finished() {
        guard !isAnswered, record.hasStarted else { return }
        isCutOff = session.connection(soup_message_get_connection_id(message.opaque))?.isAtEnd == true
    }

    private func accepts(_ certificate: UnsafeMutablePointer<GTlsCertificate>?) -> Bool {
        session.trust.accepts(certificate, for: identity?.opaque)
    }

    private func isAllowed(_ address: InternetAddress?) -> Bool {
        request.addresses == .any || session.isProxied || address?.isPublic == true
    }

    private func saw(_ event: GSocketClientEvent, _ stream: UnsafeMutablePointer<GIOStream>?) {
        guard let stream else { return }
        let pointer = UnsafeMutableRawPointer(stream)
        switch event {
        case G_SOCKET_CLIENT_CONNECTING:
            let connection = pointer.assumingMemoryBound(to: GSocketConnection.self)
            guard let address = g_socket_connection_get_remote_address(connection, nil) else {
                return end(.interrupted)
            }
            defer { g_object_unref(address) }
            guard !isAllowed(InternetAddress(address)) else { return }
            // Closed before it connects.
            g_socket_close(g_socket_connection_get_socket(connection), nil)
            end(.privateAddress)
        case G_SOCKET_CLIENT_CONNECTED:
            socket = Reference(retaining: pointer)
        case G_SOCKET_CLIENT_TLS_HANDSHAKING:
            prepare(pointer.assumingMemoryBound(to: GTlsConnection.self))
        case G_SOCKET_CLIENT_TLS_HANDSHAKED:
            probe = nil
            let connection = pointer.assumingMemoryBound(to: GTlsConnection.self)
            if !session.trust.isProved(by: connection) { end(.untrusted) }
        case G_SOCKET_CLIENT_COMPLETE:
            guard fault == nil, let socket else { return }
            session.keep(WebConnection(stream, over: socket), soup_message_get_connection_id(message.opaque))
        default: break
        }
    }

    private func prepare(_ connection: UnsafeMutablePointer<GTlsConnection>) {
        session.trust.prepare(connection)
        identity = g_tls_client_connection_get_server_identity(OpaquePointer(connection)).map(
            Reference.init(retaining:))
        var protocols: [UnsafePointer<CChar>?] = []
        "http/1.1".withCString { name in
            protocols = [name, nil]
            g_tls_connection_set_advertised_protocols(connection, &protocols)
        }
        if let socket { probe = SocketProbe(socket.cast()) }
    }
}
