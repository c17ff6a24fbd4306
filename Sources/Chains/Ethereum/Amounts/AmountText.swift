public import BigInt

/// Amounts as decimal text.
public enum AmountText {
    /// `units` with a point before the last `decimals` digits; exact, without trailing zeros.
    public static func of(_ units: BigUInt, decimals: Int) -> String {
        let digits = String(units, radix: 10)
        guard decimals > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let whole = padded.dropLast(decimals)
        let fraction = padded.suffix(decimals).reversed().drop { $0 == "0" }.reversed()
        return fraction.isEmpty ? String(whole) : "\(whole).\(String(fraction))"
    }

    /// Reads a text such as `12.5`; `nil` if it is not a plain decimal number or has too many decimal places.
    public static func units(_ text: String, decimals: Int) -> BigUInt? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text.utf8.count <= 100, let whole = parts.first, !whole.isEmpty,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard parts.count == 1 || !fraction.isEmpty, fraction.utf8.count <= decimals else { return nil }
        return BigUInt(whole + fraction + String(repeating: "0", count: decimals - fraction.utf8.count), radix: 10)
    }
}
