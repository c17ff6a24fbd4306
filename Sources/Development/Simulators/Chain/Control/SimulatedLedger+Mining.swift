extension SimulatedLedger where Self: AnyObject {
    /// Mines a block for each transaction that waits, a moment after it arrived, and further blocks at an interval.
    ///
    /// - Parameters:
    ///   - delay: How long a transaction waits for its block.
    ///   - interval: The time between further blocks; `nil` for none.
    package func mineByItself(after delay: Duration = .zero, every interval: Duration? = nil) {
        events.watch { [weak self] line in
            guard line.hasSuffix("waits") else { return }
            Task { [weak self] in
                try? await Task.sleep(for: delay)
                try? await self?.mine(1)
            }
        }
        guard let interval else { return }
        Task { [weak self] in
            while self != nil {
                try? await Task.sleep(for: interval)
                try? await self?.mine(1)
            }
        }
    }
}
