import Confinement

/// Beats every 10 ms on the main actor and keeps the longest gap: how long the window would have been blocked.
///
/// The time in which the thread was ready but other programs had the processors does not count.
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
            var delay = Self.delay
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(10))
                let (now, delayed) = (ContinuousClock.now, Self.delay)
                let gap = now - last - (delayed - delay)
                if self?.beat(gap) == true { onGap?(gap) }
                (last, delay) = (now, delayed)
            }
        }
    }

    /// How long this thread has waited for a processor; zero if the kernel does not count it.
    private static var delay: Duration {
        let numbers = ProcFile.text("/proc/thread-self/schedstat")?.split(separator: " ") ?? []
        return .nanoseconds(numbers.count > 1 ? Int64(numbers[1]) ?? 0 : 0)
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
