/// Asks the user to unlock the wallet when a request needs it.
@MainActor public protocol Unlocker: AnyObject {
    /// These peers wait for the wallet to be unlocked: notify the user without taking the focus.
    ///
    /// If the user declines, call ``Gate/refuseUnlocking()``; if the user unlocks it, call
    /// ``RequestDispatcher/unlock()``.
    func isWanted(by peers: [Peer])

    /// No request is waiting any longer.
    ///
    /// A form in which the user may be typing must stay open.
    func isWantedNoMore()
}

/// The queue of requests that wait for the wallet to be unlocked.
@MainActor final class UnlockQueue {
    /// How waiting ended.
    enum Outcome {
        /// The wallet was unlocked.
        case unlocked
        /// The user declined to unlock it.
        case refused
        /// The request ended for another reason.
        case cancelled
    }

    @MainActor private final class Waiter {
        let peer: Peer
        var continuation: CheckedContinuation<Outcome, Never>?

        init(_ peer: Peer) { self.peer = peer }
    }

    private var waiters: [Waiter] = []

    /// A request starts or stops waiting.
    let changes = Listeners<Void>()

    /// The waiting peers, each once.
    var peers: [Peer] {
        waiters.reduce(into: []) { peers, waiter in
            if !peers.contains(waiter.peer) { peers.append(waiter.peer) }
        }
    }

    /// Waits until the wallet is unlocked or the request ends.
    func wait(_ peer: Peer) async -> Outcome {
        let waiter = Waiter(peer)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
                waiter.continuation = continuation
                waiters.append(waiter)
                changes.tell()
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
        if !ended.isEmpty { changes.tell() }
    }

    private func leave(_ waiter: Waiter) {
        waiters.removeAll { $0 === waiter }
        guard waiter.continuation != nil else { return }
        settle(waiter, .cancelled)
        changes.tell()
    }

    private func settle(_ waiter: Waiter, _ outcome: Outcome) {
        waiter.continuation?.resume(returning: outcome)
        waiter.continuation = nil
    }
}
