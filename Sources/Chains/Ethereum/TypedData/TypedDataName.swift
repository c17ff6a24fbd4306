/// The names of types and fields.
enum TypedDataName {
    /// Whether `text` is a letter, `_` or `$`, and then up to 63 of those or digits.
    ///
    /// A name goes into the text that is hashed as a type; with brackets or commas in it, two different types could
    /// be the same text.
    static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= 64, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
    }

    /// Whether `text` is the name of a type: one like that of a field, or several with colons between them, as
    /// Hyperliquid writes them.
    static func isType(_ text: String) -> Bool {
        text.utf8.count <= 64
            && text.split(separator: ":", omittingEmptySubsequences: false).allSatisfy { isValid(String($0)) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
}
