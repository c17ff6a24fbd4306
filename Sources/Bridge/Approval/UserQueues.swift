/// The queues in which requests wait for the user.
@MainActor final class UserQueues {
    private var lines: [QueuePosition.Line: [QueuePosition]] = [:]

    /// Appends `turn` to its queues.
    func append(_ turn: QueuePosition) {
        for line in turn.lines { lines[line, default: []].append(turn) }
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
        for line in turn.lines {
            lines[line]?.removeAll { $0 === turn }
            if lines[line]?.isEmpty == true { lines[line] = nil }
        }
        for line in turn.lines {
            if let next = lines[line]?.first, isFirst(next) { next.resume(.come) }
        }
    }

    /// Ends the wait of all turns of `origin` that have not started.
    func rejectAll(of origin: Origin) {
        let waiting = lines.values.joined().filter { $0.peer.origin == origin }
        for turn in waiting { turn.resume(.rejected) }
    }

    private func isFirst(_ turn: QueuePosition) -> Bool {
        turn.lines.allSatisfy { lines[$0]?.first === turn }
    }
}
