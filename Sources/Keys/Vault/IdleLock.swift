/// When a vault that nobody uses is to be locked; a value without a timer of its own.
public struct IdleLock: Hashable, Sendable {
    /// How long it may rest: 10 minutes unless the user chose otherwise.
    public static let standard = Duration.seconds(600)

    /// How long nothing may happen before the vault is locked.
    public let limit: Duration

    /// When the vault is to be locked if nothing happens until then.
    public private(set) var deadline: ContinuousClock.Instant

    /// Begins to count at `now`.
    public init(limit: Duration = standard, now: ContinuousClock.Instant) {
        self.limit = limit
        deadline = now + limit
    }

    /// Notes that the user did something at `now`; an earlier time than the last changes nothing.
    public mutating func activity(at now: ContinuousClock.Instant) {
        deadline = max(deadline, now + limit)
    }

    /// Whether the vault is to be locked at `now`.
    public func isDue(at now: ContinuousClock.Instant) -> Bool {
        now >= deadline
    }
}
