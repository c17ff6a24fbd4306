/// The outer form of RLP (Ethereum Yellow Paper, appendix B), as far as a suspicion needs it.
enum RLPList {
    /// Whether `bytes` are one list of as many items as a transaction has, alone or behind a transaction type.
    static func isTransactionLike(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return false }
        // EIP-2718: the types in use are 1 to 4; a list of its own begins at 0xC0.
        let list = (1...4).contains(first) ? bytes.dropFirst() : bytes[...]
        guard let items = items(of: list) else { return false }
        return (6...16).contains(items)
    }

    /// The number of items of the list that fills `bytes`; `nil` where it is none.
    private static func items(of bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first, first >= 0xC0, let body = body(of: bytes), body.upperBound == bytes.endIndex
        else { return nil }
        var (rest, count) = (bytes[body], 0)
        while !rest.isEmpty {
            guard let item = self.body(of: rest) else { return nil }
            rest = rest[item.upperBound...]
            count += 1
        }
        return count
    }

    /// Where the content of the item at the start of `bytes` lies; `nil` where it goes beyond them.
    private static func body(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
        guard let first = bytes.first else { return nil }
        let start = bytes.startIndex
        let (header, length): (Int, Int)
        switch first {
        case ..<0x80: (header, length) = (0, 1)
        case ..<0xB8: (header, length) = (1, Int(first) - 0x80)
        case 0xC0..<0xF8: (header, length) = (1, Int(first) - 0xC0)
        default:
            let size = Int(first) - (first < 0xC0 ? 0xB7 : 0xF7)
            // Four bytes of length are more than any message may have.
            guard size <= 4, bytes.count > size else { return nil }
            header = 1 + size
            length = bytes[(start + 1)..<(start + header)].reduce(0) { $0 << 8 | Int($1) }
        }
        guard header + length <= bytes.count else { return nil }
        return (start + header)..<(start + header + length)
    }
}
