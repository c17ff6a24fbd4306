internal import Bridge
internal import Primitives

/// Lays out a message as rows for the user, in the order in which it is hashed.
struct TypedDataRows {
    private(set) var fields: [Approval.Field] = []

    mutating func add(_ structure: TypedDataStructure, path: String) {
        if structure.members.isEmpty { fields.append(.init(path: path, type: structure.name, value: "{}")) }
        for member in structure.members {
            add(member.value, type: member.field.type, path: "\(path).\(member.field.name)")
        }
    }

    private mutating func add(_ value: TypedDataValue, type: TypedDataType, path: String) {
        switch value {
        case .structure(let structure): add(structure, path: path)
        case .array(let elements):
            guard case .array(let element, _) = type, !elements.isEmpty else {
                return fields.append(.init(path: path, type: type.name, value: "[]"))
            }
            for (index, value) in elements.enumerated() {
                add(value, type: element, path: "\(path)[\(index)]")
            }
        default: fields.append(.init(path: path, type: type.name, value: Self.text(value)))
        }
    }

    /// The value of a field without parts.
    static func text(_ value: TypedDataValue) -> String {
        switch value {
        case .bool(let value): value ? "true" : "false"
        case .address(let address): address.description
        case .string(let text): text
        case .bytes(let bytes): "0x" + Hex.encode(bytes)
        case .number(let number): number.description
        case .absent, .array, .structure: "null"
        }
    }
}

extension TypedDataValue {
    /// The value of a field that has no parts, as it is shown.
    public var text: String { TypedDataRows.text(self) }
}
