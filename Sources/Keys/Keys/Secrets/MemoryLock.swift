internal import Synchronization

/// Reports that the system cannot lock the memory of secrets, so that it may be swapped to disk.
///
/// This is not fatal: a container may allow only a few locked pages. It is reported once.
public enum MemoryLock {
    private struct State {
        var error: Int32?
        var listener: (@Sendable (Int32) -> Void)?
    }

    private static let state = Mutex(State())

    /// The error code of the first failed lock; `nil` if none has failed.
    public static var firstError: Int32? { state.withLock { $0.error } }

    /// Calls `body` once, with the error code of the first failed lock; immediately if one has already failed.
    public static func onFailure(_ body: @escaping @Sendable (Int32) -> Void) {
        let known = state.withLock { state in
            if state.error == nil { state.listener = body }
            return state.error
        }
        if let known { body(known) }
    }

    /// Records that memory could not be locked.
    static func fail(_ error: Int32) {
        let listener = state.withLock { state in
            guard state.error == nil else { return nil as (@Sendable (Int32) -> Void)? }
            state.error = error
            defer { state.listener = nil }
            return state.listener
        }
        listener?(error)
    }
}
