public import Bridge
public import WalletCore

/// The chains that the wallet knows, the node that each is asked through, and the chain that each site is on.
@MainActor public final class ChainBook {
    /// Makes a node of an address.
    public typealias Dial = @MainActor (Endpoint) -> any EthereumNode

    /// Keeps a chain with the address of its node for the next start, and the site that named it.
    public typealias Keep = @MainActor (Chain, Endpoint, Origin?) async throws(RPCError) -> Void

    /// The chains, in the order in which they are offered.
    public private(set) var chains: [Chain]

    /// The addresses of their nodes, by the chain's number.
    public private(set) var endpoints: [UInt64: Endpoint]

    /// The chain on which every site begins.
    public let initial: Chain

    /// Called when a chain was added or its node changed; a book without it forgets them with the program.
    public var keep: Keep?

    /// Called when a node is needed, but the chain has no node or its node cannot be used.
    public var onTrouble: ((Chain, ServerProblem) -> Void)?

    /// The sites that named the nodes of chains: what such a node answers is a stranger's word.
    private var fromSites: [UInt64: Origin]

    private let dial: Dial?
    private let siteDial: Dial?
    private var nodes: [UInt64: any EthereumNode] = [:]
    private var choices: [Origin: UInt64] = [:]

    /// Creates a book; every site begins on `initial`.
    ///
    /// - Parameters:
    ///   - chains: The chains that the wallet knows.
    ///   - initial: One of them.
    ///   - endpoints: The addresses of nodes, by the chain's number.
    ///   - fromSites: The sites that named nodes, by the chain's number.
    ///   - dial: Makes a node of an address; without it no chain has a node.
    ///   - siteDial: Makes a node of an address that a site named; `nil` for the same as `dial`.
    public init(
        _ chains: [Chain] = Chain.wellKnown, initial: Chain = .ethereum, endpoints: [UInt64: Endpoint] = [:],
        fromSites: [UInt64: Origin] = [:], dial: Dial? = nil, siteDial: Dial? = nil
    ) {
        self.fromSites = fromSites
        self.chains = chains
        self.initial = initial
        self.endpoints = endpoints
        self.dial = dial
        self.siteDial = siteDial ?? dial
    }

    /// The chain that pages of `origin` are on.
    public func chain(of origin: Origin) -> Chain {
        choices[origin].flatMap(chain(id:)) ?? initial
    }

    /// The chain with this EIP-155 chain ID, if the wallet knows it.
    public func chain(id: UInt64) -> Chain? {
        chains.first { $0.id == id }
    }

    /// The chain with this identifier (CAIP-2), if it is an EVM chain that the wallet knows.
    func chain(_ id: ChainID) -> Chain? {
        id.eip155.flatMap { chain(id: $0) }
    }

    /// Puts pages of `origin` on `chain`.
    public func choose(_ chain: Chain, for origin: Origin) {
        choices[origin] = chain.id
    }

    /// Whether `chain` has a node.
    public func hasNode(_ chain: Chain) -> Bool {
        nodes[chain.id] != nil || (dial != nil && endpoints[chain.id] != nil)
    }

    /// Whether a site named the node of `chain`, and not the user.
    public func isNodeFromSite(_ chain: Chain) -> Bool { siteOfNode(of: chain) != nil }

    /// The site that named the node of `chain`; `nil` where the user did.
    public func siteOfNode(of chain: Chain) -> Origin? { fromSites[chain.id] }

    /// The node through which `chain` is asked; it is asked for its chain's number before anything else.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/disconnected`` with a sentence that tells how to set one.
    public func node(for chain: Chain) throws(RPCError) -> any EthereumNode {
        if let node = nodes[chain.id] { return node }
        guard let dial = isNodeFromSite(chain) ? siteDial : dial, let endpoint = endpoints[chain.id] else {
            onTrouble?(chain, .missing)
            throw RPCError(
                .disconnected,
                "The wallet has no node for \(chain.name). Set one: drawbridge endpoint set \(chain.id) https://…")
        }
        let node = ChainNode(dial(endpoint), chainID: chain.id) { [weak self] in
            // A node that was replaced meanwhile does not matter.
            if let self, endpoints[chain.id] == endpoint { onTrouble?(chain, .failing) }
        }
        nodes[chain.id] = node
        return node
    }

    /// Asks the server at `endpoint` for the number of its chain, without keeping anything.
    ///
    /// - Parameters:
    ///   - endpoint: The server.
    ///   - isNamedBySite: Whether a site named it: then the error does not say what is behind the address.
    /// - Returns: The number.
    /// - Throws: Why it did not answer with one.
    public func chainID(
        at endpoint: Endpoint, isNamedBySite: Bool = false
    ) async throws(RPCError) -> UInt64 {
        guard let dial = isNamedBySite ? siteDial : dial else {
            throw RPCError(.unsupported, "This wallet cannot connect to nodes.")
        }
        do throws(NodeError) {
            return try await ChainNode.chainID(of: dial(endpoint))
        } catch {
            throw RPCError(isNamedBySite ? error.concealed : error)
        }
    }

    /// Adds `chain`, or gives it another node; a well-known chain keeps its name and symbol.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - endpoint: The address of its node.
    ///   - site: The site that named the node; `nil` where the user did.
    /// - Throws: Why it could not be kept; then nothing has changed.
    public func add(_ chain: Chain, at endpoint: Endpoint, for site: Origin? = nil) async throws(RPCError) {
        try await keep?(self.chain(id: chain.id) ?? chain, endpoint, site)
        fromSites[chain.id] = site
        if self.chain(id: chain.id) == nil { chains.append(chain) }
        endpoints[chain.id] = endpoint
        nodes[chain.id] = nil
    }

    /// Has `chain` asked through `node`, whatever addresses there are.
    public func use(_ node: any EthereumNode, for chain: Chain) {
        nodes[chain.id] = ChainNode(node, chainID: chain.id)
    }
}
