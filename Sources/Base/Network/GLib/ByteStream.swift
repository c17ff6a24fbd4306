internal import CSoup
internal import Glibc

/// A connection that is read and written piece by piece: one reader at a time; concurrent writers take turns.
@NetworkActor package final class ByteStream {
    private let stream: Reference
    /// The connection beneath TLS; without TLS, the same as the stream.
    private let base: Reference
    /// Cancels pending reads; cancelled when the stream is closed.
    package let reading = Cancellable()
    private let writing = Cancellable()
    private var isWriting = false
    private var writers: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false

    /// How long closing waits for TLS to send `close_notify`.
    private static let closeNotifyLimit = Duration.seconds(1)

    /// A stream over a socket connection, or over TLS on top of one.
    package init(_ stream: Reference, over base: Reference? = nil) {
        self.stream = stream
        self.base = base ?? stream
    }

    /// Waits for at most `count` bytes; returns an empty array at the end of the stream.
    ///
    /// Cancelling the task ends reading for good.
    package func read(_ count: Int) async throws -> [UInt8] {
        let input = g_io_stream_get_input_stream(stream.cast())
        return try await reading.following { [reading] in
            let result = await result { done, data in
                g_input_stream_read_bytes_async(
                    input, gsize(count), G_PRIORITY_DEFAULT, reading.pointer, done, data)
            }
            return try Self.bytes(g_input_stream_read_bytes_finish, of: input, result)
        }
    }

    /// The bytes of the `GBytes` that `finish` returns.
    static func bytes(
        _ finish: (
            UnsafeMutablePointer<GInputStream>?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
        ) -> OpaquePointer?, of input: UnsafeMutablePointer<GInputStream>?, _ result: Reference
    ) throws(GLibError) -> [UInt8] {
        guard let bytes = try checked({ finish(input, result.opaque, $0) }) else { return [] }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        guard let start = g_bytes_get_data(bytes, &count) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    /// Writes all of `bytes`; returns when the system has accepted them.
    package func write(_ bytes: [UInt8]) async throws {
        try await write(bytes, to: stream)
    }

    /// Writes `bytes` beneath TLS, unencrypted.
    package func writeRaw(_ bytes: [UInt8]) async throws {
        try await write(bytes, to: base)
    }

    private func write(_ bytes: [UInt8], to stream: Reference) async throws {
        guard !bytes.isEmpty else { return }
        await turn()
        defer { next() }
        let output = g_io_stream_get_output_stream(stream.cast())
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        defer { buffer.deallocate() }
        let result = await result { done, data in
            g_output_stream_write_all_async(
                output, buffer.baseAddress, gsize(buffer.count), G_PRIORITY_DEFAULT, writing.pointer, done, data)
        }
        _ = try checked { g_output_stream_write_all_finish(output, result.opaque, nil, $0) }
    }

    private func turn() async {
        guard isWriting else {
            isWriting = true
            return
        }
        await withCheckedContinuation { writers.append($0) }
    }

    private func next() {
        guard !writers.isEmpty else {
            isWriting = false
            return
        }
        writers.removeFirst().resume()
    }

    /// Closes the connection: pending operations fail, and the peer is notified.
    package func close() async {
        guard !isClosed else { return }
        isClosed = true
        reading.cancel()
        writing.cancel()
        // Notifying the peer may block, so it has a time limit.
        let limit = Cancellable()
        let timer = Task { @NetworkActor in
            try await Sleep().wait(for: Self.closeNotifyLimit)
            limit.cancel()
        }
        _ = await result { [stream] done, data in
            g_io_stream_close_async(stream.cast(), G_PRIORITY_DEFAULT, limit.pointer, done, data)
        }
        timer.cancel()
        g_io_stream_close(base.cast(), nil, nil)
    }

    /// Closes the connection without notifying the peer.
    package func abort() {
        isClosed = true
        reading.cancel()
        writing.cancel()
        g_io_stream_close(base.cast(), nil, nil)
    }
}

/// A duplicate of a socket's descriptor, to inspect the socket after the original was closed.
@NetworkActor final class SocketProbe {
    private let descriptor: CInt

    /// Duplicates the socket of `connection`, a `GSocketConnection`.
    init(_ connection: UnsafeMutablePointer<GSocketConnection>?) {
        descriptor = fcntl(g_socket_get_fd(g_socket_connection_get_socket(connection)), F_DUPFD_CLOEXEC, 0)
    }

    /// Whether the peer has closed the connection and no received bytes are left.
    var isAtEnd: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    isolated deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }
}
