package import Bridge

/// A node that is asked for its chain ID once, before anything else.
///
/// Without this check, after a typing error in the address or a change at the server, the wallet would send requests to
/// a node of another chain and trust its responses.
package actor ChainNode: EthereumNode {
    private let node: any EthereumNode
    private let chainID: UInt64
    private let onFailing: (@MainActor () -> Void)?
    private var isChecked = false

    /// Creates a node for the chain with the ID `chainID`.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - chainID: The chain ID.
    ///   - onFailing: Called when the node cannot be reached or used.
    package init(_ node: any EthereumNode, chainID: UInt64, onFailing: (@MainActor () -> Void)? = nil) {
        self.node = node
        self.chainID = chainID
        self.onFailing = onFailing
    }

    /// Sends a request, once it is known that the node serves the chain.
    ///
    /// - Throws: ``NodeError/otherChain(_:)`` if it does not; the request is then not sent.
    package func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        do throws(NodeError) {
            if !isChecked { try check(try await Self.chainID(of: node)) }
            return try await node.ask(method, params)
        } catch {
            throw await noted(error)
        }
    }

    /// Sends a request for a site, once it is known that the node serves the chain.
    ///
    /// - Throws: ``NodeError/otherChain(_:)`` if it does not; the request is then not sent.
    package func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer {
        do throws(NodeError) {
            if !isChecked { try check(try await Self.number(in: node.askForSite("eth_chainId", []).result)) }
            return try await node.askForSite(method, params)
        } catch {
            throw await noted(error)
        }
    }

    /// The nodes of a group, each of which checks the chain ID itself; otherwise this node.
    package nonisolated var members: [any EthereumNode] {
        (node as? NodeGroup)?.members ?? [self]
    }

    private func noted(_ error: NodeError) async -> NodeError {
        if error.isOfTheNode { await onFailing?() }
        return error
    }

    private func check(_ id: UInt64) throws(NodeError) {
        guard id == chainID else { throw .otherChain(id) }
        isChecked = true
    }

    /// The ID of the chain that `node` serves.
    static func chainID(of node: any EthereumNode) async throws(NodeError) -> UInt64 {
        try number(in: await node.ask("eth_chainId", []))
    }

    private static func number(in answer: JSON) throws(NodeError) -> UInt64 {
        guard let id = answer.quantity else { throw .malformed }
        return id
    }
}
