import Synchronization

/// Numbers that come out the same in every run (SplitMix64), for all that a schedule decides.
final class SeededGenerator: Sendable {
    private let state: Mutex<UInt64>

    init(seed: UInt64) {
        state = Mutex(seed)
    }

    /// A number from 0 to `limit` - 1.
    func roll(_ limit: Int) -> Int {
        let number = state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
        return Int(number % UInt64(max(1, limit)))
    }

    /// One of `choices`.
    func pick<Choice>(_ choices: [Choice]) -> Choice { choices[roll(choices.count)] }
}

/// One run of the program, which can be killed: its requests are never answered, and nothing of it continues.
final class Life: Sendable {
    private struct State {
        var isOver = false
        var pending = 0
    }

    private let state = Mutex(State())

    /// Whether it was killed.
    var isOver: Bool { state.withLock(\.isOver) }

    /// How many of its questions are on their way.
    var pending: Int { state.withLock(\.pending) }

    /// Kills it.
    func kill() { state.withLock { $0.isOver = true } }

    /// Asks something outside of the program; who was killed meanwhile waits for ever.
    func ask<Value, Failure>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        await stopIfOver()
        state.withLock { $0.pending += 1 }
        do throws(Failure) {
            let value = try await body()
            await stopIfOver()
            state.withLock { $0.pending -= 1 }
            return value
        } catch {
            await stopIfOver()
            state.withLock { $0.pending -= 1 }
            throw error
        }
    }

    private func stopIfOver() async {
        while isOver {
            await withCheckedContinuation { continuation in Self.graves.withLock { $0.append(continuation) } }
        }
    }

    /// What waits for ever is kept, since a continuation must not be dropped.
    private static let graves = Mutex<[CheckedContinuation<Void, Never>]>([])
}
