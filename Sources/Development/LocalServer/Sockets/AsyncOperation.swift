package import CSoup
internal import Network

/// The Swift side of an asynchronous GIO operation, which calls back exactly once, even if it is cancelled.
package final class AsyncOperation {
    private let finish: (OpaquePointer?) -> Void

    private init(_ finish: @escaping (OpaquePointer?) -> Void) {
        self.finish = finish
    }

    /// Starts an operation on the network thread, and waits for its result.
    ///
    /// `start` calls GIO with the callback and its data; `result` calls GIO's function that finishes the operation.
    @NetworkActor static func run<Value: Sendable>(
        _ start: (@escaping GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
        result: @escaping (OpaquePointer?, inout UnsafeMutablePointer<GError>?) -> Value?
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let operation = AsyncOperation { outcome in
                var error: UnsafeMutablePointer<GError>?
                if let value = result(outcome, &error) {
                    continuation.resume(returning: value)
                } else {
                    continuation.resume(throwing: LocalServerError.operation(takeMessage(of: error)))
                }
            }
            start(callback, Unmanaged.passRetained(operation).toOpaque())
        }
    }

    /// Waits on the network thread until `socket` is readable, has ended or is cancelled.
    package static func wait(
        for socket: UnsafeMutablePointer<GSocket>, _ cancellable: UnsafeMutablePointer<GCancellable>
    ) async {
        await withCheckedContinuation { continuation in
            let source = g_socket_create_source(socket, G_IO_IN, cancellable)
            let operation = AsyncOperation { _ in continuation.resume() }
            // Unsafe, because the callback of this kind of source has its own type, which GLib casts back.
            let callback = unsafeBitCast(ready, to: GSourceFunc.self)
            g_source_set_callback(source, callback, Unmanaged.passRetained(operation).toOpaque(), nil)
            g_source_attach(source, g_main_context_get_thread_default())
            g_source_unref(source)
        }
    }

    private static let ready: GSocketSourceFunc = { _, _, data in
        if let data { Unmanaged<AsyncOperation>.fromOpaque(data).takeRetainedValue().finish(nil) }
        return 0
    }

    private static let callback: GAsyncReadyCallback = { _, outcome, data in
        guard let data else { return }
        Unmanaged<AsyncOperation>.fromOpaque(data).takeRetainedValue().finish(outcome)
    }
}

/// Frees `error`, and returns its message.
func takeMessage(of error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "unknown error" }
    defer { g_error_free(error) }
    return error.pointee.message.map { String(cString: $0) } ?? "unknown error"
}
