/// The lines in which requests wait for the user.
@MainActor final class TurnLines {
    private var lines: [Turn.Line: [Turn]] = [:]

    /// Puts `turn` at the end of its lines.
    func append(_ turn: Turn) {
        for line in turn.lines { lines[line, default: []].append(turn) }
    }

    /// Waits until `turn` is the first of all its lines.
    func wait(_ turn: Turn) async -> Turn.Outcome {
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

    /// Takes `turn` out of its lines, and lets those come who are first now.
    func remove(_ turn: Turn) {
        for line in turn.lines {
            lines[line]?.removeAll { $0 === turn }
            if lines[line]?.isEmpty == true { lines[line] = nil }
        }
        for line in turn.lines {
            if let next = lines[line]?.first, isFirst(next) { next.resume(.come) }
        }
    }

    /// Ends the waiting of every turn of `origin` that has not come.
    func rejectAll(of origin: Origin) {
        let waiting = lines.values.joined().filter { $0.peer.origin == origin }
        for turn in waiting { turn.resume(.rejected) }
    }

    private func isFirst(_ turn: Turn) -> Bool {
        turn.lines.allSatisfy { lines[$0]?.first === turn }
    }
}
