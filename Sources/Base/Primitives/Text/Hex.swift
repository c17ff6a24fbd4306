internal import CSodium

/// Bytes as lower-case hexadecimal text, and back, by libsodium.
public enum Hex {
    /// Writes each byte as two lower-case digits, without a prefix.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        bytes.withContiguousBytes { bytes in
            // The library also writes a zero byte.
            String(unsafeUninitializedCapacity: bytes.count * 2 + 1) { digits in
                guard let start = UnsafeMutableRawBufferPointer(digits).baseAddress else { return 0 }
                _ = sodium_bin2hex(start, digits.count, bytes.octets, bytes.count)
                return bytes.count * 2
            }
        }
    }

    /// Reads hexadecimal digits of either case, with or without `0x`.
    ///
    /// - Returns: The bytes, or `nil` if a character is not a digit or the number of digits is odd.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        text.utf8.withContiguousBytes { text in
            let isPrefixed = text.count >= 2 && text[0] == 0x30 && text[1] == 0x78
            let digits = UnsafeRawBufferPointer(rebasing: text[(isPrefixed ? 2 : 0)...])
            guard digits.count.isMultiple(of: 2) else { return nil }
            var isRead = digits.isEmpty
            let bytes = [UInt8](unsafeUninitializedCapacity: digits.count / 2) { bytes, count in
                count = 0
                guard let start = bytes.baseAddress, !isRead else { return }
                // Without a place for the end of the digits, the library refuses text with anything else.
                isRead =
                    sodium_hex2bin(start, digits.count / 2, digits.baseAddress, digits.count, nil, &count, nil) == 0
            }
            return isRead ? bytes : nil
        }
    }
}
