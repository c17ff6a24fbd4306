public import BigInt

/// An item of RLP, the form in which Ethereum writes transactions (Yellow Paper, appendix B).
///
/// There is one way to write an item and one way to read it: bytes that could have been written shorter are refused.
public enum RLP: Hashable, Sendable {
    /// A string of bytes; numbers are those without zeros in front.
    case bytes([UInt8])

    /// A list of items.
    case list([RLP])

    /// The item that stands for `number`: its bytes, big-endian, none where it is zero.
    public static func number(_ number: BigUInt) -> RLP { .bytes(number.bigEndian) }

    /// The item that stands for `number`: its bytes, big-endian, none where it is zero.
    public static func number(_ number: UInt64) -> RLP { .bytes(number.bigEndianBytes) }

    /// Reads the one item that fills `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: What was written; at most 256 KiB, more than any node takes as a transaction.
    ///   - depth: How many lists may stand in one another.
    /// - Throws: ``EthereumError/rlp(_:offset:)``.
    public init(_ bytes: some Sequence<UInt8>, depth: Int = 16) throws(EthereumError) {
        let bytes = Array(bytes)
        guard bytes.count <= RLPReader.mostBytes else { throw .rlp(.tooLarge, offset: 0) }
        var reader = RLPReader(bytes)
        self = try reader.item(depth: depth, end: bytes.count)
        guard reader.offset == bytes.count else { throw .rlp(.rest, offset: reader.offset) }
    }

    /// The item as bytes.
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

    /// The bytes of a string; `nil` for a list.
    public var content: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// How many bytes ``encoded`` has.
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
        guard count >= 56 else { return output.append(kind + UInt8(count)) }
        let length = UInt64(count).bigEndianBytes
        output.append(kind + 55 + UInt8(length.count))
        output.append(contentsOf: length)
    }
}
