internal import BigInt
internal import Bridge
internal import Primitives

/// Reads values by their types, and refuses what does not fit.
struct TypedDataReader {
    private static let deepest = 64
    private static let mostValues = 10_000

    private let types: TypedDataTypes
    private let version: TypedDataVersion

    /// The number of values that were read; it is limited, because a person has to read them.
    private var count = 0

    init(types: TypedDataTypes, version: TypedDataVersion) {
        self.types = types
        self.version = version
    }

    /// Reads a structure that must be there.
    mutating func structure(
        _ name: String, _ json: JSON, path: String, depth: Int = 0
    ) throws(EthereumError) -> TypedDataStructure {
        guard let object = json.object else { throw .typedData(.wrongKind, path: path) }
        guard depth < Self.deepest else { throw .typedData(.tooLarge, path: path) }
        // With names in ASCII only, strings that Swift calls equal are the same bytes too.
        guard object.members.allSatisfy({ TypedDataName.isValid($0.key) }) else {
            throw .typedData(.unknownField, path: path)
        }
        let fields = types.fields(of: name)
        var members: [TypedDataStructure.Member] = []
        var found = 0
        for field in fields {
            let json = object[field.name]
            if json != nil { found += 1 }
            let place = "\(path).\(field.name)"
            guard let value = try value(field.type, json, path: place, depth: depth + 1) else { continue }
            members.append(TypedDataStructure.Member(field: field, value: value))
        }
        if found < object.members.count {
            let names = Set(fields.map(\.name))
            let unknown = object.members.first { !names.contains($0.key) }?.key ?? ""
            throw .typedData(.unknownField, path: "\(path).\(unknown)")
        }
        return TypedDataStructure(name: name, members: members)
    }

    /// Reads a value; `nil` if version 3 leaves the field out.
    private mutating func value(
        _ type: TypedDataType, _ json: JSON?, path: String, depth: Int
    ) throws(EthereumError) -> TypedDataValue? {
        count += 1
        guard count <= Self.mostValues else { throw .typedData(.tooLarge, path: path) }
        if case .structure = type, version == .v4, json == nil || json == .null { return .absent }
        if case .array = type, version == .v3 { throw .typedData(.noArrays, path: path) }
        guard let json else {
            if version == .v3 { return nil }
            throw .typedData(.missing, path: path)
        }
        switch type {
        case .structure(let name): return .structure(try structure(name, json, path: path, depth: depth))
        case .array(let element, let count):
            return .array(try elements(element, count, json, path: path, depth: depth))
        default: return try Self.atom(type, json, path: path)
        }
    }

    private mutating func elements(
        _ type: TypedDataType, _ count: Int?, _ json: JSON, path: String, depth: Int
    ) throws(EthereumError) -> [TypedDataValue] {
        guard let elements = json.array else { throw .typedData(.wrongKind, path: path) }
        guard count == nil || count == elements.count else { throw .typedData(.wrongCount, path: path) }
        guard depth < Self.deepest else { throw .typedData(.tooLarge, path: path) }
        var values: [TypedDataValue] = []
        for (index, element) in elements.enumerated() {
            let place = "\(path)[\(index)]"
            guard let value = try value(type, element, path: place, depth: depth + 1) else {
                throw .typedData(.missing, path: place)
            }
            values.append(value)
        }
        return values
    }

    /// Reads what has no parts.
    ///
    /// Null is refused for all of them: libraries disagree about its meaning.
    static func atom(_ type: TypedDataType, _ json: JSON, path: String) throws(EthereumError) -> TypedDataValue {
        switch (type, json) {
        case (.bool, .bool(let value)): return .bool(value)
        case (.string, .string(let text)): return .string(text)
        case (.address, .string(let text)):
            guard let address = try? EthereumAddress(text) else { throw .typedData(.address, path: path) }
            return .address(address)
        case (.bytes, .string(let text)): return .bytes(try bytes(text, path: path))
        case (.fixedBytes(let size), .string(let text)):
            let bytes = try bytes(text, path: path)
            guard bytes.count == size else { throw .typedData(.range, path: path) }
            return .bytes(bytes)
        case (.uint(let bits), .string), (.uint(let bits), .number):
            return .number(try number(json, in: 0..<(BigInt(1) << bits), path: path))
        case (.int(let bits), .string), (.int(let bits), .number):
            let limit = BigInt(1) << (bits - 1)
            return .number(try number(json, in: -limit..<limit, path: path))
        default: throw .typedData(.wrongKind, path: path)
        }
    }

    private static func bytes(_ text: String, path: String) throws(EthereumError) -> [UInt8] {
        guard text.utf8.starts(with: "0x".utf8), let bytes = Hex.decode(text) else {
            throw .typedData(.bytes, path: path)
        }
        return bytes
    }

    private static func number(_ json: JSON, in range: Range<BigInt>, path: String) throws(EthereumError) -> BigInt {
        guard let number = TypedDataNumber.read(json) else { throw .typedData(.number, path: path) }
        guard range.contains(number) else { throw .typedData(.range, path: path) }
        return number
    }
}
