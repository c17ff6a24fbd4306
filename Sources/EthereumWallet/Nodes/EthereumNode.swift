public import Bridge
public import Network

/// Whoever answers questions about an EVM chain: a node, or a test.
public protocol EthereumNode: Sendable {
    /// Asks `method` with `params`, an array, and waits for the result.
    ///
    /// When the task is cancelled the question is given up.
    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON

    /// Asks as ``ask(_:_:)`` does, for a site: however many such questions are slow, they do not keep the wallet's own
    /// waiting.
    func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer
}

/// A node's answer to the question of a site.
public struct SiteAnswer: Sendable {
    /// The result.
    public let result: JSON

    /// The turn of a long answer: the next long one of any node is read when it is released.
    public let turn: LargeResponses.Permit?

    /// Creates an answer.
    public init(_ result: JSON, turn: LargeResponses.Permit? = nil) {
        self.result = result
        self.turn = turn
    }
}

extension EthereumNode {
    /// The same as for the wallet itself: a node without connections has nothing to keep apart.
    public func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer {
        SiteAnswer(try await ask(method, params))
    }
}
