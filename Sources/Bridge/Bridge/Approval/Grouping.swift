/// Finds the positions of visual gaps in a long address; the gaps are not characters, so they are not copied.
public enum Grouping {
    /// The UTF-8 offsets of the last character of each group of four, except the last group.
    ///
    /// A prefix (`0x`, `bitcoincash:`) is its own group. A short text, or one that is not an address or a number, has
    /// no groups.
    public static func ends(in text: String) -> [Int] {
        let bytes = Array(text.utf8)
        let start = prefix(of: bytes)
        let body = bytes[start...]
        guard body.count > 12, body.allSatisfy(isDigit) else { return [] }
        let ends = stride(from: start + 3, to: bytes.count - 1, by: 4)
        return (start > 0 ? [start - 1] : []) + ends
    }

    private static func prefix(of bytes: [UInt8]) -> Int {
        if bytes.starts(with: "0x".utf8) { return 2 }
        return bytes.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26
    }
}
