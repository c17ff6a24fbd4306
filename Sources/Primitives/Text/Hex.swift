/// Bytes as lower-case hexadecimal text, and back.
public enum Hex {
    /// Writes each byte as two lower-case digits, without a prefix.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            digits.append(Self.digit(byte >> 4))
            digits.append(Self.digit(byte & 0x0F))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads hexadecimal digits of either case, with or without `0x`.
    ///
    /// - Returns: The bytes, or `nil` if a character is not a digit or the number of digits is odd.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var digits = Array(text.utf8)
        if digits.starts(with: [0x30, 0x78]) { digits.removeFirst(2) }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x61 + nibble - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
