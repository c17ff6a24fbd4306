/// The dispatcher's clock, which tests can control.
public struct TimeSource: Sendable {
    /// The time since some fixed moment; never goes backwards.
    public let now: @Sendable () -> Duration

    /// Waits, or ends early with an error when the task is cancelled.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock.
    public init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's monotonic clock, which keeps running while the machine sleeps.
    public static let system = {
        let start = ContinuousClock.now
        return TimeSource(
            now: { ContinuousClock.now - start }, sleep: { try await ContinuousClock().sleep(for: $0) })
    }()
}
