public import BigInt

/// Amounts as people write them, and the whole numbers that are signed; exact, without floating point.
public enum Amount {
    /// The most decimal places a unit may have: those of an `uint8`, as ERC-20 gives them.
    public static let mostDecimals = 255

    /// Reads a text such as `1.25` of a unit with `decimals` decimal places.
    ///
    /// Digits, and a point with digits on both sides where there is a fraction: no sign, exponent, white space, or
    /// grouping, since each of them is read differently somewhere. Places beyond `decimals` may only hold zeros:
    /// nothing is ever rounded.
    ///
    /// - Returns: The number of smallest parts, such as wei for ether with 18 places; at most 256 bits.
    /// - Throws: ``EthereumError/amount(_:)``.
    public static func parts(_ text: String, decimals: Int) throws(EthereumError) -> BigUInt {
        precondition((0...mostDecimals).contains(decimals), "a unit has 0 to 255 decimal places")
        let digits = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 512 else { throw .amount(.tooLarge) }
        let isPlain = digits.allSatisfy { part in !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) } }
        guard (1...2).contains(digits.count), isPlain else { throw .amount(.form) }
        let whole = Array(digits[0])
        var fraction = digits.count == 2 ? Array(digits[1]) : []
        while fraction.last == 0x30, fraction.count > decimals { fraction.removeLast() }
        guard fraction.count <= decimals else { throw .amount(.fraction) }
        fraction += repeatElement(0x30, count: decimals - fraction.count)
        guard let number = BigUInt(String(decoding: whole + fraction, as: UTF8.self), radix: 10) else {
            throw .amount(.form)
        }
        guard number.bitWidth <= 256 else { throw .amount(.tooLarge) }
        return number
    }

    /// Writes a number of smallest parts of a unit with `decimals` places, in the shortest way: `1.25`, `1`, `0.1`.
    public static func text(_ parts: BigUInt, decimals: Int) -> String {
        precondition((0...mostDecimals).contains(decimals), "a unit has 0 to 255 decimal places")
        var digits = Array(String(parts).utf8)
        if digits.count <= decimals { digits = Array(repeating: 0x30, count: decimals + 1 - digits.count) + digits }
        var fraction = digits.suffix(decimals)
        let whole = digits.dropLast(decimals)
        while fraction.last == 0x30 { fraction.removeLast() }
        let text = fraction.isEmpty ? Array(whole) : whole + [UInt8(ascii: ".")] + fraction
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes a number that may be below zero, such as a change of a balance.
    public static func text(_ parts: BigInt, decimals: Int) -> String {
        (parts.sign == .minus ? "-" : "") + text(parts.magnitude, decimals: decimals)
    }
}
