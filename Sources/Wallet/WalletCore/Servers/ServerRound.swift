package import Bridge

/// One question to several servers at the same time.
package struct ServerRound: Sendable {
    private let time: TimeSource
    private let patience: Duration

    /// Creates a round.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - patience: How long the others are waited for after an answer that suffices.
    package init(time: TimeSource, patience: Duration) {
        (self.time, self.patience) = (time, patience)
    }

    /// The answers in the order of the servers; `nil` for one that did not answer in time.
    ///
    /// Every server is asked, also if the task is cancelled meanwhile: what was begun has an effect.
    ///
    /// - Parameters:
    ///   - count: The number of servers.
    ///   - suffices: Whether an answer is the one that was hoped for, so that a slow server does not delay it.
    ///   - ask: Asks the server with this index.
    /// - Returns: The answers.
    package func answers<Answer: Sendable>(
        of count: Int, until suffices: @escaping @Sendable (Answer) -> Bool,
        _ ask: @escaping @Sendable (Int) async -> Answer
    ) async -> [Answer?] {
        guard count > 0 else { return [] }
        let (time, patience) = (time, patience)
        return await Task {
            let (news, sink) = AsyncStream<(Int, Answer)?>.makeStream()
            for index in 0..<count { Task { sink.yield((index, await ask(index))) } }
            var (found, missing) = ([Answer?](repeating: nil, count: count), count)
            var limit: Task<Void, Never>?
            for await piece in news {
                guard let (index, answer) = piece else { break }
                (found[index], missing) = (answer, missing - 1)
                guard missing > 0 else { break }
                guard limit == nil, suffices(answer) else { continue }
                limit = Task {
                    try? await time.sleep(patience)
                    sink.yield(nil)
                }
            }
            limit?.cancel()
            return found
        }.value
    }
}
