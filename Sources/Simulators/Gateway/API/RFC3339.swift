internal import Foundation

/// Moments as RFC 3339 writes them.
enum RFC3339 {
    /// The text of `seconds` since 1970, in UTC.
    static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
