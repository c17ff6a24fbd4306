/// What an account holds on a ledger, in satoshis.
public struct CoinBalance: Hashable, Sendable {
    /// In blocks, free to be spent.
    public var confirmed: UInt64 = 0

    /// Waiting for a block.
    public var unconfirmed: UInt64 = 0

    /// In coins that carry tokens, which are not spent for their satoshis.
    public var withTokens: UInt64 = 0

    /// In coins that a payment spends whose fate is not known yet.
    public var reserved: UInt64 = 0

    /// All of it; the largest number where the sum is larger.
    var total: UInt64 {
        [confirmed, unconfirmed, withTokens, reserved].reduce(0, Self.sum)
    }

    /// Whether `part` is nine tenths of `all`, or more.
    static func isNearlyAll(_ part: UInt64, of all: UInt64) -> Bool {
        all > 0 && UInt128(part) * 10 >= UInt128(all) * 9
    }

    /// Adds what a server says without trapping.
    static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }
}
