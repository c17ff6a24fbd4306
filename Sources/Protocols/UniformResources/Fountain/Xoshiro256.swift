internal import Primitives

/// The random numbers of fountain codes: xoshiro256** with a seed that is hashed (BCR-2020-005).
struct Xoshiro256 {
    private var state: [UInt64]

    /// Starts with the SHA-256 of `seed`.
    init(seed: [UInt8]) {
        let hash = SHA256.hash(seed).bytes
        state = (0..<4).map { word in hash[(8 * word)..<(8 * word + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// The next 64 bits.
    mutating func next() -> UInt64 {
        func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
        let result = rotated(state[1] &* 5, 7) &* 9
        let shifted = state[1] << 17
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotated(state[3], 45)
        return result
    }

    /// The next number from 0 up to, but not including, 1.
    mutating func nextFraction() -> Double { Double(next()) / 0x1p64 }

    /// The next number below `bound`, which is above 0.
    mutating func next(below bound: Int) -> Int {
        // A fraction can round up to 1.
        // No trap: a fraction of at most 1 of a number of fragments.
        min(Int(nextFraction() * Double(bound)), bound - 1)
    }
}
