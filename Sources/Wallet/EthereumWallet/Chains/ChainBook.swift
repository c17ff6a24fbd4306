public import Bridge
import Messages
import Network
public import WalletCore

/// The chains that the wallet knows, the node of each chain, and the chain that each site is on.
@MainActor public final class ChainBook {
    /// Creates the node for an address.
    public typealias Dial = @MainActor (Endpoint) -> any EthereumNode

    /// Creates the node for an address that a site named.
    public typealias SiteDial = @MainActor (Endpoint, Origin) -> any EthereumNode

    /// Stores a chain for the next start, with the address of its node and the site that named the node.
    public typealias Keep = @MainActor (Chain, Endpoint, Origin?) async throws(RPCError) -> Void

    /// The chains, in the order in which they are offered.
    public private(set) var chains: [Chain]

    /// The addresses of their nodes, by chain ID.
    public private(set) var endpoints: [UInt64: Endpoint]

    /// The chain that every site starts on.
    public let initial: Chain

    /// Called when a chain was added or its node changed; without it, the changes are lost when the program ends.
    public var keep: Keep?

    /// Stores the nodes of a chain that the user chose for the next start, in their order; none removes them.
    package typealias KeepNodes = @MainActor (Chain, [Endpoint]) async throws(RPCError) -> Void

    /// Called when the user has set all nodes of a chain; without it, they are lost when the program ends.
    package var keepNodes: KeepNodes?

    /// A node is needed, but the chain has none or its node cannot be used.
    public let problems = Listeners<(Chain, ServerProblem)>()

    /// The sites that named the nodes of chains; the responses of such a node are untrusted.
    private var fromSites: [UInt64: Origin]

    /// Further addresses of nodes of the user, by chain ID, for when the first one fails.
    package private(set) var alternatives: [UInt64: [Endpoint]] = [:]

    /// The latest blocks of the chains.
    package let heads = ChainHeads()

    private let dial: Dial?
    private let siteDial: SiteDial?
    private var nodes: [UInt64: any EthereumNode] = [:]
    private var groups: [UInt64: NodeGroup] = [:]
    private var reserves: [UInt64: (endpoint: Endpoint, node: any EthereumNode)] = [:]
    /// The chains that sites are on, if nothing keeps them.
    private var choices: [Origin: UInt64] = [:]

    /// Keeps the chains that sites are on, for every process of the wallet.
    package struct SiteChains {
        let chain: @MainActor (Origin) -> UInt64?
        let move: @MainActor (Origin, UInt64) async throws(RPCError) -> Void

        /// Creates it.
        ///
        /// - Parameters:
        ///   - chain: The ID of the chain that pages of a site are on; `nil` for the one that every site starts on.
        ///   - move: Notes at once that pages of a site are on another chain, and informs them.
        package init(
            chain: @escaping @MainActor (Origin) -> UInt64?,
            move: @escaping @MainActor (Origin, UInt64) async throws(RPCError) -> Void
        ) {
            self.chain = chain
            self.move = move
        }
    }

    /// Where the chains that sites are on are kept; without it, they are lost when the program ends.
    package var siteChains: SiteChains?

    /// Creates a book; every site starts on `initial`.
    ///
    /// - Parameters:
    ///   - chains: The chains that the wallet knows.
    ///   - initial: One of them.
    ///   - endpoints: The addresses of nodes, by chain ID.
    ///   - fromSites: The sites that named nodes, by chain ID.
    ///   - dial: Creates the node for an address; without it, no chain has a node.
    ///   - siteDial: Creates the node for an address that a site named; `nil` for the same as `dial`.
    public init(
        _ chains: [Chain] = Chain.wellKnown, initial: Chain = .ethereum, endpoints: [UInt64: Endpoint] = [:],
        fromSites: [UInt64: Origin] = [:], dial: Dial? = nil, siteDial: SiteDial? = nil
    ) {
        self.fromSites = fromSites
        self.chains = chains
        self.initial = initial
        self.endpoints = endpoints
        self.dial = dial
        self.siteDial = siteDial
    }

    /// The chain that pages of `origin` are on.
    public func chain(of origin: Origin) -> Chain {
        let id = if let siteChains { siteChains.chain(origin) } else { choices[origin] }
        return id.flatMap(chain(id:)) ?? initial
    }

    /// The chain of a request: for a session, the chain that the request names; for a page, the chain that its site is
    /// on.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/unknownChain`` if the wallet does not know the chain of a session's request.
    package func chain(for request: Request) throws(RPCError) -> Chain {
        guard let session = request.peer.session else { return chain(of: request.peer.origin) }
        guard let chain = session.chain.flatMap(chain) else {
            throw RPCError(
                .unknownChain, "The wallet does not know the chain of this request.", phrase: "Unrecognized chain ID")
        }
        return chain
    }

    /// The chain with this EIP-155 chain ID, if the wallet knows it.
    public func chain(id: UInt64) -> Chain? {
        chains.first { $0.id == id }
    }

    /// The chain with this identifier (CAIP-2), if it is an EVM chain that the wallet knows.
    package func chain(_ id: ChainID) -> Chain? {
        id.eip155.flatMap { chain(id: $0) }
    }

    /// Switches pages of `origin` to `chain`.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` if the change, which counts at once, could not be stored.
    public func choose(_ chain: Chain, for origin: Origin) async throws(RPCError) {
        if let siteChains { try await siteChains.move(origin, chain.id) } else { choices[origin] = chain.id }
    }

    /// Whether `chain` has a node.
    public func hasNode(_ chain: Chain) -> Bool {
        nodes[chain.id] != nil || (dial != nil && endpoints[chain.id] != nil)
    }

    /// Whether a site named the node of `chain`, and not the user.
    public func isNodeFromSite(_ chain: Chain) -> Bool { siteOfNode(of: chain) != nil }

    /// The site that named the node of `chain`; `nil` if the user did.
    public func siteOfNode(of chain: Chain) -> Origin? { fromSites[chain.id] }

    /// The node of `chain`; it is asked for its chain ID before anything else.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/disconnected`` if the chain has no node, with a sentence that says how to set
    ///   one.
    public func node(for chain: Chain) throws(RPCError) -> any EthereumNode {
        if let node = nodes[chain.id] { return node }
        guard let endpoint = endpoints[chain.id], let made = make(endpoint, for: siteOfNode(of: chain)) else {
            problems.tell((chain, .missing))
            throw Self.missingNode(of: chain)
        }
        // Each node of a group is asked for its chain ID; without a group, the node itself is.
        let others = isNodeFromSite(chain) ? [] : (alternatives[chain.id] ?? []).compactMap { dial?($0) }
        let group =
            others.isEmpty
            ? nil
            : NodeGroup(
                ChainNode(made, chainID: chain.id), others.map { ChainNode($0, chainID: chain.id) })
        let node = ChainNode(group ?? made, chainID: chain.id) { [weak self] in
            // A failure of a node that was replaced meanwhile does not matter.
            if let self, endpoints[chain.id] == endpoint { problems.tell((chain, .failing)) }
        }
        nodes[chain.id] = node
        groups[chain.id] = group
        return node
    }

    /// The error that `chain` has no node.
    nonisolated static func missingNode(of chain: Chain) -> RPCError {
        RPCError(
            .disconnected,
            sentence: localizable(
                "The wallet has no node for \(chain.name, as: "network"). Set one under “Servers…”."))
    }

    /// Uses the nodes at `endpoints`, in this order, when the first one of `chain` fails.
    package func setAlternatives(_ endpoints: [Endpoint], for chain: Chain) {
        alternatives[chain.id] = Array(endpoints.prefix(Chain.mostNodes - 1))
        nodes[chain.id] = nil
        groups[chain.id] = nil
        heads.forget(chain)
    }

    /// The nodes of `chain` that the user set, in the order in which they are used, with their health.
    package func health(of chain: Chain) -> [(endpoint: Endpoint, health: NodeGroup.Health, isUsed: Bool)] {
        guard let first = endpoints[chain.id], let group = groups[chain.id] else { return [] }
        let (all, current) = ([first] + (alternatives[chain.id] ?? []), group.current)
        return zip(all, group.health).enumerated().map { ($1.0, $1.1, $0 == current) }
    }

    /// The first node in reserve of `chain`, which can be asked whether it says the same as the node in use; `nil` if
    /// there is none.
    package func reserve(of chain: Chain) -> (endpoint: Endpoint, node: any EthereumNode)? {
        guard !isNodeFromSite(chain), let endpoint = alternatives[chain.id]?.first else { return nil }
        if let known = reserves[chain.id], known.endpoint == endpoint { return known }
        guard let made = dial?(endpoint) else { return nil }
        let reserve = (endpoint: endpoint, node: ChainNode(made, chainID: chain.id) as any EthereumNode)
        reserves[chain.id] = reserve
        return reserve
    }

    /// The address of the node of `chain` that answers requests now: after a failure, one in reserve.
    package func endpointInUse(of chain: Chain) -> Endpoint? {
        guard let place = groups[chain.id]?.current else { return endpoints[chain.id] }
        return endpoints(of: chain).dropFirst(place).first
    }

    /// The addresses of the nodes of `chain`, in the order in which they are used.
    package func endpoints(of chain: Chain) -> [Endpoint] {
        (endpoints[chain.id].map { [$0] } ?? []) + (alternatives[chain.id] ?? [])
    }

    /// Uses the nodes at `endpoints`, which the user chose, in this order; none removes the nodes of `chain`.
    ///
    /// - Throws: Why they could not be stored; then nothing has changed.
    package func set(_ endpoints: [Endpoint], for chain: Chain) async throws(RPCError) {
        var seen: Set<String> = []
        let all = Array(endpoints.filter { seen.insert($0.url).inserted }.prefix(Chain.mostNodes))
        try await keepNodes?(chain, all)
        load(all, for: chain)
    }

    /// Uses these nodes, in this order, from now on; nothing is stored.
    ///
    /// - Parameters:
    ///   - all: The addresses of the nodes; none removes those of `chain`.
    ///   - chain: A chain that is known, or becomes known.
    ///   - site: The site that named the only node; `nil` if the user did.
    /// - Returns: Whether they are others than before.
    @discardableResult package func load(
        _ all: [Endpoint], for chain: Chain, from site: Origin? = nil
    ) -> Bool {
        guard all != self.endpoints(of: chain) || site != siteOfNode(of: chain) else { return false }
        if self.chain(id: chain.id) == nil { chains.append(chain) }
        fromSites[chain.id] = site
        self.endpoints[chain.id] = all.first
        alternatives[chain.id] = all.count > 1 ? Array(all.dropFirst()) : nil
        nodes[chain.id] = nil
        groups[chain.id] = nil
        heads.forget(chain)
        return true
    }

    /// Asks one of the nodes of `chain` whether it can be used.
    package func check(_ endpoint: Endpoint, of chain: Chain) async -> NodeHealth {
        await check(endpoint, of: chain, for: siteOfNode(of: chain))
    }

    /// Asks a node that `site` named, or with `nil` the user, whether it can be used for `chain`.
    package func check(_ endpoint: Endpoint, of chain: Chain, for site: Origin?) async -> NodeHealth {
        guard let node = make(endpoint, for: site) else { return .fails(.wire(.unreachable)) }
        return await NodeHealth.of(node, for: chain)
    }

    private func make(_ endpoint: Endpoint, for site: Origin?) -> (any EthereumNode)? {
        if let site, let siteDial { return siteDial(endpoint, site) }
        return dial?(endpoint)
    }

    /// Asks the server at `endpoint` for its chain ID, without storing anything.
    ///
    /// - Parameters:
    ///   - endpoint: The server.
    ///   - site: The site that named it, if one did; the error then does not reveal what is at the address.
    /// - Returns: The chain ID.
    /// - Throws: Why it did not return one.
    public func chainID(
        at endpoint: Endpoint, for site: Origin? = nil
    ) async throws(RPCError) -> UInt64 {
        guard let node = make(endpoint, for: site) else {
            throw RPCError(.unsupported, sentence: localizable("This wallet cannot connect to nodes."))
        }
        do throws(NodeError) {
            return try await ChainNode.chainID(of: node)
        } catch {
            throw RPCError(site == nil ? error : error.concealed)
        }
    }

    /// Adds `chain`, or replaces its nodes by one; a well-known chain keeps its name and symbol.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - endpoint: The address of its node.
    ///   - site: The site that named the node; `nil` if the user did.
    /// - Throws: Why it could not be stored; then nothing has changed.
    public func add(_ chain: Chain, at endpoint: Endpoint, for site: Origin? = nil) async throws(RPCError) {
        try await keep?(self.chain(id: chain.id) ?? chain, endpoint, site)
        fromSites[chain.id] = site
        if self.chain(id: chain.id) == nil { chains.append(chain) }
        endpoints[chain.id] = endpoint
        alternatives[chain.id] = nil
        nodes[chain.id] = nil
        groups[chain.id] = nil
        heads.forget(chain)
    }

    /// Uses `node` for `chain`, regardless of the stored addresses.
    public func use(_ node: any EthereumNode, for chain: Chain) {
        nodes[chain.id] = ChainNode(node, chainID: chain.id)
        heads.forget(chain)
    }
}
