/// Finds the characters that a JSON string cannot contain as they are (RFC 8259, section 7).
///
/// It looks at eight bytes at a time: most of the time of long messages is spent here.
enum UnescapedRun {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let quotationMarks = ones &* UInt64(UInt8(ascii: "\""))
    private static let backslashes = ones &* UInt64(UInt8(ascii: "\\"))
    private static let spaces = ones &* 0x20

    /// Finds the first quotation mark, backslash or control character from `start` on.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, or what is to be checked.
    ///   - start: At most the number of bytes.
    ///   - isASCII: Becomes false if a byte before the result is not ASCII.
    /// - Returns: Its index; the number of bytes if there is none.
    @inline(__always)
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isASCII: inout Bool) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let count = bytes.count
        var index = start
        var seen: UInt64 = 0
        while count - index >= 8 {
            let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
            // The high bit of a byte is set if it is one of those; above the first, it may be set for other bytes, too.
            let found = zeros(word ^ quotationMarks) | zeros(word ^ backslashes) | (word &- spaces) & ~word & highBits
            if found != 0 { break }
            seen |= word
            index += 8
        }
        while index < count {
            let byte = base[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            seen |= UInt64(byte)
            index += 1
        }
        if seen & highBits != 0 { isASCII = false }
        return index
    }

    /// Sets the high bit of the bytes of `word` that are zero, and perhaps of others above the first of them.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highBits
    }
}
