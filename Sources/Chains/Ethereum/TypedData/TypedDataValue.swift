public import BigInt

/// The value of a field, always of the kind and in the range of its type.
public indirect enum TypedDataValue: Hashable, Sendable {
    /// The value of a `bool`.
    case bool(Bool)
    /// The value of an `address`.
    case address(EthereumAddress)
    /// The value of a `string`.
    case string(String)
    /// The value of `bytes`, or of one of `bytes1` to `bytes32`.
    case bytes([UInt8])
    /// The value of one of `uint8` to `uint256`, or of `int8` to `int256`.
    case number(BigInt)
    /// The elements of an array.
    case array([TypedDataValue])
    /// A structure.
    case structure(TypedDataStructure)
    /// A structure that is null or missing, in version 4.
    case absent
}
