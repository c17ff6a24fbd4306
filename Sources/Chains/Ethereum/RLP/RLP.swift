public import BigInt

/// An item of RLP, the encoding of Ethereum transactions (Yellow Paper, appendix B).
///
/// The encoding is canonical: bytes that are not in the shortest form are refused.
public enum RLP: Hashable, Sendable {
    /// A byte string; numbers have no leading zeros.
    case bytes([UInt8])

    /// A list of items.
    case list([RLP])

    /// The item for `number`: its big-endian bytes, empty for zero.
    public static func number(_ number: BigUInt) -> RLP { .bytes(number.bigEndian) }

    /// The item for `number`: its big-endian bytes, empty for zero.
    public static func number(_ number: UInt64) -> RLP { .bytes(number.bigEndianBytes) }

    /// Decodes the single item that fills `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: The encoded item; at most 256 KiB, more than any node accepts as a transaction.
    ///   - depth: The maximum nesting of lists.
    /// - Throws: ``EthereumError/rlp(_:offset:)``.
    public init(_ bytes: some Sequence<UInt8>, depth: Int = 16) throws(EthereumError) {
        let bytes = Array(bytes)
        guard bytes.count <= RLPReader.mostBytes else { throw .rlp(.tooLarge, offset: 0) }
        var reader = RLPReader(bytes)
        self = try reader.item(depth: depth, end: bytes.count)
        guard reader.offset == bytes.count else { throw .rlp(.rest, offset: reader.offset) }
    }

    /// The encoded item.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        write(to: &bytes)
        return bytes
    }

    /// The elements of a list; `nil` for bytes.
    public var elements: [RLP]? {
        guard case .list(let items) = self else { return nil }
        return items
    }

    /// The content of a byte string; `nil` for a list.
    public var content: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// The size of ``encoded`` in bytes.
    private var size: Int {
        switch self {
        case .bytes(let bytes) where bytes.count == 1 && bytes[0] < 0x80: return 1
        case .bytes(let bytes): return Self.headerSize(bytes.count) + bytes.count
        case .list(let items):
            let body = items.reduce(0) { $0 + $1.size }
            return Self.headerSize(body) + body
        }
    }

    private static func headerSize(_ count: Int) -> Int {
        count < 56 ? 1 : 1 + UInt64(count).bigEndianBytes.count
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .bytes(let bytes) where bytes.count == 1 && bytes[0] < 0x80: output.append(bytes[0])
        case .bytes(let bytes):
            Self.writeHeader(0x80, bytes.count, to: &output)
            output.append(contentsOf: bytes)
        case .list(let items):
            Self.writeHeader(0xC0, items.reduce(0) { $0 + $1.size }, to: &output)
            for item in items { item.write(to: &output) }
        }
    }

    private static func writeHeader(_ kind: UInt8, _ count: Int, to output: inout [UInt8]) {
        guard count >= 56 else { return output.append(kind + UInt8(count)) }  // No trap: below 56.
        let length = UInt64(count).bigEndianBytes
        output.append(kind + 55 + UInt8(length.count))  // No trap: the bytes of a number of 64 bits.
        output.append(contentsOf: length)
    }
}
