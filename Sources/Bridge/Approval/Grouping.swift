/// Where the eye wants a gap in a long address, without a character that would be copied with it.
public enum Grouping {
    /// The offsets, in UTF-8 bytes, of the characters that end a group of four and have more behind them.
    ///
    /// What comes before the first digit that counts (`0x`, `bitcoincash:`) is a group of its own. A text that is no
    /// address or number, or is short, has no groups.
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
