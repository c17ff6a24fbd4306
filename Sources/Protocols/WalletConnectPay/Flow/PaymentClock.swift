internal import Bridge

/// The time of day for one payment: read once, and advanced from there by a monotonic clock.
///
/// Setting the machine's clock during a payment neither ends it nor makes it last longer.
struct PaymentClock: Sendable {
    private let time: TimeSource
    private let start: Duration
    private let began: Int64

    init(time: TimeSource, wallClock: @Sendable () -> Int64) {
        self.time = time
        start = time.now()
        began = wallClock()
    }

    /// Seconds since 1970.
    var now: Int64 { began + (time.now() - start).components.seconds }

    /// Waits until the next second.
    func sleep(_ duration: Duration) async throws { try await time.sleep(duration) }
}
