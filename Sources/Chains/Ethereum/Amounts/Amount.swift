public import BigInt

/// Converts amounts between decimal text and the integers that are signed; exact, without floating point.
public enum Amount {
    /// The largest number of decimal places of a unit: the maximum of the `uint8` in ERC-20.
    public static let mostDecimals = 255

    /// Reads a decimal text such as `1.25` in a unit with `decimals` decimal places.
    ///
    /// The text is digits, with an optional point that has digits on both sides. Signs, exponents, white space and
    /// grouping are refused because readers interpret them differently. Digits beyond `decimals` must be zeros: nothing
    /// is rounded.
    ///
    /// - Returns: The amount in the smallest unit, such as wei for ether with 18 places; at most 256 bits.
    /// - Throws: ``EthereumError/amount(_:)``.
    public static func parts(_ text: String, decimals: Int) throws(EthereumError) -> BigUInt {
        // No trap: decimals are bounded where they are read.
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

    /// Writes an amount in the smallest unit as the shortest decimal text: `1.25`, `1`, `0.1`.
    public static func text(_ parts: BigUInt, decimals: Int) -> String {
        // No trap: decimals are bounded where they are read.
        precondition((0...mostDecimals).contains(decimals), "a unit has 0 to 255 decimal places")
        var digits = Array(String(parts).utf8)
        if digits.count <= decimals { digits = Array(repeating: 0x30, count: decimals + 1 - digits.count) + digits }
        var fraction = digits.suffix(decimals)
        let whole = digits.dropLast(decimals)
        while fraction.last == 0x30 { fraction.removeLast() }
        let text = fraction.isEmpty ? Array(whole) : whole + [UInt8(ascii: ".")] + fraction
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes a signed amount, such as the change of a balance.
    public static func text(_ parts: BigInt, decimals: Int) -> String {
        (parts.sign == .minus ? "-" : "") + text(parts.magnitude, decimals: decimals)
    }
}
