/// Tells when an unused vault must be locked; a value without its own timer.
public struct IdleLock: Hashable, Sendable {
    /// The default limit: 10 minutes.
    public static let standard = Duration.seconds(600)

    /// The idle time after which the vault is locked.
    public let limit: Duration

    /// When the vault must be locked if there is no activity until then.
    public private(set) var deadline: ContinuousClock.Instant

    /// Starts counting at `now`.
    public init(limit: Duration = standard, now: ContinuousClock.Instant) {
        self.limit = limit
        deadline = now + limit
    }

    /// Records activity of the user at `now`; a time before the last one changes nothing.
    public mutating func activity(at now: ContinuousClock.Instant) {
        deadline = max(deadline, now + limit)
    }

    /// Whether the vault must be locked at `now`.
    public func isDue(at now: ContinuousClock.Instant) -> Bool {
        now >= deadline
    }
}
