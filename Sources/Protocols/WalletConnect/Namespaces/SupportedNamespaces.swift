public import Bridge

/// What a wallet can do, from which it makes the namespaces of a session.
public struct SupportedNamespaces: Hashable, Sendable {
    /// Chains of one namespace, and what the wallet can do on all of them.
    public struct Entry: Hashable, Sendable {
        /// Chains, methods and events.
        public var scope: NamespaceScope
        /// The accounts that the user shares.
        public var accounts: [AccountID]

        /// Creates an entry.
        public init(
            _ namespace: String, chains: [ChainID], methods: [String], events: [String], accounts: [AccountID]
        ) {
            scope = NamespaceScope(namespace, chains: chains, methods: methods, events: events)
            self.accounts = accounts
        }
    }

    /// The namespaces, each once.
    public var entries: [Entry]

    /// Creates a value.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The namespaces that satisfy a proposal: all that is required, and what is supported of the rest.
    ///
    /// A proposal that asks for nothing gets everything that is supported. A namespace without accounts is left out,
    /// because apps read it as supported.
    ///
    /// - Parameters:
    ///   - required: What the app cannot do without.
    ///   - optional: What the app could use.
    /// - Returns: The namespaces, which are valid against what is required.
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if a proposal is not valid, if something required is not
    ///   supported, or if nothing remains.
    public func approve(
        required: ProposalNamespaces, optional: ProposalNamespaces
    ) throws(WalletConnectError) -> SessionNamespaces {
        // Each optional entry on its own, so that the methods of a chain that is not supported are not approved for
        // others.
        let (needed, wanted) = (try required.scopes(), try optional.separateScopes())
        for scope in needed { try check(scope) }
        let parts = needed.isEmpty && wanted.isEmpty ? entries.map(\.scope) : wanted
        let approved = (needed + parts.compactMap(supportedPart)).merged
        guard !approved.isEmpty else { throw .namespaces(.unsupportedChain) }
        let session = SessionNamespaces(
            approved.map { scope in
                SessionNamespaces.Entry(
                    scope.namespace, chains: scope.chains.map(\.description),
                    accounts: scope.chains.flatMap(accounts).map(\.description), methods: scope.methods,
                    events: scope.events)
            })
        try session.validate(against: required)
        return session
    }

    /// Checks that everything that is required is there.
    private func check(_ scope: NamespaceScope) throws(WalletConnectError) {
        guard let own = entries.first(where: { $0.scope.namespace == scope.namespace })?.scope else {
            throw .namespaces(.unsupportedNamespace)
        }
        guard scope.chains.isContained(in: own.chains) else { throw .namespaces(.unsupportedChain) }
        guard scope.methods.isContained(in: own.methods) else { throw .namespaces(.unsupportedMethod) }
        guard scope.events.isContained(in: own.events) else { throw .namespaces(.unsupportedEvent) }
        guard scope.chains.allSatisfy({ !accounts(on: $0).isEmpty }) else { throw .namespaces(.noAccount) }
    }

    /// What is supported of what is optional; `nil` if no chain remains.
    private func supportedPart(of scope: NamespaceScope) -> NamespaceScope? {
        guard let own = entries.first(where: { $0.scope.namespace == scope.namespace })?.scope else { return nil }
        let (ownChains, ownMethods, ownEvents) = (Set(own.chains), Set(own.methods), Set(own.events))
        let chains = scope.chains.filter { ownChains.contains($0) && !accounts(on: $0).isEmpty }
        guard !chains.isEmpty else { return nil }
        return NamespaceScope(
            scope.namespace, chains: chains, methods: scope.methods.filter(ownMethods.contains),
            events: scope.events.filter(ownEvents.contains))
    }

    private func accounts(on chain: ChainID) -> [AccountID] {
        entries.flatMap(\.accounts).filter { $0.chain == chain }
    }
}
