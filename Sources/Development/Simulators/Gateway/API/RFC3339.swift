internal import Foundation

/// Times in RFC 3339 format.
enum RFC3339 {
    /// The time `seconds` after 1970, in UTC.
    static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
