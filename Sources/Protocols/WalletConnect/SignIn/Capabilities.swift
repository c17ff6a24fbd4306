public import Bridge

/// What a sign-in allows besides the sign-in: a ReCap (ERC-5573), by resource and ability.
///
/// For sessions the resource is a namespace, the abilities are `request/METHOD`, and each has the chains on which the
/// method may be called.
public struct Capabilities: Hashable, Sendable {
    /// What is allowed on a resource.
    public struct Ability: Hashable, Sendable {
        /// The kind, such as `request`.
        public var kind: String
        /// The action, such as `personal_sign`.
        public var action: String
        /// The conditions of the action: a list of objects.
        public var conditions: [JSON]

        /// Creates an ability.
        public init(_ kind: String, _ action: String, conditions: [JSON] = [.object(JSONObject())]) {
            self.kind = kind
            self.action = action
            self.conditions = conditions
        }
    }

    /// A resource, and what is allowed on it.
    public struct Resource: Hashable, Sendable {
        /// The name: a URI or a namespace.
        public var name: String
        /// What is allowed.
        public var abilities: [Ability]

        /// Creates a resource.
        public init(_ name: String, abilities: [Ability]) {
            self.name = name
            self.abilities = abilities
        }
    }

    /// The resources, each once, in the order in which they were written.
    public var resources: [Resource]

    /// The names of proofs, which are passed on and not interpreted.
    public var proofs: [String]

    /// The most abilities of all resources together.
    public static let maximumAbilities = 512

    private static let prefix = "urn:recap:"

    /// Creates a value.
    public init(_ resources: [Resource], proofs: [String] = []) {
        self.resources = resources
        self.proofs = proofs
    }

    /// The capabilities of a session: each method on each of the chains.
    public init(namespace: String, methods: [String], chains: [ChainID]) {
        let condition: JSON = ["chains": JSON(chains.map(\.description))]
        self.init([
            Resource(namespace, abilities: methods.sorted().map { Ability("request", $0, conditions: [condition]) })
        ])
    }

    /// Whether a resource of a sign-in is meant to be a ReCap.
    public static func isMeant(by resource: String) -> Bool { resource.hasPrefix(prefix) }

    /// Reads `urn:recap:` and JSON in Base64, of either alphabet, with padding or without it.
    ///
    /// - Throws: ``WalletConnectError/signIn(_:)`` with ``WalletConnectError/SignIn/capability``.
    public init(_ resource: String) throws(WalletConnectError) {
        guard resource.hasPrefix(Self.prefix), resource.utf8.count <= SignInRequest.maximumResourceBytes,
            let bytes = Base64Text.decode(resource.dropFirst(Self.prefix.count), .any),
            case .value(let json) = bytes.withUnsafeBufferPointer({ JSON.read($0, rules: .message) }),
            let members = json["att"]?.object?.members
        else { throw .signIn(.capability) }
        let proofs = json["prf"]?.array ?? []
        self.proofs = proofs.compactMap(\.string)
        guard json["prf"] == nil || json["prf"]?.array != nil, self.proofs.count == proofs.count else {
            throw .signIn(.capability)
        }
        resources = []
        var count = 0
        for member in members {
            guard Self.isName(member.key), let abilities = member.value.object?.members else {
                throw .signIn(.capability)
            }
            count += abilities.count
            guard count <= Self.maximumAbilities else { throw .signIn(.capability) }
            resources.append(Resource(member.key, abilities: try abilities.map(Self.ability)))
        }
    }

    private static func ability(_ member: JSONObject.Member) throws(WalletConnectError) -> Ability {
        let parts = member.key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && isName($0) }),
            let conditions = member.value.array, conditions.allSatisfy({ $0.object != nil })
        else { throw .signIn(.capability) }
        return Ability(String(parts[0]), String(parts[1]), conditions: conditions)
    }

    /// Names become part of a sentence that the user signs, between single quotes: printable ASCII without them.
    private static func isName(_ text: some StringProtocol) -> Bool {
        1...1_024 ~= text.utf8.count && text.utf8.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "'") }
    }

    /// The value as a resource of a sign-in: sorted, in Base64 for URLs.
    public var text: String {
        let attributes = JSON(
            members: sorted.resources.map { resource in
                let members = resource.abilities.map { ability in
                    ("\(ability.kind)/\(ability.action)", JSON?.some(.array(ability.conditions)))
                }
                return (resource.name, JSON(members: members))
            })
        let json = JSON(members: [("att", attributes), ("prf", proofs.isEmpty ? Optional<JSON>.none : JSON(proofs))])
        return Self.prefix + Base64Text.encodeForURL(json.bytes)
    }

    /// The same with resources and abilities in the order of their names, as ERC-5573 wants it.
    public var sorted: Capabilities {
        Capabilities(
            resources.map { resource in
                Resource(
                    resource.name,
                    abilities: resource.abilities.sorted { ($0.kind, $0.action) < ($1.kind, $1.action) })
            }.sorted { $0.name < $1.name }, proofs: proofs)
    }

    /// Both together; the conditions of an ability that both have are those of both.
    public func merged(with other: Capabilities) -> Capabilities {
        var result = self
        for resource in other.resources {
            guard let place = result.resources.firstIndex(where: { $0.name == resource.name }) else {
                result.resources.append(resource)
                continue
            }
            for ability in resource.abilities { result.resources[place].merge(ability) }
        }
        result.proofs = (proofs + other.proofs).unique
        return result.sorted
    }

    // MARK: Sessions

    /// The methods that may be called on a namespace, sorted.
    public func methods(of namespace: String) -> [String] {
        abilities(of: namespace).map(\.action).unique.sorted()
    }

    /// The chains on which methods of a namespace may be called, each once.
    public func chains(of namespace: String) -> [ChainID] {
        abilities(of: namespace).flatMap(\.conditions)
            .flatMap { ($0["chains"]?.array ?? []).compactMap(\.string).compactMap { ChainID($0) } }.unique
    }

    private func abilities(of namespace: String) -> [Ability] {
        resources.filter { $0.name == namespace }.flatMap(\.abilities).filter { $0.kind == "request" }
    }
}

extension Capabilities.Resource {
    fileprivate mutating func merge(_ ability: Capabilities.Ability) {
        if let place = abilities.firstIndex(where: { $0.kind == ability.kind && $0.action == ability.action }) {
            abilities[place].conditions = (abilities[place].conditions + ability.conditions).unique
        } else {
            abilities.append(ability)
        }
    }
}

extension Capabilities {
    /// What the user agrees to, as a sentence of the message (ERC-5573, "ReCap Translation Algorithm").
    public var statement: String {
        var parts: [String] = []
        for resource in resources {
            // The kinds in the order in which they first occur, each with its actions sorted.
            for kind in resource.abilities.map(\.kind).unique {
                let actions = resource.abilities.filter { $0.kind == kind }.map { "'\($0.action)'" }.sorted()
                let list = actions.joined(separator: ", ")
                parts.append("(\(parts.count + 1)) '\(kind)': \(list) for '\(resource.name)'.")
            }
        }
        return "I further authorize the stated URI to perform the following actions on my behalf: "
            + parts.joined(separator: " ")
    }
}
