import Synchronization

/// A state that tests wait for.
final class Watched<State: Sendable>: Sendable {
    private struct Waiter {
        let condition: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Contents {
        var state: State
        var last = 0
        var waiting: [Int: Waiter] = [:]
    }

    private let contents: Mutex<Contents>

    init(_ state: State) { contents = Mutex(Contents(state: state)) }

    var value: State { contents.withLock(\.state) }

    /// Changes the state, and wakes who waited for it.
    func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, woken) = contents.withLock { contents in
            let result = change(&contents.state)
            let due = contents.waiting.filter { $0.value.condition(contents.state) }
            for key in due.keys { contents.waiting[key] = nil }
            return (result, due.values.map(\.continuation))
        }
        for continuation in woken { continuation.resume() }
        return result
    }

    /// Waits until the condition holds, or the test is cancelled because it takes too long.
    func wait(until condition: @escaping @Sendable (State) -> Bool) async {
        let key = contents.withLock { contents in
            contents.last += 1
            return contents.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = contents.withLock { contents in
                    guard !Task.isCancelled, !condition(contents.state) else { return true }
                    contents.waiting[key] = Waiter(condition: condition, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            contents.withLock { $0.waiting.removeValue(forKey: key) }?.continuation.resume()
        }
    }
}
