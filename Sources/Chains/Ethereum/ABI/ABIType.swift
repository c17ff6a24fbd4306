/// A type of Solidity's ABI ("Contract ABI Specification", section "Types").
public indirect enum ABIType: Hashable, Sendable {
    /// `bool`.
    case bool
    /// `address`.
    case address
    /// `string`, in UTF-8.
    case string
    /// `bytes`, of any length.
    case bytes
    /// `bytes1` to `bytes32`.
    case fixedBytes(Int)
    /// `uint8` to `uint256`, by the number of bits.
    case uint(Int)
    /// `int8` to `int256`, by the number of bits.
    case int(Int)
    /// An array of any number of elements, or of exactly `count`.
    case array(ABIType, count: Int?)
    /// Several values after one another.
    case tuple([ABIParameter])

    /// Reads the text of a type, such as `(address to, uint256 value)[]`.
    ///
    /// `uint` and `int` without a size mean 256 bits, as in Solidity. Names in tuples are kept.
    ///
    /// - Throws: ``EthereumError/abi(_:)``.
    public init(_ text: String) throws(EthereumError) {
        var reader = try ABISignatureReader(text)
        self = try reader.type()
        try reader.end()
    }

    /// The name as selectors are made from it: no names of parameters, no short forms, no spaces.
    public var name: String {
        switch self {
        case .bool: "bool"
        case .address: "address"
        case .string: "string"
        case .bytes: "bytes"
        case .fixedBytes(let size): "bytes\(size)"
        case .uint(let bits): "uint\(bits)"
        case .int(let bits): "int\(bits)"
        case .array(let element, let count): "\(element.name)[\(count.map(String.init) ?? "")]"
        case .tuple(let components): "(\(components.map(\.type.name).joined(separator: ",")))"
        }
    }

    /// Whether the length of an encoded value is not known from its type.
    var isDynamic: Bool {
        switch self {
        case .string, .bytes: true
        case .array(let element, let count): count == nil || element.isDynamic
        case .tuple(let components): components.contains { $0.type.isDynamic }
        default: false
        }
    }

    /// How many bytes a value takes in the head: 32 for a dynamic one, for its offset.
    var headSize: Int {
        guard !isDynamic else { return 32 }
        return switch self {
        case .array(let element, let count): element.headSize * (count ?? 0)
        case .tuple(let components): components.reduce(0) { $0 + $1.type.headSize }
        default: 32
        }
    }
}

/// A named place in the arguments of a function, or in a tuple.
public struct ABIParameter: Hashable, Sendable {
    /// The name; empty for an unnamed parameter.
    public let name: String

    /// The type.
    public let type: ABIType

    /// Creates a parameter.
    public init(_ type: ABIType, name: String = "") {
        self.name = name
        self.type = type
    }
}
