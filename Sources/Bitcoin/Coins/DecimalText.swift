public import BigInt

/// Amounts as people write them, and as whole numbers of the smallest unit: exact, without floating point.
public enum DecimalText {
    /// How many of the smallest unit `text` names: digits, and at most one point with digits on both sides.
    ///
    /// No sign, no white space, no exponent, no grouping, ASCII only. Zeros behind the point count as decimals only
    /// where others follow.
    ///
    /// - Throws: ``BitcoinError/amount(_:)``.
    public static func units(of text: String, decimals: Int) throws(BitcoinError) -> BigUInt {
        precondition(decimals >= 0)
        // No amount needs more: 78 digits are 256 bits.
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

    /// How many satoshis `text` names: at most eight decimals, at most all there can be.
    ///
    /// - Throws: ``BitcoinError/amount(_:)``.
    public static func satoshis(of text: String) throws(BitcoinError) -> UInt64 {
        let units = try units(of: text, decimals: Ledger.decimals)
        guard units <= BigUInt(Ledger.allMoney) else { throw .amount(.tooLarge) }
        return UInt64(units)
    }

    /// The text of an amount, without zeros at its end.
    public static func text(of units: BigUInt, decimals: Int) -> String {
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let whole = padded.dropLast(decimals)
        var fraction = padded.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }

    /// The text of an amount, without zeros at its end.
    public static func text(of units: UInt64, decimals: Int) -> String {
        text(of: BigUInt(units), decimals: decimals)
    }

    /// The text of an amount in satoshis, in the ledger's unit.
    public static func text(ofSatoshis satoshis: UInt64) -> String {
        text(of: BigUInt(satoshis), decimals: Ledger.decimals)
    }
}
