public import Bridge

/// Whoever answers questions about an EVM chain: a node, or a test.
public protocol EthereumNode: Sendable {
    /// Asks `method` with `params`, an array, and waits for the result.
    ///
    /// When the task is cancelled the question is given up.
    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON
}
