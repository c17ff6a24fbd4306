/// The type of a field (EIP-712, "Definition of typed structured data").
public indirect enum TypedDataType: Hashable, Sendable {
    /// `bool`.
    case bool
    /// `address`.
    case address
    /// `string`.
    case string
    /// `bytes`, of any length.
    case bytes
    /// `bytes1` to `bytes32`.
    case fixedBytes(Int)
    /// `uint8` to `uint256`, by the number of bits.
    case uint(Int)
    /// `int8` to `int256`, by the number of bits.
    case int(Int)
    /// A structure of the message's own, by its name.
    case structure(String)
    /// An array of any number of elements, or of exactly `count`.
    case array(TypedDataType, count: Int?)

    /// How many levels arrays may be nested.
    static let deepestArray = 8

    /// Reads the name of a type; `nil` if it is neither built in nor in `structures`.
    ///
    /// `uint` and `int` alone are not types here: the standard has no short names.
    init?(_ text: String, structures: Set<String>) {
        let bytes = text.utf8
        let base = bytes.prefix { $0 != UInt8(ascii: "[") }
        guard var type = Self.base(String(base) ?? "", structures: structures) else { return nil }
        var rest = bytes[base.endIndex...]
        var depth = 0
        while let first = rest.first {
            guard first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let digits = rest[rest.index(after: rest.startIndex)..<end]
            if digits.isEmpty {
                type = .array(type, count: nil)
            } else {
                guard let count = Self.number(digits), count <= 100_000 else { return nil }
                type = .array(type, count: count)
            }
            depth += 1
            guard depth <= Self.deepestArray else { return nil }
            rest = rest[rest.index(after: end)...]
        }
        self = type
    }

    /// The name as written in the types of a message.
    public var name: String {
        switch self {
        case .bool: "bool"
        case .address: "address"
        case .string: "string"
        case .bytes: "bytes"
        case .fixedBytes(let size): "bytes\(size)"
        case .uint(let bits): "uint\(bits)"
        case .int(let bits): "int\(bits)"
        case .structure(let name): name
        case .array(let element, let count): "\(element.name)[\(count.map(String.init) ?? "")]"
        }
    }

    /// Whether this is an array or a structure.
    var hasParts: Bool { isArray || structureName != nil }

    /// Whether this is an array.
    var isArray: Bool {
        guard case .array = self else { return false }
        return true
    }

    /// The base structure of this type, if there is one.
    var structureName: String? {
        switch self {
        case .structure(let name): name
        case .array(let element, _): element.structureName
        default: nil
        }
    }

    /// The structure without which there is no value of this type: one in an array of any number may be left out.
    var requiredStructureName: String? {
        switch self {
        case .structure(let name): name
        case .array(let element, count: .some): element.requiredStructureName
        default: nil
        }
    }

    /// Whether `name` is a built-in type, or reads like one that another wallet may take for built in.
    static func isReserved(_ name: String) -> Bool {
        let words = ["bool", "address", "string", "byte", "function", "tuple", "mapping", "__proto__"]
        let stems = ["uint", "int", "bytes", "fixed", "ufixed"]
        return words.contains(name)
            || stems.contains { stem in
                name.hasPrefix(stem)
                    && name.utf8.dropFirst(stem.utf8.count).allSatisfy {
                        (0x30...0x39).contains($0) || $0 == UInt8(ascii: "x")
                    }
            }
    }

    private static func base(_ name: String, structures: Set<String>) -> TypedDataType? {
        switch name {
        case "bool": return .bool
        case "address": return .address
        case "string": return .string
        case "bytes": return .bytes
        default: break
        }
        if let bits = suffix(of: name, after: "uint") { return isWidth(bits) ? .uint(bits) : nil }
        if let bits = suffix(of: name, after: "int") { return isWidth(bits) ? .int(bits) : nil }
        if let size = suffix(of: name, after: "bytes") { return size <= 32 ? .fixedBytes(size) : nil }
        // The form is checked first, because Swift compares strings by Unicode equivalence, even if their bytes differ.
        return TypedDataName.isType(name) && structures.contains(name) ? .structure(name) : nil
    }

    private static func isWidth(_ bits: Int) -> Bool { bits <= 256 && bits.isMultiple(of: 8) }

    private static func suffix(of name: String, after stem: String) -> Int? {
        name.utf8.starts(with: stem.utf8) ? number(name.utf8.dropFirst(stem.utf8.count)) : nil
    }

    /// A number above zero, at most six digits, none of them a zero in front.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...6).contains(digits.count), digits.first != 0x30,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

/// One field of a structure: its name, and the type of its value.
public struct TypedDataField: Hashable, Sendable {
    /// The name.
    public let name: String

    /// The type.
    public let type: TypedDataType
}
