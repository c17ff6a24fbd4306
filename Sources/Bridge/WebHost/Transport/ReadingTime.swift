import Glibc

/// How long the sockets of all documents have been read without a pause in which all other work of the program ran.
@MainActor enum ReadingTime {
    /// The maximum in nanoseconds, half a frame of a screen.
    private static let most: UInt64 = 8_000_000

    private static var began: UInt64 = 0
    private static var last: UInt64 = 0

    /// A socket is read: if none was for a while, the program had time for everything else.
    static func resume() {
        let now = nanoseconds
        if now &- last > most { began = now }
        last = now
    }

    /// Other work has been done.
    static func begin() {
        began = nanoseconds
        last = began
    }

    /// Whether it is time for other work.
    static var isSpent: Bool {
        last = nanoseconds
        return last &- began > most
    }

    private static var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec &* 1_000_000_000 &+ time.tv_nsec)
    }
}
