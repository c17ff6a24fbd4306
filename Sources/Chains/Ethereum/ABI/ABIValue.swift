public import BigInt

/// A value of Solidity's ABI.
public indirect enum ABIValue: Hashable, Sendable {
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
    case array([ABIValue])
    /// The values of a tuple, in order.
    case tuple([ABIValue])
}

extension ABIValue {
    /// A number that is not below zero; `nil` for every other value.
    public var uint: BigUInt? {
        guard case .number(let number) = self, number.sign == .plus else { return nil }
        return number.magnitude
    }

    /// The address; `nil` for every other value.
    public var address: EthereumAddress? {
        guard case .address(let address) = self else { return nil }
        return address
    }

    /// The Boolean; `nil` for every other value.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The bytes; `nil` for every other value.
    public var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// The elements of an array or the values of a tuple; `nil` for every other value.
    public var elements: [ABIValue]? {
        switch self {
        case .array(let elements), .tuple(let elements): elements
        default: nil
        }
    }
}
