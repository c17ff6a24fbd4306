internal import Synchronization

/// Wakes the long polls of the gateway when a payment changes.
final class PollSignal: Sendable {
    private let waiting = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
    private let next = Atomic<Int>(0)

    /// Wakes all long polls.
    func send() {
        for continuation in waiting.withLock({ Array($0.values) }) { continuation.yield() }
    }

    /// Waits for a change, until `limit` at most.
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
