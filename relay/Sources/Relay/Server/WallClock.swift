import Glibc

/// The time of day.
enum WallClock {
    /// Milliseconds since 1970.
    static func milliseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(clamping: time.tv_sec) &* 1000 &+ UInt64(clamping: time.tv_nsec / 1_000_000)
    }
}

/// Dates as text.
enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The date of the header `Date` (RFC 9110, section 5.6.7): clients compare it with their clocks.
    static func text(seconds: UInt64) -> String {
        let time = parts(seconds)
        let weekday = weekdays[Int(time.tm_wday) % weekdays.count]
        let month = months[Int(time.tm_mon) % months.count]
        return "\(weekday), \(two(time.tm_mday)) \(month) \(1900 + time.tm_year) \(clock(time)) GMT"
    }

    /// The date of a line of the log (RFC 3339).
    static func internet(milliseconds: UInt64) -> String {
        let time = parts(milliseconds / 1000)
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(1900 + time.tm_year)-\(two(time.tm_mon + 1))-\(two(time.tm_mday))T\(clock(time)).\(fraction)Z"
    }

    private static func parts(_ seconds: UInt64) -> tm {
        var (time, parts) = (time_t(clamping: seconds), tm())
        gmtime_r(&time, &parts)
        return parts
    }

    private static func clock(_ time: tm) -> String { "\(two(time.tm_hour)):\(two(time.tm_min)):\(two(time.tm_sec))" }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
