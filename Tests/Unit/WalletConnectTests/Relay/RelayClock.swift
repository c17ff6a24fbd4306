import Bridge

@testable import WalletConnect

/// A clock that a test turns, and that tells what it is waited for.
final class RelayClock: Sendable {
    private struct Sleeper {
        let duration: Duration
        let end: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now = Duration.zero
        var milliseconds: Int64 = 1_800_000_000_000
        var last = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state = Watched(State())

    /// The random number that is returned, as a part of its bound.
    let share = Watched(1.0)

    var environment: RelayEnvironment {
        RelayEnvironment(
            time: TimeSource(now: { self.state.value.now }, sleep: { try await self.sleep($0) }),
            now: { self.state.value.milliseconds },
            random: { UInt64((Double($0 - 1) * self.share.value).rounded(.down)) })
    }

    var milliseconds: Int64 { state.value.milliseconds }

    /// Sets the time of day, and nothing else.
    func setTimeOfDay(by milliseconds: Int64) { state.update { $0.milliseconds += milliseconds } }

    /// Waits until somebody sleeps for `duration`, and turns the clock so far.
    func pass(_ duration: Duration) async {
        await state.wait { $0.sleepers.values.contains { $0.duration == duration } }
        advance(by: duration)
    }

    /// Waits until somebody sleeps for a duration in a range.
    func isAwaited(_ range: ClosedRange<Duration>) async {
        await state.wait { $0.sleepers.values.contains { range.contains($0.duration) } }
    }

    /// Turns the clock, and wakes whose time has come.
    func advance(by duration: Duration) {
        let woken = state.update { state in
            state.now += duration
            state.milliseconds +=
                duration.components.seconds * 1_000
                + duration.components.attoseconds / 1_000_000_000_000_000
            let due = state.sleepers.filter { [now = state.now] in $0.value.end <= now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.end < $1.end }.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
        let key = state.update { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.update { state in
                    guard duration > .zero, !Task.isCancelled else { return true }
                    state.sleepers[key] = Sleeper(
                        duration: duration, end: state.now + duration, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume(with: Result { try Task.checkCancellation() }) }
            }
        } onCancel: {
            let sleeper = state.update { $0.sleepers.removeValue(forKey: key) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
