/// The attempts of this program, stored across restarts.
///
/// When a function returns, its change is durable.
public protocol SumUpJournal: Sendable {
    /// Adds an attempt.
    ///
    /// - Throws: ``SumUpError/notPossible`` if there is one with this secret.
    func add(_ attempt: SumUpAttempt) async throws(SumUpError)

    /// Adds an attempt as ``add(_:)`` does, but only if its name is free.
    ///
    /// The check and the write are one atomic step, so that only one of two programs with the same journal gets the
    /// name.
    ///
    /// - Throws: ``SumUpError/nameTaken``.
    func claim(_ attempt: SumUpAttempt) async throws(SumUpError)

    /// Replaces the stored state of an attempt, unless another writer changed it meanwhile.
    ///
    /// - Returns: Whether it was replaced.
    func replace(_ old: SumUpAttempt, by new: SumUpAttempt) async throws(SumUpError) -> Bool

    /// The attempt with this secret.
    func attempt(secret: String) async throws(SumUpError) -> SumUpAttempt?

    /// The attempts with this name, newest first, at most 16: a page may reuse a name.
    func attempts(foreignID: String) async throws(SumUpError) -> [SumUpAttempt]

    /// The attempts that are not settled, oldest first.
    func open() async throws(SumUpError) -> [SumUpAttempt]

    /// The latest attempts, newest first.
    func recent(limit: Int) async throws(SumUpError) -> [SumUpAttempt]

    /// Calls `body` after each change of an attempt, by any process, until the result is released.
    ///
    /// Several changes can cause a single call. It can be called on any thread, and also without a change.
    func observe(_ body: @escaping @Sendable () -> Void) async throws(SumUpError) -> SumUpObservation
}

/// An observation of a journal, which ends when it is released.
public final class SumUpObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Creates an observation that `end` ends.
    public init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }
}
