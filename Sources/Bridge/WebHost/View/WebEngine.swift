import CWebKit
package import Foundation

/// A version of WebKitGTK, whose age follows from its number.
///
/// WebKitGTK has a new series each March and September, with the next even minor number: 2.50 is from September 2025. A
/// series gets security updates until the next one is there.
package struct WebEngine: Hashable, Sendable {
    package let major: Int
    package let minor: Int
    package let micro: Int

    /// How current an engine is.
    package enum Age: Hashable, Sendable {
        /// Its series is at most nine months old.
        case current
        /// Its series was replaced in that month, such as `2026-03`, and is nine months old or older.
        case replaced(since: String)
        /// The clock shows a time before its series existed, so its age is not known.
        case fromTheFuture(series: String)
        /// The number follows another rule.
        case unknown
    }

    /// The months from the release of a series to the first notice: three after the release of the next one.
    private static let limit = 9

    package init(major: Int, minor: Int, micro: Int) {
        (self.major, self.minor, self.micro) = (major, minor, micro)
    }

    /// The engine that this program uses.
    package static var own: WebEngine {
        WebEngine(
            major: Int(webkit_get_major_version()), minor: Int(webkit_get_minor_version()),
            micro: Int(webkit_get_micro_version()))
    }

    /// The version, such as `2.50.6`.
    package var version: String { "\(major).\(minor).\(micro)" }

    /// How current it is at `date`.
    package func age(at date: Date) -> Age {
        // An odd number is a development version of the series after it.
        guard major == 2, (40...198).contains(minor) else { return .unknown }
        let release = 2025 * 12 + 8 + ((minor + 1) / 2 - 25) * 6
        guard let month = Self.month(of: date) else { return .unknown }
        if month < release { return .fromTheFuture(series: Self.text(release)) }
        return month - release >= Self.limit ? .replaced(since: Self.text(release + 6)) : .current
    }

    /// The number of a month since the year 0, in UTC.
    private static func month(of date: Date) -> Int? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month], from: date)
        guard let year = parts.year, let month = parts.month, (1...9_999).contains(year) else { return nil }
        return year * 12 + month - 1
    }

    /// The month of `date`, such as `2026-11`.
    package static func monthText(of date: Date) -> String? { month(of: date).map(text) }

    private static func text(_ month: Int) -> String {
        let number = month % 12 + 1
        return "\(month / 12)-\(number < 10 ? "0" : "")\(number)"
    }
}
