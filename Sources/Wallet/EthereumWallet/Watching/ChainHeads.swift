import Bridge

/// The latest blocks of chains, for which several parts of the wallet need only one request.
///
/// Parts that follow a chain at the same interval share what the first of them was told; requests at the same time are one.
@MainActor package final class ChainHeads {
    private struct Known {
        let number: UInt64?
        let at: Duration
    }

    private var known: [UInt64: Known] = [:]
    private var questions: [UInt64: Task<Result<UInt64?, NodeError>, Never>] = [:]

    /// The number of the latest block of `chain`.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - node: The node, if it has to be asked.
    ///   - age: How old an earlier answer may be; by default, the node is asked now.
    ///   - time: The clock that `age` is about.
    /// - Returns: The number; `nil` if the node's answer is not one.
    /// - Throws: Why the node gave no answer.
    func number(
        of chain: Chain, from node: any EthereumNode, within age: Duration = .zero, time: TimeSource
    ) async throws(NodeError) -> UInt64? {
        if let known = known[chain.id], time.now() - known.at < age { return known.number }
        let question =
            questions[chain.id]
            ?? Task {
                do throws(NodeError) {
                    return .success(try await node.ask("eth_blockNumber", []).quantity)
                } catch {
                    return .failure(error)
                }
            }
        questions[chain.id] = question
        let answer = await question.value
        // Of a node that was replaced meanwhile, it is not kept.
        if questions[chain.id] == question {
            questions[chain.id] = nil
            if case .success(let number) = answer { known[chain.id] = Known(number: number, at: time.now()) }
        }
        return try answer.get()
    }

    /// Forgets what is known of `chain`, because its node was replaced.
    func forget(_ chain: Chain) { (known[chain.id], questions[chain.id]) = (nil, nil) }
}
