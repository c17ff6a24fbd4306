import Messages

/// The age of the newest block that a server of a chain with value knows.
///
/// Such a chain has a new block every few minutes at most on average. The limit is a whole day, so that a clock in the
/// wrong time zone does not make a server seem to be behind.
package struct BlockAge: Hashable, Sendable {
    /// The age in seconds; not negative, because the clock of the miner may be ahead.
    private let seconds: Int64

    /// The age at `now` of a block that was made at `time`, both in seconds since 1970.
    package init(of time: Int64, at now: Int64) {
        let (difference, isTooLarge) = now.subtractingReportingOverflow(time)
        seconds = isTooLarge ? (now > time ? .max : 0) : max(0, difference)
    }

    /// The age in whole minutes.
    package var minutes: Int { Int(clamping: seconds / 60) }

    /// The age in whole hours.
    package var hours: Int { minutes / 60 }

    /// The age in whole days.
    package var days: Int { hours / 24 }

    /// Whether the server misses the blocks since then.
    package var isBehind: Bool { days >= 1 }

    /// What is shown of a server that is behind.
    package func text(ofBlock block: some BinaryInteger) -> String {
        localized(
            "behind: the newest block of this server, \(block, as: "block"), is \(days, as: "days") day old",
            plural: "behind: the newest block of this server, \(block, as: "block"), is \(days, as: "days") days old",
            count: days)
    }

    /// What the user must know about a server that is behind.
    package var caution: String {
        localized(
            """
            The newest block of this server is \(days, as: "days") day old, so the wallet misses newer payments. Use \
            another server. If all servers seem to be behind, check the clock of this computer.
            """,
            plural: """
                The newest block of this server is \(days, as: "days") days old, so the wallet misses newer payments. \
                Use another server. If all servers seem to be behind, check the clock of this computer.
                """, count: days)
    }
}
