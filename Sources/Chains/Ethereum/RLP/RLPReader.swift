/// Decodes consecutive RLP items, and refuses those that are not in the shortest form.
struct RLPReader {
    static let mostBytes = 262_144

    /// The maximum number of items, far above any real transaction.
    private static let mostItems = 65_536

    private let bytes: [UInt8]
    private(set) var offset = 0
    private var count = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the item at the current position, which must end at or before `end`.
    mutating func item(depth: Int, end: Int) throws(EthereumError) -> RLP {
        let start = offset
        guard start < end else { throw .rlp(.short, offset: start) }
        count += 1
        guard count <= Self.mostItems else { throw .rlp(.tooLarge, offset: start) }
        let first = bytes[start]
        offset += 1
        switch first {
        case ..<0x80: return .bytes([first])
        case ..<0xC0:
            let body = try body(first - 0x80, end: end)
            // A single byte below 0x80 is its own encoding.
            guard body.count != 1 || bytes[body.lowerBound] >= 0x80 else { throw .rlp(.notShortest, offset: start) }
            offset = body.upperBound
            return .bytes(Array(bytes[body]))
        default:
            guard depth > 0 else { throw .rlp(.tooDeep, offset: start) }
            let body = try body(first - 0xC0, end: end)
            var items: [RLP] = []
            while offset < body.upperBound { items.append(try item(depth: depth - 1, end: body.upperBound)) }
            return .list(items)
        }
    }

    /// Reads the rest of a header whose first byte is `code` above the first of its kind, and returns the body's range.
    private mutating func body(_ code: UInt8, end: Int) throws(EthereumError) -> Range<Int> {
        let start = offset
        guard code > 55 else { return try range(Int(code), end: end) }
        let size = Int(code) - 55
        guard size <= end - start else { throw .rlp(.short, offset: start) }
        guard bytes[start] != 0 else { throw .rlp(.notShortest, offset: start) }
        // A four-byte length already exceeds the input limit.
        guard size <= 4 else { throw .rlp(.short, offset: start) }
        let length = bytes[start..<(start + size)].reduce(0) { $0 << 8 | Int($1) }
        guard length > 55 else { throw .rlp(.notShortest, offset: start) }
        offset = start + size
        return try range(length, end: end)
    }

    private func range(_ length: Int, end: Int) throws(EthereumError) -> Range<Int> {
        guard length <= end - offset else { throw .rlp(.short, offset: offset) }
        return offset..<(offset + length)
    }
}
