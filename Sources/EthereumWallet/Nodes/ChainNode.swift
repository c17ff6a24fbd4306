public import Bridge

/// A node that is asked for its chain before anything else, once.
///
/// An address that was mistyped, or a server that changed its chain, would else be told and believed things of another
/// chain.
public actor ChainNode: EthereumNode {
    private let node: any EthereumNode
    private let chainID: UInt64
    private let onFailing: (@MainActor () -> Void)?
    private var isChecked = false

    /// Creates a node for the chain with the number `chainID`.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - chainID: The chain's number.
    ///   - onFailing: Called when the node cannot be reached or used.
    public init(_ node: any EthereumNode, chainID: UInt64, onFailing: (@MainActor () -> Void)? = nil) {
        self.node = node
        self.chainID = chainID
        self.onFailing = onFailing
    }

    /// Asks, once it is known that the node serves the chain.
    ///
    /// - Throws: ``NodeError/otherChain(_:)`` where it does not; the question is then not asked.
    public func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        do throws(NodeError) {
            if !isChecked { try check(try await Self.chainID(of: node)) }
            return try await node.ask(method, params)
        } catch {
            throw await noted(error)
        }
    }

    /// Asks for a site, once it is known that the node serves the chain.
    ///
    /// - Throws: ``NodeError/otherChain(_:)`` where it does not; the question is then not asked.
    public func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer {
        do throws(NodeError) {
            if !isChecked { try check(try await Self.number(in: node.askForSite("eth_chainId", []).result)) }
            return try await node.askForSite(method, params)
        } catch {
            throw await noted(error)
        }
    }

    private func noted(_ error: NodeError) async -> NodeError {
        if error.isOfTheNode { await onFailing?() }
        return error
    }

    private func check(_ id: UInt64) throws(NodeError) {
        guard id == chainID else { throw .otherChain(id) }
        isChecked = true
    }

    /// The number of the chain that `node` serves.
    static func chainID(of node: any EthereumNode) async throws(NodeError) -> UInt64 {
        try number(in: await node.ask("eth_chainId", []))
    }

    private static func number(in answer: JSON) throws(NodeError) -> UInt64 {
        guard let id = answer.quantity else { throw .malformed }
        return id
    }
}
