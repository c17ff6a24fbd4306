internal import Bridge
internal import Primitives

/// The structures that a message defines; every type in them exists.
struct TypedDataTypes: Hashable, Sendable {
    /// The name of the structure that determines where a signature is valid.
    static let domain = "EIP712Domain"

    private static let mostTypes = 256
    private static let mostFields = 256
    private static let mostFieldsInAll = 2_048

    /// The standard types of the fields of the domain; other fields may be added, and other types are used for
    /// signatures that are not for an Ethereum contract.
    private static let domainTypes: [String: TypedDataType] = [
        "name": .string, "version": .string, "chainId": .uint(256), "verifyingContract": .address,
        "salt": .fixedBytes(32),
    ]

    private let structures: [String: [TypedDataField]]

    init(_ json: JSON?) throws(EthereumError) {
        guard let members = json?.object?.members else { throw .typedData(.types, path: "types") }
        guard members.count <= Self.mostTypes else { throw .typedData(.tooLarge, path: "types") }
        for member in members {
            guard TypedDataName.isType(member.key) else { throw .typedData(.name, path: "types") }
            guard !TypedDataType.isReserved(member.key) else {
                throw .typedData(.reservedName, path: "types.\(member.key)")
            }
        }
        let names = Set(members.map(\.key))
        var structures: [String: [TypedDataField]] = [:]
        var count = 0
        for member in members {
            let fields = try Self.fields(member.value, structures: names, path: "types.\(member.key)")
            count += fields.count
            guard count <= Self.mostFieldsInAll else { throw .typedData(.tooLarge, path: "types") }
            structures[member.key] = fields
        }
        if let name = Self.cycle(in: structures, from: members.map(\.key)) {
            throw .typedData(.cycle, path: "types.\(name)")
        }
        guard let domain = structures[Self.domain] else { throw .typedData(.noDomainType, path: "types") }
        // The chain is compared with the site's, so it is a number; nothing of the domain has parts.
        for field in domain where Self.domainTypes[field.name] != nil {
            let isFit = field.name == "chainId" ? field.type == .uint(256) : !field.type.hasParts
            guard isFit else { throw .typedData(.domainType, path: "types.\(Self.domain).\(field.name)") }
        }
        self.structures = structures
    }

    /// Whether `field` of the domain has its standard type, if the standard has one.
    static func isStandard(_ field: TypedDataField) -> Bool {
        domainTypes[field.name].map { $0 == field.type } ?? true
    }

    /// The fields of a structure, in their order; empty if it does not exist.
    func fields(of name: String) -> [TypedDataField] {
        structures[name] ?? []
    }

    /// Whether a structure of this name is defined.
    func defines(_ name: String) -> Bool {
        TypedDataName.isType(name) && structures[name] != nil
    }

    /// The hash of the type's text with those it refers to behind it, in alphabetical order ("encodeType").
    func hash(of name: String) -> Digest32 {
        var found: Set<String> = [name]
        var waiting = [name]
        while let next = waiting.popLast() {
            for field in fields(of: next) {
                guard let other = field.type.structureName, found.insert(other).inserted else { continue }
                waiting.append(other)
            }
        }
        found.remove(name)
        // By bytes: the order of Swift's strings is Unicode's, though for these names it is the same.
        let others = found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let text = ([name] + others).map { name in
            "\(name)(\(fields(of: name).map { "\($0.type.name) \($0.name)" }.joined(separator: ",")))"
        }
        return Keccak256.hash(text.joined().utf8)
    }

    /// A structure that holds another of itself, and that one another, without end; `nil` if none does.
    ///
    /// A tree, whose branches are an array that may be empty, is not such a structure.
    private static func cycle(in structures: [String: [TypedDataField]], from names: [String]) -> String? {
        var (entered, left) = (Set<String>(), Set<String>())
        func visit(_ name: String) -> String? {
            guard !left.contains(name) else { return nil }
            guard entered.insert(name).inserted else { return name }
            for next in (structures[name] ?? []).compactMap(\.type.requiredStructureName) {
                if let found = visit(next) { return found }
            }
            left.insert(name)
            return nil
        }
        for name in names {
            if let found = visit(name) { return found }
        }
        return nil
    }

    private static func fields(
        _ json: JSON, structures: Set<String>, path: String
    ) throws(EthereumError) -> [TypedDataField] {
        guard let elements = json.array else { throw .typedData(.types, path: path) }
        guard elements.count <= mostFields else { throw .typedData(.tooLarge, path: path) }
        var fields: [TypedDataField] = []
        var names: Set<String> = []
        for element in elements {
            guard let name = element["name"]?.string, let type = element["type"]?.string else {
                throw .typedData(.types, path: path)
            }
            guard TypedDataName.isValid(name), name != "__proto__" else { throw .typedData(.name, path: path) }
            guard names.insert(name).inserted else { throw .typedData(.duplicateField, path: "\(path).\(name)") }
            guard let type = TypedDataType(type, structures: structures) else {
                throw .typedData(.unknownType, path: "\(path).\(name)")
            }
            fields.append(TypedDataField(name: name, type: type))
        }
        return fields
    }
}
