internal import BigInt
internal import Primitives

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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32 + structure.members.count * 32)
        Self.append(typeHash, to: &bytes)
        for member in structure.members { append(member.value, member.field.type, to: &bytes) }
        return bytes
    }

    private mutating func append(_ value: TypedDataValue, _ type: TypedDataType, to bytes: inout [UInt8]) {
        switch value {
        case .bool(let value): bytes.append(contentsOf: repeatElement(0, count: 31) + [value ? 1 : 0])
        case .address(let address):
            bytes.append(contentsOf: repeatElement(0, count: 12))
            bytes.append(contentsOf: address.bytes)
        case .string(let text): Self.append(Keccak256.hash(text.utf8), to: &bytes)
        case .bytes(let content):
            guard case .fixedBytes = type else { return Self.append(Keccak256.hash(content), to: &bytes) }
            bytes.append(contentsOf: content)
            bytes.append(contentsOf: repeatElement(0, count: 32 - content.count))
        case .number(let number): bytes.append(contentsOf: Self.word(number))
        case .structure(let structure): Self.append(hash(structure), to: &bytes)
        case .absent: bytes.append(contentsOf: repeatElement(0, count: 32))
        case .array(let elements):
            // No trap: the reader paired value and type.
            guard case .array(let element, _) = type else { preconditionFailure("the reader paired them") }
            var words: [UInt8] = []
            words.reserveCapacity(elements.count * 32)
            for value in elements { append(value, element, to: &words) }
            Self.append(Keccak256.hash(words), to: &bytes)
        }
    }

    private static func append(_ digest: Digest32, to bytes: inout [UInt8]) {
        digest.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// 256 bits, big-endian; below zero as the two's complement.
    static func word(_ number: BigInt) -> [UInt8] {
        let words = Array(number.words)
        let rest: UInt = number.signum() < 0 ? .max : 0
        return (0..<32).map { index in
            let place = 31 - index
            let word = place / 8 < words.count ? words[place / 8] : rest
            return UInt8(truncatingIfNeeded: word >> UInt(place % 8 * 8))
        }
    }
}
