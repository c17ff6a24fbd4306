internal import CSoup
internal import Glibc
internal import Network

/// A connection that a client has opened.
@NetworkActor final class ClientConnection {
    private let socket: ObjectReference<GSocket>
    private let plain: ObjectReference<GIOStream>
    private let secure: ObjectReference<GIOStream>?
    private let cancellable: ObjectReference<GCancellable>
    private var isEnded = false

    /// The number of GIO operations that use the socket.
    ///
    /// It is closed when all have returned: until then, its descriptor must not be reused.
    private var operations = 0

    private static let blockSize: gsize = 1 << 16

    /// Creates the server's side of an accepted connection, with TLS if there is a certificate.
    init?(_ accepted: ObjectReference<GSocketConnection>, certificate: ObjectReference<GTlsCertificate>?) {
        plain = ObjectReference(retaining: accepted.cast())
        guard let socket = g_socket_connection_get_socket(accepted.pointer), let cancellable = g_cancellable_new()
        else { return nil }
        self.socket = ObjectReference(retaining: socket)
        self.cancellable = ObjectReference(taking: cancellable)
        // Without it, the end of a response waits until the client has acknowledged its beginning.
        g_socket_set_option(socket, gint(IPPROTO_TCP), gint(TCP_NODELAY), 1, nil)
        guard let certificate else {
            secure = nil
            return
        }
        guard let secure = SecureStream.make(plain.pointer, certificate.pointer) else { return nil }
        self.secure = secure
    }

    private var stream: UnsafeMutablePointer<GIOStream> { secure?.pointer ?? plain.pointer }

    /// Negotiates TLS, if the server uses it; once the client has begun, this may take as long as `limit`.
    func open(within limit: Duration) async throws {
        guard let secure else { return }
        // A handshake occupies a thread, which a silent client must not hold.
        operations += 1
        await AsyncOperation.wait(for: socket.pointer, cancellable.pointer)
        operations -= 1
        closeWhenUnused()
        try await within(limit) {
            guard !isEnded else { throw LocalServerError.operation("the connection has ended") }
            operations += 1
            let isSecure = await SecureStream.handshake(secure, cancellable)
            operations -= 1
            closeWhenUnused()
            guard isSecure else { throw LocalServerError.operation("TLS was not negotiated") }
        }
    }

    /// The next bytes; empty if the client sends no more.
    func read() async throws -> [UInt8] {
        let input = g_io_stream_get_input_stream(stream)
        return try await perform { callback, data in
            g_input_stream_read_bytes_async(
                input, Self.blockSize, G_PRIORITY_DEFAULT, cancellable.pointer, callback, data)
        } result: { outcome, error in
            guard let bytes = g_input_stream_read_bytes_finish(input, outcome, &error) else { return nil }
            defer { g_bytes_unref(bytes) }
            var count: gsize = 0
            guard let start = g_bytes_get_data(bytes, &count) else { return [] }
            return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
        }
    }

    /// Sends `parts` in order, and returns when the system has accepted all of them.
    func write(_ parts: [UInt8]...) async throws {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: parts.reduce(0) { $0 + $1.count }, alignment: 1)
        defer { bytes.deallocate() }
        var position = 0
        for part in parts {
            bytes[position...].copyBytes(from: part)
            position += part.count
        }
        let output = g_io_stream_get_output_stream(stream)
        let _: Bool = try await perform { callback, data in
            g_output_stream_write_all_async(
                output, bytes.baseAddress, gsize(bytes.count), G_PRIORITY_DEFAULT, cancellable.pointer, callback, data)
        } result: { outcome, error in
            g_output_stream_write_all_finish(output, outcome, nil, &error) != 0 ? true : nil
        }
    }

    /// Closes the connection after the data that was sent, which the client may not have read yet.
    ///
    /// Closing a socket with unread input resets the connection, and the client would lose the response. So the
    /// client's further input is read for a moment; with TLS only if `isMoreExpected`, because a TLS client waits for
    /// the server's `close_notify`.
    func close(isMoreExpected: Bool = false) async {
        if secure == nil { g_socket_shutdown(socket.pointer, 0, 1, nil) }
        if secure == nil || isMoreExpected {
            await within(.seconds(2)) {
                while let bytes = try? await read(), !bytes.isEmpty {}
            }
        }
        if secure != nil, !isEnded {
            await within(.seconds(2)) { await sendCloseNotify() }
        }
        abort()
    }

    /// Sends TLS's `close_notify`, without which a client considers the response truncated.
    private func sendCloseNotify() async {
        let stream = stream
        let _: Bool? = try? await perform { callback, data in
            g_io_stream_close_async(stream, G_PRIORITY_DEFAULT, cancellable.pointer, callback, data)
        } result: { outcome, error in
            g_io_stream_close_finish(stream, outcome, &error) != 0 ? true : nil
        }
    }

    /// Closes the connection immediately; pending operations fail.
    func abort() {
        isEnded = true
        g_cancellable_cancel(cancellable.pointer)
        g_socket_shutdown(socket.pointer, 1, 1, nil)
        closeWhenUnused()
    }

    private func closeWhenUnused() {
        guard isEnded, operations == 0 else { return }
        g_socket_close(socket.pointer, nil)
    }

    private func perform<Value: Sendable>(
        _ start: (@escaping GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
        result: @escaping (OpaquePointer?, inout UnsafeMutablePointer<GError>?) -> Value?
    ) async throws -> Value {
        guard !isEnded else { throw LocalServerError.operation("the connection has ended") }
        operations += 1
        defer {
            operations -= 1
            closeWhenUnused()
        }
        return try await AsyncOperation.run(start, result: result)
    }

    /// Runs `work`, and closes the connection if it takes longer than `limit`.
    private func within(_ limit: Duration, _ work: () async throws -> Void) async rethrows {
        let alarm = Task {
            try await Task.sleep(for: limit)
            abort()
        }
        defer { alarm.cancel() }
        try await work()
    }
}
