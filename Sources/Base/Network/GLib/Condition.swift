/// What tasks of the network's thread wait for until something that they look at has changed.
@NetworkActor final class Condition {
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var last = 0

    nonisolated init() {}

    /// Waits for the next change.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func wait() async throws(CancellationError) {
        last &+= 1
        let number = last
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[number] = $0 }
        } onCancel: {
            Task { @NetworkActor in waiting.removeValue(forKey: number)?.resume() }
        }
        if Task.isCancelled { throw CancellationError() }
    }

    /// Tells all that wait.
    func notifyAll() {
        let all = waiting.values
        waiting = [:]
        for continuation in all { continuation.resume() }
    }
}
