import BigInt

/// The price in a pool of Uniswap V3, of which the pool keeps the history.
///
/// A pool counts prices in ticks: the second token of the pool costs 1.0001 to the power of the tick of the first one.
enum PoolAverage {
    /// The number of seconds over which a price is averaged: to move it, somebody must keep a wrong price for long.
    static let seconds: BigInt = 1_800

    /// The average tick of what `observe` returned for ``seconds`` ago and now; `nil` if there is none.
    static func tick(from first: BigInt, to last: BigInt) -> Int? {
        let (quotient, rest) = (last - first).quotientAndRemainder(dividingBy: seconds)
        guard let tick = Int(exactly: rest < 0 ? quotient - 1 : quotient), isTick(tick) else { return nil }
        return tick
    }

    /// Whether a pool can have this tick.
    static func isTick(_ tick: Int) -> Bool { (-887_272...887_272).contains(tick) }

    /// Whether two ticks are less than about 5 % apart.
    static func isNear(_ one: Int, _ other: Int) -> Bool { (one - other).magnitude <= 500 }

    /// `rate` of a token, multiplied by the price of another one at `tick`, or by its inverse.
    static func rate(_ rate: BigUInt, at tick: Int, isInverse: Bool) -> BigUInt {
        let power = power(of: tick.magnitude)
        return (tick < 0) == isInverse ? (rate * power) >> places : (rate << places) / power
    }

    private static let places = 128

    /// 1.0001 to the power of `exponent`, with 128 binary places; off by less than 10^-30 of it.
    private static func power(of exponent: UInt) -> BigUInt {
        var (result, factor) = (BigUInt(1) << places, (BigUInt(10_001) << places) / 10_000)
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result = (result * factor) >> places }
            factor = (factor * factor) >> places
            rest >>= 1
        }
        return result
    }
}
