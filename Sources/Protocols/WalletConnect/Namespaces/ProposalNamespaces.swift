public import Bridge

/// What an app asks for, by namespace (CAIP-25, as WalletConnect Sign has it).
///
/// A key is a namespace with a list of its chains, or one chain without a list.
public struct ProposalNamespaces: Hashable, Sendable {
    /// The requested scope under one key.
    public struct Entry: Hashable, Sendable {
        /// A namespace such as `eip155`, or a chain such as `eip155:10`.
        public var key: String
        /// The chains, as they were written; `nil` if there is no list.
        public var chains: [String]?
        /// The methods that the app wants to call.
        public var methods: [String]
        /// The events that the app wants to get.
        public var events: [String]

        /// Creates an entry.
        public init(_ key: String, chains: [String]? = nil, methods: [String] = [], events: [String] = []) {
            self.key = key
            self.chains = chains
            self.methods = methods
            self.events = events
        }
    }

    /// The entries, in the order in which they were written; each key once.
    public var entries: [Entry]

    /// Creates a value.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Reads an object with an object for each key.
    ///
    /// The lists are read as they are; ``validate()`` looks at what is in them.
    init(_ json: JSON?, path: String) throws(WalletConnectError) {
        entries = []
        for (key, parameters) in try NamespaceObject.read(json, path: path) {
            entries.append(
                Entry(
                    key, chains: try parameters.optionalTexts("chains"),
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
                        ("chains", entry.chains.map { JSON($0) }), ("methods", JSON(entry.methods)),
                        ("events", JSON(entry.events)),
                    ])
                )
            })
    }

    /// Whether nothing is requested.
    public var isEmpty: Bool { entries.isEmpty }

    /// What either asks for: the chains, methods and events under a key that both have are those of both.
    func merged(with other: ProposalNamespaces) -> ProposalNamespaces {
        var entries = entries
        for entry in other.entries {
            guard let place = entries.firstIndex(where: { $0.key == entry.key }) else {
                entries.append(entry)
                continue
            }
            let own = entries[place]
            let chains = ((own.chains ?? []) + (entry.chains ?? [])).unique
            entries[place] = Entry(
                entry.key, chains: own.chains == nil && entry.chains == nil ? nil : chains,
                methods: (own.methods + entry.methods).unique, events: (own.events + entry.events).unique)
        }
        return ProposalNamespaces(entries)
    }

    /// Checks each entry, in order.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` with the first fault.
    package func validate() throws(WalletConnectError) {
        _ = try scopes()
    }

    /// The requested scopes, with the entries of one namespace merged.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` with the first fault.
    package func scopes() throws(WalletConnectError) -> [NamespaceScope] {
        try separateScopes().merged
    }

    /// The requested scopes, one for each entry.
    func separateScopes() throws(WalletConnectError) -> [NamespaceScope] {
        var scopes: [NamespaceScope] = []
        for entry in entries { scopes.append(try Self.scope(of: entry)) }
        return scopes
    }

    private static func scope(of entry: Entry) throws(WalletConnectError) -> NamespaceScope {
        if CAIPText.isNamespace(entry.key) {
            guard let texts = entry.chains, !texts.isEmpty else { throw .namespaces(.emptyChains) }
            var chains: [ChainID] = []
            for text in texts {
                guard let chain = ChainID(text) else { throw .namespaces(.malformedChain) }
                guard chain.namespace == entry.key else { throw .namespaces(.otherNamespaceOfChain) }
                chains.append(chain)
            }
            return NamespaceScope(entry.key, chains: chains, methods: entry.methods, events: entry.events)
        }
        guard let chain = ChainID(entry.key) else { throw .namespaces(.malformedKey) }
        // A list under the key of a chain can only repeat the chain.
        for text in entry.chains ?? [] {
            guard let other = ChainID(text) else { throw .namespaces(.malformedChain) }
            guard other == chain else { throw .namespaces(.otherNamespaceOfChain) }
        }
        return NamespaceScope(chain.namespace, chains: [chain], methods: entry.methods, events: entry.events)
    }
}

/// Chains of one namespace, and methods and events on them; each once, in the order in which they came.
public struct NamespaceScope: Hashable, Sendable {
    /// The namespace.
    public let namespace: String

    /// The chains.
    public private(set) var chains: [ChainID]

    /// The methods.
    public private(set) var methods: [String]

    /// The events.
    public private(set) var events: [String]

    /// Creates a value; what occurs twice counts once.
    public init(_ namespace: String, chains: [ChainID], methods: [String], events: [String]) {
        self.namespace = namespace
        self.chains = chains.unique
        self.methods = methods.unique
        self.events = events.unique
    }

    /// What either scope has.
    func merged(with other: NamespaceScope) -> NamespaceScope {
        NamespaceScope(
            namespace, chains: chains + other.chains, methods: methods + other.methods,
            events: events + other.events)
    }
}

extension [NamespaceScope] {
    /// One scope for each namespace, in the order in which they came.
    var merged: [NamespaceScope] {
        var scopes: [NamespaceScope] = []
        for scope in self {
            if let place = scopes.firstIndex(where: { $0.namespace == scope.namespace }) {
                scopes[place] = scopes[place].merged(with: scope)
            } else {
                scopes.append(scope)
            }
        }
        return scopes
    }
}

extension Array where Element: Hashable {
    /// Each element once, in the order in which they came.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }

    /// Whether all elements are among `others`.
    func isContained(in others: [Element]) -> Bool {
        Set(self).isSubset(of: others)
    }
}

/// An object with an object for each namespace.
enum NamespaceObject {
    /// The most namespaces of one object.
    static let maximum = 64

    /// The members, in order; none if the value is missing.
    static func read(_ json: JSON?, path: String) throws(WalletConnectError) -> [(String, Parameters)] {
        guard let json, json != .null else { return [] }
        guard let members = json.object?.members, members.count <= maximum else { throw .parameters(path) }
        var found: [(String, Parameters)] = []
        for member in members {
            // The key is text of the peer and may be anything, so a fault names the place only.
            guard member.value.object != nil else { throw .parameters(path) }
            found.append((member.key, Parameters(member.value, path: path)))
        }
        return found
    }
}
