public import Bridge
import Synchronization

/// A clock that a test controls.
public final class ManualClock: Sendable {
    private struct Sleeper {
        let end: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Duration.zero
        var last = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    public init() {}

    /// The clock as a time source of the dispatcher.
    public var time: TimeSource {
        TimeSource(now: { self.state.withLock(\.now) }, sleep: { try await self.sleep($0) })
    }

    /// The number of tasks that wait for a later time.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Advances the clock, and resumes the tasks whose time has come.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now += duration
            let now = state.now
            let due = state.sleepers.filter { $0.value.end <= now }.sorted { $0.value.end < $1.value.end }
            for (key, _) in due { state.sleepers[key] = nil }
            return due.map(\.value.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
        let key = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    guard duration > .zero, !Task.isCancelled else { return true }
                    state.sleepers[key] = Sleeper(end: state.now + duration, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume(with: Result { try Task.checkCancellation() }) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: key) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
