internal import BigInt
internal import Bridge

/// Whole numbers as pages write them: JSON numbers, decimal text, or `0x` and hexadecimal digits.
enum TypedDataNumber {
    /// Reads a number in one of its plain forms.
    ///
    /// Forms that other readers take for something else are refused: a fraction or an exponent, zeros in front of
    /// decimal digits (octal to some), a sign in front of `0x`, `-0`, white space.
    ///
    /// - Returns: The number; or `nil`, also for one of more than 256 bits.
    static func read(_ json: JSON) -> BigInt? {
        switch json {
        case .number(let number): decimal(number.text)
        case .string(let text):
            text.utf8.starts(with: "0x".utf8) ? hexadecimal(text.utf8.dropFirst(2)) : decimal(text)
        default: nil
        }
    }

    /// Whether `json` has no digit that could be left out, as chain ids are written.
    static func isShortest(_ json: JSON) -> Bool {
        guard let text = json.string, text.utf8.starts(with: "0x".utf8) else { return true }
        return text == "0x0" || !text.utf8.dropFirst(2).starts(with: "0".utf8)
    }

    private static func decimal(_ text: String) -> BigInt? {
        let isNegative = text.utf8.starts(with: "-".utf8)
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard let first = digits.first, digits.count <= 78, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            first != 0x30 || digits.count == 1 && !isNegative
        else { return nil }
        return BigInt(text, radix: 10)
    }

    private static func hexadecimal(_ digits: some Collection<UInt8>) -> BigInt? {
        let isHexadecimal = digits.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
        }
        guard (1...64).contains(digits.count), isHexadecimal else { return nil }
        return BigInt(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
