import Bridge
import Synchronization

/// A clock on which every wait is over at once, and remembered.
final class QuickClock: Sendable {
    private let state = Mutex((now: Duration.zero, waits: [Duration]()))

    var time: TimeSource {
        TimeSource(
            now: { self.state.withLock(\.now) },
            sleep: { duration in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.now += duration
                    state.waits.append(duration)
                }
            })
    }

    var waits: [Duration] { state.withLock(\.waits) }

    func advance(by duration: Duration) { state.withLock { $0.now += duration } }
}
