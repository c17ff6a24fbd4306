/// Hexadecimal digits of secret bytes, encoded and decoded in place.
enum SecretHex {
    /// Writes two lower-case digits for each of `bytes` into `text`.
    static func encode(_ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) {
        precondition(text.count == bytes.count * 2)  // No trap: the callers make the text in twice the size.
        for (index, byte) in bytes.enumerated() {
            text[index * 2] = digit(byte >> 4)
            text[index * 2 + 1] = digit(byte & 0x0F)
        }
    }

    /// Decodes digits of either case into `bytes`; `false` if the length does not match or a character is not a digit.
    static func decode(_ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        guard text.count == bytes.count * 2 else { return false }
        var isRead = true
        for index in bytes.indices {
            let (high, low) = (value(text[index * 2]), value(text[index * 2 + 1]))
            isRead = isRead && high < 16 && low < 16
            bytes[index] = high << 4 | low & 0x0F
        }
        return isRead
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        // The distance between the character after `9` and the letter `a` is 39.
        nibble &+ 0x30 &+ ((9 &- nibble) >> 7) &* 39
    }

    private static func value(_ digit: UInt8) -> UInt8 {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: .max
        }
    }
}
