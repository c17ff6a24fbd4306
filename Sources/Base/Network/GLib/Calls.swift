package import CSoup

/// The domain and code of a `GError`, without its message.
package struct GLibError: Error, Hashable {
    package let domain: GQuark
    package let code: Int32

    package init(domain: GQuark, code: Int32) {
        self.domain = domain
        self.code = code
    }

    /// Whether this is the GIO error `code`.
    package func isIO(_ code: GIOErrorEnum) -> Bool {
        domain == g_io_error_quark() && self.code == Int32(bitPattern: code.rawValue)
    }

    /// Whether this is the TLS error `code`.
    package func isTLS(_ code: GTlsError) -> Bool {
        domain == g_tls_error_quark() && self.code == Int32(bitPattern: code.rawValue)
    }
}

/// Calls a GLib function that reports failure in its last argument.
///
/// - Throws: The reported error.
package func checked<Value>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(GLibError) -> Value {
    var error: UnsafeMutablePointer<GError>?
    let value = body(&error)
    if let error {
        defer { g_error_free(error) }
        throw GLibError(domain: error.pointee.domain, code: error.pointee.code)
    }
    return value
}

/// The same for a function that returns an object, which the caller then owns.
@NetworkActor package func owned<Object>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> UnsafeMutablePointer<Object>?
) throws(GLibError) -> Reference {
    guard let object = try checked(body) else { throw GLibError(domain: 0, code: 0) }
    return Reference(taking: UnsafeMutableRawPointer(object))
}

/// The same for a function that returns an object whose structure is not in the headers.
@NetworkActor package func owned(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
) throws(GLibError) -> Reference {
    guard let object = try checked(body) else { throw GLibError(domain: 0, code: 0) }
    return Reference(taking: object)
}

/// Starts an asynchronous GIO call and waits for its result, to be passed to the call's `_finish` function.
@NetworkActor package func result(
    of start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void
) async -> Reference {
    await withCheckedContinuation { continuation in
        start(
            { _, result, data in
                guard let data, let result else { return }
                // Unsafe, because pointers are not Sendable; GIO calls back on the network thread, where the body runs.
                nonisolated(unsafe) let (shown, box) = (result, data)
                NetworkActor.assumeIsolated {
                    let waiting = Unmanaged<Waiting>.fromOpaque(box).takeRetainedValue()
                    waiting.continuation.resume(returning: Reference(retaining: shown))
                }
            }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
}

/// Starts an asynchronous GIO call and waits for the object that it returns; `finish` calls its `_finish` function.
///
/// `finish` runs inside GIO's callback, and the result is not kept afterwards, so the object of a cancelled call is
/// freed immediately. libsoup crashes if the body of a response is freed after its request has ended.
@NetworkActor func object(
    of start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
    finish: @escaping @NetworkActor (OpaquePointer) throws(GLibError) -> Reference
) async throws(GLibError) -> Reference {
    let outcome = await withCheckedContinuation { continuation in
        start(
            { _, result, data in
                guard let data, let result else { return }
                // Unsafe, because pointers are not Sendable; GIO calls back on the network thread, where the body runs.
                nonisolated(unsafe) let (shown, box) = (result, data)
                NetworkActor.assumeIsolated {
                    Unmanaged<WaitingForObject>.fromOpaque(box).takeRetainedValue().end(with: shown)
                }
            }, Unmanaged.passRetained(WaitingForObject(continuation, finish)).toOpaque())
    }
    return try outcome.get()
}

/// The continuation of a call that returns an object, passed through C.
@NetworkActor private final class WaitingForObject {
    private let continuation: CheckedContinuation<Result<Reference, GLibError>, Never>
    private let finish: @NetworkActor (OpaquePointer) throws(GLibError) -> Reference

    init(
        _ continuation: CheckedContinuation<Result<Reference, GLibError>, Never>,
        _ finish: @escaping @NetworkActor (OpaquePointer) throws(GLibError) -> Reference
    ) {
        (self.continuation, self.finish) = (continuation, finish)
    }

    func end(with result: OpaquePointer) {
        do throws(GLibError) {
            continuation.resume(returning: .success(try finish(result)))
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }
}

/// The continuation of a call, passed through C.
private final class Waiting {
    let continuation: CheckedContinuation<Reference, Never>

    init(_ continuation: CheckedContinuation<Reference, Never>) { self.continuation = continuation }
}
