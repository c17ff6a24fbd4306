package import Bridge

/// The clocks and the random numbers of a ``RelayClient``.
package struct RelayEnvironment: Sendable {
    /// The clock for pauses and time limits.
    package let time: TimeSource

    /// The time of day, in milliseconds since 1970.
    package let now: @Sendable () -> Int64

    /// A random number below its argument, which is not zero.
    package let random: @Sendable (UInt64) -> UInt64

    /// Creates an environment.
    package init(
        time: TimeSource = .system, now: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable (UInt64) -> UInt64 = { .random(in: 0..<max($0, 1)) }
    ) {
        self.time = time
        self.now = now
        self.random = random
    }
}
