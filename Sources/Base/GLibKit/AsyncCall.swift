package import CWebKit

/// Calls of GLib that are answered later, on the main thread.
@MainActor package enum AsyncCall {
    /// Receives a result, for the function that finishes the call.
    package typealias Answer = @MainActor (_ result: OpaquePointer?) -> Void

    /// Starts a call that is answered once; `answer` lives until then.
    ///
    /// - Parameters:
    ///   - call: Calls GLib's function with a callback and its `user_data`.
    ///   - answer: Receives the result.
    package static func start(_ call: (GAsyncReadyCallback, gpointer) -> Void, _ answer: @escaping Answer) {
        let callback: GAsyncReadyCallback = { _, result, data in
            guard let data else { return }
            // Unsafe because pointers are not Sendable; GLib calls on the main thread.
            nonisolated(unsafe) let (result, box) = (result, data)
            MainActor.assumeIsolated {
                Unmanaged<SignalBox<Answer>>.fromOpaque(box).takeRetainedValue().body(result)
            }
        }
        call(callback, Unmanaged.passRetained(SignalBox<Answer>(answer)).toOpaque())
    }
}
