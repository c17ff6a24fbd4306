internal import Synchronization

/// When the time of some work is over; waiting for others does not count.
final class Deadline: Sendable {
    private let end: Mutex<ContinuousClock.Instant>

    init(in limit: Duration) { end = Mutex(.now + limit) }

    /// How long until the end; zero or less when the time is over.
    var rest: Duration { end.withLock { $0 } - .now }

    /// Waits for others in `body`, for `limit` at most, without using up the time.
    func paused<Value>(for limit: Duration, _ body: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        end.withLock { $0 += limit }
        defer { end.withLock { $0 -= max(.zero, limit - (.now - start)) } }
        return try await body()
    }
}

/// Does `work` within `limit`.
///
/// - Throws: ``NetworkError/timedOut`` when the time is over, ``NetworkError/closed`` when the task is cancelled, and what
///   went wrong in `work`.
func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws(NetworkError) -> Value {
    try await within(Deadline(in: limit), work)
}

/// Does `work` before `deadline`, which `work` may move.
func within<Value: Sendable>(
    _ deadline: Deadline, _ work: @escaping @Sendable () async throws -> Value
) async throws(NetworkError) -> Value {
    do {
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while deadline.rest > .zero { try await ContinuousClock().sleep(for: deadline.rest) }
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
