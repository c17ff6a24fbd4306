/// Tasks that end with their owner.
@MainActor final class OwnedTasks {
    private var tasks: [Task<Void, Never>] = []

    /// Runs `body` until it returns, or until this object is released and the task is cancelled.
    func start(_ body: @escaping @MainActor () async -> Void) {
        tasks.append(Task { await body() })
    }

    isolated deinit {
        for task in tasks { task.cancel() }
    }
}
