/// Tests whether a number is a square modulo the prime of secp256k1's field; libsecp256k1 does not export this.
///
/// For coordinates of public points only: it does not run in constant time.
package struct SchnorrField {
    /// The number in four words, the lowest first.
    private var words: [UInt64]

    /// 2^256 modulo the prime 2^256 − 2^32 − 977.
    private static let rest: UInt64 = 0x1_0000_03D1

    /// Reads 32 bytes, big-endian.
    package init(_ bytes: some Collection<UInt8>) {
        precondition(bytes.count == 32)
        words = [0, 0, 0, 0]
        for (place, byte) in bytes.enumerated() { words[3 - place / 8] = words[3 - place / 8] << 8 | UInt64(byte) }
    }

    private init(_ words: [UInt64]) {
        self.words = words
    }

    /// Whether the number is a square, by Euler's criterion: n^((p − 1) / 2) = 1.
    package var isSquare: Bool {
        // (p − 1) / 2, the highest word first.
        let exponent: [UInt64] = [0x7FFF_FFFF_FFFF_FFFF, .max, .max, 0xFFFF_FFFF_7FFF_FE17]
        var power = SchnorrField([1, 0, 0, 0])
        for word in exponent {
            for bit in stride(from: UInt64(63), through: 0, by: -1) {
                power = power.times(power)
                if word >> bit & 1 == 1 { power = power.times(self) }
            }
        }
        return power.reduced == [1, 0, 0, 0]
    }

    /// The words reduced below the prime: a product is only reduced below 2^256.
    private var reduced: [UInt64] {
        var (sum, carry) = (words, Self.rest)
        for place in 0..<4 {
            let (value, overflow) = sum[place].addingReportingOverflow(carry)
            (sum[place], carry) = (value, overflow ? 1 : 0)
        }
        return carry == 1 ? sum : words
    }

    private func times(_ right: SchnorrField) -> SchnorrField {
        var product = [UInt64](repeating: 0, count: 8)
        for low in 0..<4 {
            var carry: UInt64 = 0
            for high in 0..<4 {
                (carry, product[low + high]) = Self.sum(words[low], right.words[high], product[low + high], carry)
            }
            product[low + 4] = carry
        }
        // Each fold leaves fewer bits above 2^256: 34 bits, then one, then none.
        var folded = Array(product[..<4])
        var upper = Array(product[4...])
        while upper.contains(where: { $0 != 0 }) {
            var carry: UInt64 = 0
            for place in 0..<4 { (carry, folded[place]) = Self.sum(upper[place], Self.rest, folded[place], carry) }
            upper = [carry, 0, 0, 0]
        }
        return SchnorrField(folded)
    }

    /// The product of two words plus two more words, in two words.
    private static func sum(
        _ left: UInt64, _ right: UInt64, _ third: UInt64, _ fourth: UInt64
    ) -> (high: UInt64, low: UInt64) {
        let product = left.multipliedFullWidth(by: right)
        let (first, one) = product.low.addingReportingOverflow(third)
        let (second, two) = first.addingReportingOverflow(fourth)
        return (product.high + (one ? 1 : 0) + (two ? 1 : 0), second)
    }
}
