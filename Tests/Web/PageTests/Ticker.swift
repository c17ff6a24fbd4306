/// Beats every 10 ms on the main actor and keeps the longest gap: how long the window would have been blocked.
@MainActor final class Ticker {
    private(set) var longestGap = Duration.zero
    private(set) var beats = 0
    private var task: Task<Void, Never>?

    init() {
        task = Task { [weak self] in
            var last = ContinuousClock.now
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(10))
                let now = ContinuousClock.now
                self?.beat(now - last)
                last = now
            }
        }
    }

    private func beat(_ gap: Duration) {
        beats += 1
        longestGap = max(longestGap, gap)
    }

    func stop() {
        task?.cancel()
    }
}
