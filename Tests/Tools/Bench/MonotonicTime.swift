import Glibc

/// The monotonic clock in milliseconds, the one that the hosts read.
enum MonotonicTime {
    static var milliseconds: Double { read(CLOCK_MONOTONIC) }

    /// The monotonic time at `milliseconds` since 1970, which pages read.
    static func milliseconds(atWallClock milliseconds: Double) -> Double {
        milliseconds - read(CLOCK_REALTIME) + read(CLOCK_MONOTONIC)
    }

    private static func read(_ clock: clockid_t) -> Double {
        var now = timespec()
        clock_gettime(clock, &now)
        return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
    }
}
