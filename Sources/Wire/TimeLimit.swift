/// Does `work` within `limit`.
///
/// - Throws: ``WireError/timedOut`` when the time is over, ``WireError/closed`` when the task is cancelled, and what
///   went wrong in `work`.
func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws(WireError) -> Value {
    do {
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await ContinuousClock().sleep(for: limit)
                throw WireError.timedOut
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw WireError.closed }
            return value
        }
    } catch {
        throw Task.isCancelled ? .closed : WireError(cause: error)
    }
}
