/// Tasks that end with their owner.
@MainActor final class OwnedTasks {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var last = 0

    /// Runs `body` until it returns, or until this object is released and the task is cancelled.
    func start(_ body: @escaping @MainActor () async -> Void) {
        last += 1
        let number = last
        tasks[number] = Task { [weak self] in
            await body()
            self?.tasks[number] = nil
        }
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
    }
}
