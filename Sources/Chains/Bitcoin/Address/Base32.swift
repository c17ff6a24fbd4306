/// The 32-character alphabet of Bech32 and CashAddr, and the conversion between bytes and 5-bit groups.
enum Base32 {
    static let digits = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// The value of each lower-case ASCII character; 255 for a character outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: .max, count: 256)
        // No trap: a place among 32 digits.
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The characters for `values`, each below 32.
    static func text(_ values: some Sequence<UInt8>) -> String {
        String(decoding: values.map { digits[Int($0 & 31)] }, as: UTF8.self)
    }

    /// The values of lower-case characters; `nil` if one is outside the alphabet.
    static func values(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let found = text.map { values[Int($0)] }
        return found.allSatisfy { $0 < 32 } ? found : nil
    }

    /// Converts `bytes` to 5-bit groups, padded with zero bits.
    static func groups(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var (groups, bits, count) = ([UInt8](), UInt(0), UInt(0))
        for byte in bytes {
            bits = (bits << 8 | UInt(byte)) & 0xFFFF
            count += 8
            while count >= 5 {
                count -= 5
                groups.append(UInt8(bits >> count & 31))
            }
        }
        if count > 0 { groups.append(UInt8(bits << (5 - count) & 31)) }
        return groups
    }

    /// Converts 5-bit groups back to bytes; `nil` if the padding has five bits or more, or is not zero.
    static func bytes(of groups: some Sequence<UInt8>) -> [UInt8]? {
        var (bytes, bits, count) = ([UInt8](), UInt(0), UInt(0))
        for group in groups {
            bits = (bits << 5 | UInt(group)) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 0xFF))
            }
        }
        guard count < 5, bits & ((1 << count) - 1) == 0 else { return nil }
        return bytes
    }

    /// The text in lower case, as bytes; throws for mixed case and for anything but visible ASCII.
    static func singleCase(_ text: String) throws(BitcoinError) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .address(.form) }
        let hasUpper = bytes.contains { (0x41...0x5A).contains($0) }
        guard hasUpper else { return bytes }
        guard !bytes.contains(where: { (0x61...0x7A).contains($0) }) else { throw .address(.mixedCase) }
        return bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}
