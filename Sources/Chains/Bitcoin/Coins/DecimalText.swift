public import BigInt

/// Converts amounts between decimal text and whole numbers of the smallest unit; exact, without floating point.
public enum DecimalText {
    /// Reads `text` as a number of smallest units: digits, and at most one decimal point with digits on both sides.
    ///
    /// No sign, white space, exponent or grouping; ASCII only. Trailing zeros after the decimal point do not count as
    /// decimal places.
    ///
    /// - Throws: ``BitcoinError/amount(_:)``.
    public static func units(of text: String, decimals: Int) throws(BitcoinError) -> BigUInt {
        precondition(decimals >= 0)  // No trap: the program's own number.
        // No amount needs more: 256 bits have 78 digits.
        guard text.utf8.count <= 160 else { throw .amount(.tooLarge) }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { throw .amount(.form) }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        guard fraction.count <= decimals else { throw .amount(.decimals) }
        fraction += [UInt8](repeating: UInt8(ascii: "0"), count: decimals - fraction.count)
        let digits = String(decoding: Array(parts[0]) + fraction, as: UTF8.self)
        guard let units = BigUInt(digits, radix: 10) else { throw .amount(.form) }
        return units
    }

    /// Reads `text` as satoshis: at most eight decimal places, and at most the total supply.
    ///
    /// - Throws: ``BitcoinError/amount(_:)``.
    public static func satoshis(of text: String) throws(BitcoinError) -> UInt64 {
        let units = try units(of: text, decimals: UTXOChain.decimals)
        guard units <= BigUInt(UTXOChain.allMoney) else { throw .amount(.tooLarge) }
        return UInt64(units)  // No trap: held against all money that there is above.
    }

    /// The decimal text of an amount, without trailing zeros.
    public static func text(of units: BigUInt, decimals: Int) -> String {
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let whole = padded.dropLast(decimals)
        var fraction = padded.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }

    /// The decimal text of an amount, without trailing zeros.
    public static func text(of units: UInt64, decimals: Int) -> String {
        text(of: BigUInt(units), decimals: decimals)
    }

    /// The decimal text of an amount in satoshis, in the ledger's unit.
    public static func text(ofSatoshis satoshis: UInt64) -> String {
        text(of: BigUInt(satoshis), decimals: UTXOChain.decimals)
    }
}
