public import Bridge
internal import Foundation

/// The clocks of the wallet: one for delays and timeouts, and one for the time of day.
@MainActor public final class WalletClock {
    /// The clock for delays and timeouts.
    public var time = TimeSource.system

    /// The time of day for records, in seconds since 1970.
    public var now: @Sendable () -> Int64 = WalletClock.systemTime

    /// Creates clocks that show the system's time.
    public init() {}

    /// The time of the system, in seconds since 1970.
    public nonisolated static func systemTime() -> Int64 {
        Int64(Date().timeIntervalSince1970)
    }
}
