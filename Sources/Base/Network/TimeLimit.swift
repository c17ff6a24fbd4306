internal import Synchronization

/// The end of a time limit; waiting for other requests does not count.
final class Deadline: Sendable {
    private let end: Mutex<ContinuousClock.Instant>

    init(in limit: Duration) { end = Mutex(.now + limit) }

    /// The time that remains; zero or less when the limit has passed.
    var rest: Duration { end.withLock { $0 } - .now }

    /// Runs `body`, which waits for other requests, without using up the time; for `limit` at most.
    func paused<Value>(for limit: Duration, _ body: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        end.withLock { $0 += limit }
        defer { end.withLock { $0 -= max(.zero, limit - (.now - start)) } }
        return try await body()
    }
}

/// Runs `work` within `limit`.
///
/// - Throws: ``NetworkError/timedOut`` if `work` takes longer, ``NetworkError/closed`` if the task is cancelled, and
///   the error of `work`.
func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws(NetworkError) -> Value {
    try await within(Deadline(in: limit), work)
}

/// Runs `work` before `deadline`, which `work` may move.
func within<Value: Sendable>(
    _ deadline: Deadline, _ work: @escaping @Sendable () async throws -> Value
) async throws(NetworkError) -> Value {
    do {
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while deadline.rest > .zero { try await Sleep().wait(for: deadline.rest) }
                throw NetworkError.timedOut
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw NetworkError.closed }
            return value
        }
    } catch {
        throw Task.isCancelled ? .closed : NetworkError(cause: error)
    }
}
