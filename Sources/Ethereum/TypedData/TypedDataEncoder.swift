internal import BigInt
internal import Keys

/// Turns structures into what is hashed (EIP-712, "Definition of encodeData").
struct TypedDataEncoder {
    private let types: TypedDataTypes

    /// The hashes of types that were needed before.
    private var typeHashes: [String: Digest32] = [:]

    init(types: TypedDataTypes) {
        self.types = types
    }

    /// The hash of a structure ("hashStruct").
    mutating func hash(_ structure: TypedDataStructure) -> Digest32 {
        Keccak256.hash(encode(structure))
    }

    /// The hash of the type and 32 bytes for each field.
    mutating func encode(_ structure: TypedDataStructure) -> [UInt8] {
        let typeHash = typeHashes[structure.name] ?? types.hash(of: structure.name)
        typeHashes[structure.name] = typeHash
        var bytes = typeHash.bytes
        for member in structure.members { bytes.append(contentsOf: word(member.value, member.field.type)) }
        return bytes
    }

    private mutating func word(_ value: TypedDataValue, _ type: TypedDataType) -> [UInt8] {
        switch value {
        case .bool(let value): return Self.zeros(31) + [value ? 1 : 0]
        case .address(let address): return Self.zeros(12) + address.bytes
        case .string(let text): return Keccak256.hash(text.utf8).bytes
        case .bytes(let bytes):
            if case .fixedBytes = type { return bytes + Self.zeros(32 - bytes.count) }
            return Keccak256.hash(bytes).bytes
        case .number(let number): return Self.word(number)
        case .structure(let structure): return hash(structure).bytes
        case .absent: return Self.zeros(32)
        case .array(let elements):
            guard case .array(let element, _) = type else { preconditionFailure("the reader paired them") }
            var words: [UInt8] = []
            for value in elements { words.append(contentsOf: word(value, element)) }
            return Keccak256.hash(words).bytes
        }
    }

    /// 256 bits, big-endian; below zero as the two's complement.
    private static func word(_ number: BigInt) -> [UInt8] {
        let positive = number.sign == .minus ? (BigInt(1) << 256) + number : number
        let words = positive.magnitude.words.map { UInt64($0) }
        return (0..<32).map { index in
            let place = 31 - index
            return place / 8 < words.count ? UInt8(truncatingIfNeeded: words[place / 8] >> (place % 8 * 8)) : 0
        }
    }

    private static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }
}
