internal import Glibc

/// The clock of a ledger, which gives its blocks their times.
struct LedgerClock: Sendable {
    private let source: @Sendable () -> Int

    /// The seconds that it is ahead of its source.
    var offset = 0

    /// Creates a clock that shows what `source` says, in seconds since 1970.
    init(_ source: @escaping @Sendable () -> Int) {
        self.source = source
    }

    /// The clock of the system.
    static let system = LedgerClock { time(nil) }

    /// The present time.
    var now: Int { source() &+ offset }

    /// Sets the time; it runs on from there.
    mutating func set(_ time: Int) { offset = time &- source() }

    /// Advances it.
    mutating func advance(_ seconds: Int) { offset = offset &+ seconds }
}
