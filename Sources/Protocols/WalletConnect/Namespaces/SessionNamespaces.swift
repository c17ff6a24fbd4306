public import Bridge

/// What a wallet approves, by namespace: accounts, and the methods and events that a session may use.
public struct SessionNamespaces: Hashable, Sendable {
    /// What is approved under one key.
    public struct Entry: Hashable, Sendable {
        /// A namespace such as `eip155`, or a chain such as `eip155:10`.
        public var key: String
        /// The chains as written; many wallets leave them out, because the accounts contain them.
        public var chains: [String]?
        /// The accounts (CAIP-10), as they were written.
        public var accounts: [String]
        /// The methods that the app may call.
        public var methods: [String]
        /// The events that the app gets.
        public var events: [String]

        /// Creates an entry.
        public init(
            _ key: String, chains: [String]? = nil, accounts: [String], methods: [String] = [], events: [String] = []
        ) {
            self.key = key
            self.chains = chains
            self.accounts = accounts
            self.methods = methods
            self.events = events
        }
    }

    /// The entries, in order; each key once.
    public var entries: [Entry]

    /// Creates a value.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Reads an object with an object for each key.
    init(_ json: JSON?, path: String) throws(WalletConnectError) {
        guard json?.object != nil else { throw .parameters(path) }
        entries = []
        for (key, parameters) in try NamespaceObject.read(json, path: path) {
            entries.append(
                Entry(
                    key, chains: try parameters.optionalTexts("chains"),
                    accounts: try parameters.optionalTexts("accounts") ?? [],
                    methods: try parameters.optionalTexts("methods") ?? [],
                    events: try parameters.optionalTexts("events") ?? []))
        }
    }

    /// The value as JSON.
    package var json: JSON {
        JSON(
            members: entries.map { entry in
                (
                    entry.key,
                    JSON(members: [
                        ("chains", entry.chains.map { JSON($0) }), ("accounts", JSON(entry.accounts)),
                        ("methods", JSON(entry.methods)), ("events", JSON(entry.events)),
                    ])
                )
            })
    }

    // MARK: Validation

    /// Checks each entry on its own, and that all of them together satisfy what is `required`.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` with the first fault.
    package func validate(against required: ProposalNamespaces = ProposalNamespaces()) throws(WalletConnectError) {
        var approved: [String: (scope: NamespaceScope, chains: Set<ChainID>)] = [:]
        for entry in entries {
            let (namespace, accounts) = try Self.accounts(of: entry)
            let scope = NamespaceScope(
                namespace, chains: accounts.map(\.chain), methods: entry.methods, events: entry.events)
            let merged = approved[namespace].map { $0.scope.merged(with: scope) } ?? scope
            approved[namespace] = (merged, Set(merged.chains))
        }
        for scope in try required.scopes() {
            guard let (approved, chains) = approved[scope.namespace] else { throw .namespaces(.missingNamespace) }
            guard chains.isSuperset(of: scope.chains) else { throw .namespaces(.missingAccount) }
            guard scope.methods.isContained(in: approved.methods) else { throw .namespaces(.missingMethod) }
            guard scope.events.isContained(in: approved.events) else { throw .namespaces(.missingEvent) }
        }
    }

    /// What is missing of what an app cannot do without.
    ///
    /// - Parameter required: What the app needs.
    /// - Returns: The first fault; `nil` if nothing is missing.
    public func missing(of required: ProposalNamespaces) -> NamespaceFault? {
        do throws(WalletConnectError) {
            try validate(against: required)
            return nil
        } catch {
            guard case .namespaces(let fault) = error else { return nil }
            return fault
        }
    }

    private static func accounts(
        of entry: Entry
    ) throws(WalletConnectError) -> (namespace: String, accounts: [AccountID]) {
        let chain = ChainID(entry.key)
        guard chain != nil || CAIPText.isNamespace(entry.key) else { throw .namespaces(.malformedKey) }
        let namespace = chain?.namespace ?? entry.key
        guard !entry.accounts.isEmpty else { throw .namespaces(.emptyAccounts) }
        var accounts: [AccountID] = []
        for text in entry.accounts {
            guard let account = Self.account(text) else { throw .namespaces(.malformedAccount) }
            guard account.chain.namespace == namespace, chain.map({ $0 == account.chain }) ?? true else {
                throw .namespaces(.otherNamespaceOfAccount)
            }
            accounts.append(account)
        }
        for text in entry.chains ?? [] {
            guard let other = ChainID(text) else { throw .namespaces(.malformedChain) }
            guard other.namespace == namespace, chain.map({ $0 == other }) ?? true else {
                throw .namespaces(.otherNamespaceOfChain)
            }
        }
        return (namespace, accounts)
    }

    /// An account, also with the characters `_` and `=` of addresses of TON, which CAIP-10 does not have.
    private static func account(_ text: String) -> AccountID? {
        if let account = AccountID(text) { return account }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let chain = ChainID("\(parts[0]):\(parts[1])"),
            CAIPText.isReference(String(parts[2].map { $0 == "_" || $0 == "=" ? "-" : $0 }))
        else { return nil }
        return AccountID(chain: chain, address: String(parts[2]))
    }

    // MARK: What is allowed

    /// All accounts, each once, in order.
    public var accounts: [AccountID] {
        entries.flatMap { $0.accounts.compactMap(Self.account) }.unique
    }

    /// The chains of the accounts, each once, in order.
    public var chains: [ChainID] { accounts.map(\.chain).unique }

    /// The methods of all namespaces, each once, in order.
    package var methods: [String] { entries.flatMap(\.methods).unique }

    /// Checks that an app may call `method` on `chain`.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` with ``NamespaceFault/unauthorizedChain`` or
    ///   ``NamespaceFault/unauthorizedMethod``.
    public func check(method: String, on chain: ChainID) throws(WalletConnectError) {
        guard try entries(for: chain).contains(where: { $0.methods.contains(method) }) else {
            throw .namespaces(.unauthorizedMethod)
        }
    }

    /// Checks that an app gets `event` of `chain`.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` with ``NamespaceFault/unauthorizedChain`` or
    ///   ``NamespaceFault/unauthorizedEvent``.
    public func check(event: String, on chain: ChainID) throws(WalletConnectError) {
        guard try entries(for: chain).contains(where: { $0.events.contains(event) }) else {
            throw .namespaces(.unauthorizedEvent)
        }
    }

    /// The entries with an account on `chain`, regardless of their key.
    private func entries(for chain: ChainID) throws(WalletConnectError) -> [Entry] {
        let prefix = "\(chain):"
        let found = entries.filter { $0.accounts.contains { $0.hasPrefix(prefix) } }
        guard !found.isEmpty else { throw .namespaces(.unauthorizedChain) }
        return found
    }
}
