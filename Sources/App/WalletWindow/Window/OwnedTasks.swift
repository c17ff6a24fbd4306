/// Tasks that end with their owner.
@MainActor final class OwnedTasks {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var last = 0

    /// Those that were started at once and are not over.
    private var running: Set<Int> = []

    /// Runs `body` until it returns, or until this object is released and the task is cancelled.
    func start(_ body: @escaping @MainActor () async -> Void) {
        last += 1
        let number = last
        tasks[number] = Task { [weak self] in
            await body()
            self?.tasks[number] = nil
        }
    }

    /// Runs `body` at once until it first waits, and the rest as ``start(_:)``.
    func startNow(_ body: @escaping @MainActor () async -> Void) {
        last += 1
        let number = last
        running.insert(number)
        let task = Task.immediate { [weak self] in
            await body()
            self?.running.remove(number)
            self?.tasks[number] = nil
        }
        if running.contains(number) { tasks[number] = task }
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
    }
}
