/// Base64 (RFC 4648, sections 4 and 5): with padding in envelopes for relays, without it in links and tokens.
enum Base64Text {
    /// The two alphabets; they differ in the last two digits.
    enum Alphabet {
        /// `+` and `/`.
        case standard
        /// `-` and `_`.
        case url
        /// Those of both, for readers.
        case any
    }

    /// Writes `bytes` in the standard alphabet with padding.
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        write(bytes, digits: standard, isPadded: true)
    }

    /// Writes `bytes` in the alphabet for URLs, without padding.
    static func encodeForURL(_ bytes: some Sequence<UInt8>) -> String {
        write(bytes, digits: url, isPadded: false)
    }

    /// Reads text with the padding or without it, without white space, and with nothing in the unused bits.
    ///
    /// - Returns: `nil` for any other text.
    static func decode(_ text: some StringProtocol, _ alphabet: Alphabet) -> [UInt8]? {
        var rest = Array(text.utf8)[...]
        if rest.count % 4 == 0 {
            for _ in 0..<2 where rest.last == padding { rest.removeLast() }
        }
        guard rest.count % 4 != 1 else { return nil }
        var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        bytes.reserveCapacity(rest.count / 4 * 3 + 2)
        for digit in rest {
            guard let value = value(digit, alphabet) else { return nil }
            bits = (bits << 6 | UInt32(value)) & 0xFF_FFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // Else two texts would encode the same bytes, and the hash of a message would depend on the text.
        guard bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let standard = Array("\(letters)+/".utf8)
    private static let url = Array("\(letters)-_".utf8)
    private static let padding = UInt8(ascii: "=")

    private static func value(_ digit: UInt8, _ alphabet: Alphabet) -> UInt8? {
        switch digit {
        case 0x41...0x5A: digit - 0x41
        case 0x61...0x7A: digit - 0x61 + 26
        case 0x30...0x39: digit - 0x30 + 52
        case UInt8(ascii: "+") where alphabet != .url: 62
        case UInt8(ascii: "/") where alphabet != .url: 63
        case UInt8(ascii: "-") where alphabet != .standard: 62
        case UInt8(ascii: "_") where alphabet != .standard: 63
        default: nil
        }
    }

    private static func write(_ bytes: some Sequence<UInt8>, digits: [UInt8], isPadded: Bool) -> String {
        var (text, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        text.reserveCapacity(bytes.underestimatedCount / 3 * 4 + 4)
        for byte in bytes {
            bits = (bits << 8 | UInt32(byte)) & 0xFF_FFFF
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> count & 63)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << (6 - count) & 63)]) }
        while isPadded, text.count % 4 != 0 { text.append(padding) }
        return String(decoding: text, as: UTF8.self)
    }
}
