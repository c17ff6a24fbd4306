public import Bridge

/// Converts fees from the form of servers, in coins per 1000 bytes, to whole satoshis, without floating point.
public enum FeeText {
    /// The fee of `number` coins in satoshis per 1000 bytes, rounded up.
    ///
    /// - Returns: `nil` for a negative number, or for more than one coin.
    public static func satoshis(of number: JSONNumber) -> UInt64? {
        guard number.text.utf8.count <= 40, !number.text.hasPrefix("-") else { return nil }
        let parts = number.text.lowercased().split(separator: "e")
        let digits = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = digits.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0, -40...40 ~= exponent else {
            return nil
        }
        let fraction = digits.count > 1 ? digits[1] : ""
        // The number of digits before the decimal point after converting coins to satoshis.
        let point = whole.utf8.count + exponent + UTXOChain.decimals
        var satoshis: UInt64 = 0
        var isRoundedUp = false
        for (place, digit) in (whole + fraction).utf8.enumerated() {
            if place < point {
                satoshis = satoshis * 10 + UInt64(digit - 0x30)
                guard satoshis <= one else { return nil }
            } else if digit != 0x30 {
                isRoundedUp = true
            }
        }
        for _ in 0..<max(0, point - whole.utf8.count - fraction.utf8.count) {
            satoshis *= 10
            guard satoshis <= one else { return nil }
        }
        satoshis += isRoundedUp ? 1 : 0
        return satoshis <= one ? satoshis : nil
    }

    /// One coin: a fee of more than this for 1000 bytes is a mistake.
    private static let one: UInt64 = 100_000_000
}
