package import CSoup

/// The server's side of TLS.
package enum SecureStream {
    /// Adds TLS to `plain`; `nil` if the system's TLS library is missing.
    ///
    /// `g_tls_server_connection_new` also gives each connection a copy of the system's certificate authorities, which
    /// took 21 ms and 3.7 MB. They are needed only for client certificates, which the server does not request.
    package static func make(
        _ plain: UnsafeMutablePointer<GIOStream>, _ certificate: UnsafeMutablePointer<GTlsCertificate>
    ) -> ObjectReference<GIOStream>? {
        let type = g_tls_backend_get_server_connection_type(g_tls_backend_get_default())
        let properties: [(name: StaticString, type: GType, value: UnsafeMutableRawPointer?)] = [
            ("base-io-stream", g_io_stream_get_type(), UnsafeMutableRawPointer(plain)),
            ("certificate", g_tls_certificate_get_type(), UnsafeMutableRawPointer(certificate)),
            ("database", g_tls_database_get_type(), nil),
        ]
        var names = properties.map { Optional(UnsafeRawPointer($0.name.utf8Start).assumingMemoryBound(to: CChar.self)) }
        var values = properties.map { property in
            var value = GValue()
            g_value_init(&value, property.type)
            g_value_set_object(&value, property.value)
            return value
        }
        defer { for index in values.indices { g_value_unset(&values[index]) } }
        guard let object = g_object_new_with_properties(type, guint(names.count), &names, values) else { return nil }
        let stream = ObjectReference(taking: UnsafeMutableRawPointer(object).assumingMemoryBound(to: GIOStream.self))
        return g_initable_init(OpaquePointer(object), nil, nil) != 0 ? stream : nil
    }

    /// Negotiates TLS on a separate thread.
    ///
    /// GIO would use one of the ten threads of its pool. A test has both sides in one process: if servers wait on all
    /// of these threads, none are left for the clients.
    ///
    /// - Returns: Whether it succeeded.
    package static func handshake(
        _ stream: ObjectReference<GIOStream>, _ cancellable: ObjectReference<GCancellable>
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let negotiation = Negotiation(stream, cancellable, continuation)
            let thread = g_thread_new(
                "handshake",
                { data in
                    guard let data else { return nil }
                    Unmanaged<Negotiation>.fromOpaque(data).takeRetainedValue().run()
                    return nil
                }, Unmanaged.passRetained(negotiation).toOpaque())
            g_thread_unref(thread)
        }
    }

    /// One handshake, passed to its thread.
    private final class Negotiation {
        private let stream: ObjectReference<GIOStream>
        private let cancellable: ObjectReference<GCancellable>
        private let continuation: CheckedContinuation<Bool, Never>

        init(
            _ stream: ObjectReference<GIOStream>, _ cancellable: ObjectReference<GCancellable>,
            _ continuation: CheckedContinuation<Bool, Never>
        ) {
            (self.stream, self.cancellable, self.continuation) = (stream, cancellable, continuation)
        }

        func run() {
            continuation.resume(returning: g_tls_connection_handshake(stream.cast(), cancellable.pointer, nil) != 0)
        }
    }
}
