/// What an account holds on a ledger, in satoshis.
public struct CoinBalance: Hashable, Sendable {
    /// Confirmed and available to spend.
    public var confirmed: UInt64 = 0

    /// Unconfirmed.
    public var unconfirmed: UInt64 = 0

    /// In coins that carry tokens, which are not spent for their satoshis.
    public var withTokens: UInt64 = 0

    /// In coins that the user froze, or that a payment with an unknown outcome spends.
    public var reserved: UInt64 = 0

    /// The sum of all parts; `UInt64.max` if it overflows.
    var total: UInt64 {
        [confirmed, unconfirmed, withTokens, reserved].reduce(0, Self.sum)
    }

    /// Whether `part` is nine tenths of `all`, or more.
    static func isNearlyAll(_ part: UInt64, of all: UInt64) -> Bool {
        all > 0 && UInt128(part) * 10 >= UInt128(all) * 9
    }

    /// Adds numbers from a server without trapping on overflow.
    static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }
}
