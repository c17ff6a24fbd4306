/// Bytes as text in Bitcoin's alphabet of 58 characters, which has no characters that look alike.
public enum Base58 {
    /// The maximum length of text: the running time is quadratic in the length.
    package static let longest = 1_024

    private static let digits = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// The value of each byte as a digit; 255 for bytes outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: .max, count: 256)
        // No trap: a place among 58 digits.
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// Encodes `bytes`; each leading zero becomes a `1`.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        let zeros = bytes.prefix { $0 == 0 }.count
        // Digits in ascending order of weight; the number is multiplied by 256 for each byte.
        var number: [UInt8] = []
        for byte in bytes.dropFirst(zeros) {
            var carry = Int(byte)
            for index in number.indices {
                carry += Int(number[index]) << 8
                number[index] = UInt8(carry % 58)  // No trap: below 58.
                carry /= 58
            }
            while carry > 0 {
                number.append(UInt8(carry % 58))  // No trap: below 58.
                carry /= 58
            }
        }
        let text = repeatElement(digits[0], count: zeros) + number.reversed().map { digits[Int($0)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes `text` of at most 1,024 characters, without white space.
    ///
    /// - Throws: ``PrimitiveError/malformedBase58``.
    public static func decode(_ text: some StringProtocol) throws(PrimitiveError) -> [UInt8] {
        let text = Array(text.utf8.prefix(longest + 1))
        guard text.count <= longest else { throw .malformedBase58 }
        let zeros = text.prefix { $0 == digits[0] }.count
        var number: [UInt8] = []
        for digit in text[zeros...] {
            var carry = Int(values[Int(digit)])
            guard carry < 58 else { throw .malformedBase58 }
            for index in number.indices {
                carry += Int(number[index]) * 58
                number[index] = UInt8(carry & 0xFF)
                carry >>= 8
            }
            if carry > 0 { number.append(UInt8(carry)) }  // No trap: a digit's carry is below 58.
        }
        return [UInt8](repeating: 0, count: zeros) + number.reversed()
    }
}
