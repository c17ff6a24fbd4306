package import Foundation
package import Messages

extension CalendarDay {
    /// When the day begins in a time zone, in seconds since 1970.
    package func start(in zone: TimeZone = .current) -> Int64? { time(0, in: zone) }

    /// When the next day begins, in seconds since 1970.
    package func end(in zone: TimeZone = .current) -> Int64? { time(1, in: zone) }

    private func time(_ days: Int, in zone: TimeZone) -> Int64? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let start = calendar.date(from: DateComponents(year: year, month: month, day: day))
        // A day has 23 or 25 hours when a clock is changed.
        return start.flatMap { calendar.date(byAdding: .day, value: days, to: $0) }
            .flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded()) }
    }
}
