/// The queues in which requests wait for the user.
@MainActor final class UserQueues {
    private var queues: [QueuePosition.Queue: [QueuePosition]] = [:]

    /// Appends `turn` to its queues.
    func append(_ turn: QueuePosition) {
        for queue in turn.queues { queues[queue, default: []].append(turn) }
    }

    /// Waits until `turn` is the first in all its queues.
    func wait(_ turn: QueuePosition) async -> QueuePosition.Outcome {
        if isFirst(turn) { return Task.isCancelled ? .cancelled : .come }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: .cancelled)
                } else {
                    turn.continuation = continuation
                }
            }
        } onCancel: {
            Task { @MainActor in turn.resume(.cancelled) }
        }
    }

    /// Removes `turn` from its queues, and starts the turns that are now first.
    func remove(_ turn: QueuePosition) {
        for queue in turn.queues {
            queues[queue]?.removeAll { $0 === turn }
            if queues[queue]?.isEmpty == true { queues[queue] = nil }
        }
        for queue in turn.queues {
            if let next = queues[queue]?.first, isFirst(next) { next.resume(.come) }
        }
    }

    /// Ends the wait of all turns of `origin` that have not started.
    func rejectAll(of origin: Origin) {
        let waiting = queues.values.joined().filter { $0.peer.origin == origin }
        for turn in waiting { turn.resume(.rejected) }
    }

    /// The requests of `peer` in its queue.
    func requests(of peer: Peer) -> [Request.ID] { (queues[.peer(peer)] ?? []).map(\.request) }

    private func isFirst(_ turn: QueuePosition) -> Bool {
        turn.queues.allSatisfy { queues[$0]?.first === turn }
    }
}
