/// Makes the ids of calls to a relay: milliseconds since 1970 times 10^6, and a random number below that.
///
/// Relays accept ids above 10^9 with at most 19 digits.
struct RelayIDSource: Sendable {
    private var last: UInt64 = 1_000_000_000

    /// A new id, greater than the ones before.
    ///
    /// - Parameters:
    ///   - milliseconds: The time since 1970.
    ///   - random: A random number below its argument.
    /// - Returns: The id.
    mutating func next(at milliseconds: Int64, random: (UInt64) -> UInt64) -> UInt64 {
        // Up to the year 2261, within 63 bits.
        let time = UInt64(min(max(milliseconds, 1_001), 9_200_000_000_000))
        let id = time * 1_000_000 + random(1_000_000) % 1_000_000
        last = max(id, last &+ 1)
        return last
    }

    /// Continues after an id that is in use.
    mutating func avoid(_ id: UInt64) {
        if id < 9_200_000_000_000_000_000 { last = max(last, id) }
    }
}
