/// The requests that wait for the wallet to be unlocked, each until its one ending.
@MainActor final class LockLine {
    /// How waiting ended.
    enum Outcome {
        /// The wallet is open.
        case unlocked
        /// The user does not want to open it now.
        case refused
        /// The request ended otherwise.
        case cancelled
    }

    @MainActor private final class Waiter {
        let peer: Peer
        var continuation: CheckedContinuation<Outcome, Never>?

        init(_ peer: Peer) { self.peer = peer }
    }

    private var waiters: [Waiter] = []

    /// Called when somebody begins or ceases to wait.
    var onChange: (@MainActor () -> Void)?

    /// Those who wait, each once.
    var peers: [Peer] {
        waiters.reduce(into: []) { peers, waiter in
            if !peers.contains(waiter.peer) { peers.append(waiter.peer) }
        }
    }

    /// Waits for the end of the lock, or of the request.
    func wait(_ peer: Peer) async -> Outcome {
        let waiter = Waiter(peer)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
                waiter.continuation = continuation
                waiters.append(waiter)
                onChange?()
            }
        } onCancel: {
            Task { @MainActor in self.leave(waiter) }
        }
    }

    /// Ends all waiting.
    func end(_ outcome: Outcome) {
        let ended = waiters
        waiters = []
        for waiter in ended { settle(waiter, outcome) }
        if !ended.isEmpty { onChange?() }
    }

    private func leave(_ waiter: Waiter) {
        waiters.removeAll { $0 === waiter }
        guard waiter.continuation != nil else { return }
        settle(waiter, .cancelled)
        onChange?()
    }

    private func settle(_ waiter: Waiter, _ outcome: Outcome) {
        waiter.continuation?.resume(returning: outcome)
        waiter.continuation = nil
    }
}
