internal import Synchronization

/// Tells that the system does not lock the memory of secrets, so that it may be written to swap.
///
/// That is no reason to stop: a container may allow a few locked pages only. It is told once.
public enum MemoryLock {
    private struct State {
        var error: Int32?
        var listener: (@Sendable (Int32) -> Void)?
    }

    private static let state = Mutex(State())

    /// The error number of the first lock that failed; `nil` while none has.
    public static var firstError: Int32? { state.withLock { $0.error } }

    /// Calls `body` once, with the error number of the first lock that fails; at once where one has failed already.
    public static func onFailure(_ body: @escaping @Sendable (Int32) -> Void) {
        let known = state.withLock { state in
            if state.error == nil { state.listener = body }
            return state.error
        }
        if let known { body(known) }
    }

    /// Notes that memory could not be locked.
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
