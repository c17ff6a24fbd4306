internal import BigInt

/// Lays out values the one way that the standard calls for ("Formal Specification of the Encoding").
public enum ABIEncoder {
    /// The encoding of `values` as the arguments of a function with parameters of `types`.
    ///
    /// - Throws: ``EthereumError/abi(_:)`` if a value is not of its type.
    public static func encode(_ values: [ABIValue], as types: [ABIType]) throws(EthereumError) -> [UInt8] {
        guard values.count == types.count else { throw .abi(.value) }
        var head: [UInt8] = []
        var tail: [UInt8] = []
        let headSize = types.reduce(0) { $0 + $1.headSize }
        for (value, type) in zip(values, types) {
            let bytes = try encode(value, as: type)
            guard type.isDynamic else {
                head += bytes
                continue
            }
            head += ABIWord.bytes(BigInt(headSize + tail.count))
            tail += bytes
        }
        return head + tail
    }

    private static func encode(_ value: ABIValue, as type: ABIType) throws(EthereumError) -> [UInt8] {
        switch (type, value) {
        case (.bool, .bool(let value)): return ABIWord.bytes(value ? 1 : 0)
        case (.address, .address(let address)): return zeros(12) + address.bytes
        case (.string, .string(let text)): return sized(Array(text.utf8))
        case (.bytes, .bytes(let bytes)): return sized(bytes)
        case (.fixedBytes(let size), .bytes(let bytes)) where bytes.count == size: return padded(bytes)
        case (.uint(let bits), .number(let number)) where ABIWord.fits(number, bits: bits, isSigned: false),
            (.int(let bits), .number(let number)) where ABIWord.fits(number, bits: bits, isSigned: true):
            return ABIWord.bytes(number)
        case (.array(let element, let count), .array(let elements)) where count == nil || count == elements.count:
            let types = [ABIType](repeating: element, count: elements.count)
            return (count == nil ? ABIWord.bytes(BigInt(elements.count)) : []) + (try encode(elements, as: types))
        case (.tuple(let components), .tuple(let values)): return try encode(values, as: components.map(\.type))
        default: throw .abi(.value)
        }
    }

    private static func sized(_ bytes: [UInt8]) -> [UInt8] {
        ABIWord.bytes(BigInt(bytes.count)) + padded(bytes)
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + zeros((ABIWord.size - bytes.count % ABIWord.size) % ABIWord.size)
    }

    private static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }
}
