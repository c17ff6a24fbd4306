internal import Synchronization

/// Allows one large response body at a time to be read and used; the other responses wait at the server.
///
/// Without it, a page could make the wallet hold many large responses in memory at once.
public final class LargeResponses: Sendable {
    /// The size in bytes from which a body counts as large.
    public static let length = 1 << 16

    /// How long a body may wait for its permit.
    static let longestWait = Duration.seconds(20)

    /// Permission to read and use one large body.
    ///
    /// The next body gets its permit when this object is released.
    public final class Permit: Sendable {
        private let bodies: LargeResponses

        fileprivate init(_ bodies: LargeResponses) { self.bodies = bodies }

        deinit { bodies.next() }
    }

    private struct Queue {
        var isTaken = false
        var last = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let queue = Mutex(Queue())

    /// Creates a queue that one or more clients can share.
    public init() {}

    /// Waits for a permit, for `limit` at most.
    ///
    /// - Throws: ``NetworkError/tooLarge`` if no permit is free in time, `CancellationError` if the task is cancelled
    ///   first.
    func turn(within limit: Duration) async throws -> Permit {
        try await withThrowingTaskGroup(of: Permit.self) { group in
            group.addTask { try await self.turn() }
            group.addTask {
                try await ContinuousClock().sleep(for: limit)
                throw NetworkError.tooLarge
            }
            defer { group.cancelAll() }
            guard let turn = try await group.next() else { throw NetworkError.closed }
            return turn
        }
    }

    private func turn() async throws -> Permit {
        let number: Int? = queue.withLock { queue in
            guard queue.isTaken else {
                queue.isTaken = true
                return nil
            }
            queue.last += 1
            return queue.last
        }
        if let number {
            let isTurn = await withTaskCancellationHandler {
                await withCheckedContinuation { wait($0, number) }
            } onCancel: {
                leave(number)
            }
            guard isTurn else { throw CancellationError() }
        }
        return Permit(self)
    }

    private func wait(_ continuation: CheckedContinuation<Bool, Never>, _ number: Int) {
        let isTurn: Bool? = queue.withLock { queue in
            if Task.isCancelled { return false }
            guard queue.isTaken else {
                queue.isTaken = true
                return true
            }
            queue.waiting.append((number, continuation))
            return nil
        }
        if let isTurn { continuation.resume(returning: isTurn) }
    }

    private func leave(_ number: Int) {
        let left = queue.withLock { queue in
            queue.waiting.firstIndex { $0.number == number }.map { queue.waiting.remove(at: $0).continuation }
        }
        left?.resume(returning: false)
    }

    private func next() {
        let next = queue.withLock { queue in
            guard !queue.waiting.isEmpty else {
                queue.isTaken = false
                return nil as CheckedContinuation<Bool, Never>?
            }
            return queue.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
