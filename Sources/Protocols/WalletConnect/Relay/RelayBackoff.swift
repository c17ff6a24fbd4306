/// The pauses between attempts to connect to a relay.
///
/// An ordinary pause is random between 100 ms and a bound, which is 1 s at first and is doubled up to 60 s ("full
/// jitter"). A crowded relay is left alone for a random time between half of a bound and the bound, which is 60 s at
/// first and is doubled up to 10 minutes. A relay that moves its connections is connected to at once, but at most once
/// in 10 s.
struct RelayBackoff: Sendable {
    /// Why another attempt is needed.
    enum Cause: Sendable {
        /// The relay moves its connections to another process.
        case moved
        /// The connection could not be made, or was lost.
        case lost
        /// The relay has too many connections or requests.
        case crowded
    }

    private var failures = 0
    private var lastAtOnce: Duration?

    /// A connection that lasted so long was a good one.
    static let goodTime = Duration.seconds(30)

    private static let atOnceInterval = Duration.seconds(10)
    private static let longestRequestedPause: Int64 = 3_600

    /// The pause before the next attempt.
    ///
    /// - Parameters:
    ///   - cause: Why it is needed.
    ///   - lasted: How long the connection lasted; `nil` if there was none.
    ///   - now: The time of the monotonic clock.
    ///   - requested: How many seconds the relay wants to be left alone; at most an hour counts.
    ///   - random: A random number below its argument.
    /// - Returns: The pause.
    mutating func pause(
        for cause: Cause, lasted: Duration?, now: Duration, requested: Int64? = nil, random: (UInt64) -> UInt64
    ) -> Duration {
        if let lasted, lasted >= Self.goodTime { failures = 0 }
        if cause == .moved {
            let isAllowed = lastAtOnce.map { now - $0 >= Self.atOnceInterval } ?? true
            if isAllowed {
                lastAtOnce = now
                return .zero
            }
        }
        let doublings = UInt64(min(failures, 10))
        failures = min(failures, 1_000) + 1
        let pause: UInt64
        if cause == .crowded {
            let bound = min(UInt64(60_000) << doublings, 600_000)
            pause = bound / 2 + random(bound / 2 + 1)
        } else {
            let bound = min(UInt64(1_000) << doublings, 60_000)
            pause = max(100, random(bound + 1))
        }
        let least = Duration.seconds(min(max(requested ?? 0, 0), Self.longestRequestedPause))
        return max(.milliseconds(pause), least)
    }

    /// Forgets the failures, because the user or the configuration has changed something.
    mutating func reset() { failures = 0 }
}
