/// A journal in memory that is lost when the process ends: for demo keys and for tests.
public actor MemorySumUpJournal: SumUpJournal {
    private var attempts: [SumUpAttempt] = [] {
        didSet { for observer in observers.values { observer() } }
    }

    private var observers: [Int: @Sendable () -> Void] = [:]
    private var lastObserver = 0

    /// Creates an empty journal.
    public init() {}

    /// Adds an attempt.
    public func add(_ attempt: SumUpAttempt) throws(SumUpError) {
        guard !attempts.contains(where: { $0.secret == attempt.secret }) else { throw .notPossible }
        attempts.append(attempt)
    }

    /// Adds an attempt if its name is free.
    public func claim(_ attempt: SumUpAttempt) throws(SumUpError) {
        let named = attempts.filter { $0.foreignID == attempt.foreignID }
        guard attempt.hasFreeName(among: named) else { throw .nameTaken }
        try add(attempt)
    }

    /// Replaces the stored state of an attempt, if it is still `old`.
    public func replace(_ old: SumUpAttempt, by new: SumUpAttempt) -> Bool {
        guard let index = attempts.firstIndex(of: old) else { return false }
        attempts[index] = new
        return true
    }

    /// The attempt with this secret.
    public func attempt(secret: String) -> SumUpAttempt? {
        attempts.first { $0.secret == secret }
    }

    /// The attempts with this name, newest first, at most 16.
    public func attempts(foreignID: String) -> [SumUpAttempt] {
        attempts.reversed().filter { $0.foreignID == foreignID }.prefix(16).map(\.self)
    }

    /// The attempts that are not settled, oldest first.
    public func open() -> [SumUpAttempt] {
        attempts.filter { !$0.state.isSettled }
    }

    /// The latest attempts, newest first.
    public func recent(limit: Int) -> [SumUpAttempt] {
        attempts.suffix(max(limit, 0)).reversed()
    }

    /// Calls `body` after each change, until the result is released.
    public func observe(_ body: @escaping @Sendable () -> Void) -> SumUpObservation {
        lastObserver += 1
        let number = lastObserver
        observers[number] = body
        return SumUpObservation { [weak self] in Task { await self?.forget(number) } }
    }

    private func forget(_ number: Int) {
        observers[number] = nil
    }
}
