internal import Glibc

/// The clocks and the random numbers of a ``WalletConnectClient``.
package struct ClientEnvironment: Sendable {
    /// Those of the sessions.
    package let sessions: SessionEnvironment

    /// Those of the connection.
    package let relay: RelayEnvironment

    /// Creates an environment.
    package init(sessions: SessionEnvironment, relay: RelayEnvironment) {
        self.sessions = sessions
        self.relay = relay
    }

    /// The clocks and the random numbers of this machine.
    package static let system = ClientEnvironment(
        sessions: SessionEnvironment(now: timeOfDay), relay: RelayEnvironment(now: timeOfDay))

    /// The time of day in milliseconds since 1970.
    @Sendable private static func timeOfDay() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
