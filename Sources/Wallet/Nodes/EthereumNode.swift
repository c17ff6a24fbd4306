public import Bridge

/// Whoever answers questions about an EVM chain: a node, or a test.
public protocol EthereumNode: Sendable {
    /// Asks `method` with `params`, an array, and waits for the result.
    ///
    /// When the task is cancelled the question is given up.
    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON

    /// Asks as ``ask(_:_:)`` does, for a site: however many such questions are slow, they do not keep the wallet's own
    /// waiting.
    func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> JSON
}

extension EthereumNode {
    /// The same as for the wallet itself: a node without connections has nothing to keep apart.
    public func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        try await ask(method, params)
    }
}
