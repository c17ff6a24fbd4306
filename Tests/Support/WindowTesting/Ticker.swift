/// Beats every 10 ms on the main actor and keeps the longest gap: how long the window would have been blocked.
@MainActor public final class Ticker {
    /// The longest time between two beats.
    public private(set) var longestGap = Duration.zero

    /// The number of beats.
    public private(set) var beats = 0

    private var task: Task<Void, Never>?

    /// Starts to beat.
    ///
    /// - Parameter onGap: Called with each gap that is longer than all before.
    public init(onGap: (@MainActor (Duration) -> Void)? = nil) {
        task = Task { [weak self] in
            var last = ContinuousClock.now
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(10))
                let now = ContinuousClock.now
                if self?.beat(now - last) == true { onGap?(now - last) }
                last = now
            }
        }
    }

    private func beat(_ gap: Duration) -> Bool {
        beats += 1
        guard gap > longestGap else { return false }
        longestGap = gap
        return true
    }

    /// Ends it.
    public func stop() {
        task?.cancel()
    }
}
