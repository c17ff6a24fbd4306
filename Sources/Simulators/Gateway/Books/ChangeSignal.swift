internal import Synchronization

/// Wakes those who wait for a change.
final class ChangeSignal: Sendable {
    private let waiting = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
    private let next = Atomic<Int>(0)

    /// Wakes everybody.
    func ring() {
        for continuation in waiting.withLock({ Array($0.values) }) { continuation.yield() }
    }

    /// Waits for a change, at most for `limit`.
    func wait(until limit: ContinuousClock.Instant) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let place = next.add(1, ordering: .relaxed).newValue
        waiting.withLock { $0[place] = continuation }
        defer { waiting.withLock { _ = $0.removeValue(forKey: place) } }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stream { return } }
            group.addTask { try? await Task.sleep(until: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
