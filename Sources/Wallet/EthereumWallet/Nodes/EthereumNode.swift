public import Bridge
public import Network

/// A source of data about an EVM chain: a node, or a fake node in a test.
public protocol EthereumNode: Sendable {
    /// Calls `method` with `params`, an array, and waits for the result.
    ///
    /// If the task is cancelled, the request ends.
    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON

    /// Does the same as ``ask(_:_:)`` for a site: slow requests of sites, however many, do not delay the wallet's own
    /// requests.
    func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer

    /// Each of the nodes behind this one, in the order in which they are used; this one alone if there are no others.
    var members: [any EthereumNode] { get }
}

/// A node's response to the request of a site.
public struct SiteAnswer: Sendable {
    /// The result.
    public let result: JSON

    /// The permit of a long response: the next long response of any node is read when this permit is released.
    public let turn: LargeResponses.Permit?

    /// Creates a response.
    public init(_ result: JSON, turn: LargeResponses.Permit? = nil) {
        self.result = result
        self.turn = turn
    }
}

extension EthereumNode {
    /// This node alone.
    public var members: [any EthereumNode] { [self] }

    /// Calls ``ask(_:_:)``, because a node without connections has no connections to separate.
    public func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer {
        SiteAnswer(try await ask(method, params))
    }
}
