/// Tests whether a number is a square modulo the prime of secp256k1's field; libsecp256k1 does not export this.
///
/// For coordinates of public points only: it does not run in constant time.
package struct SchnorrField {
    private let number: Words

    /// 2^256 − 2^32 − 977.
    private static let prime = Words(0xFFFF_FFFE_FFFF_FC2F, .max, .max, .max)

    /// Reads 32 bytes, big-endian.
    package init(_ bytes: some Collection<UInt8>) {
        precondition(bytes.count == 32)  // No trap: hashes and halves of keys and signatures.
        var (first, second, third, fourth) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        for byte in bytes {
            fourth = fourth << 8 | third >> 56
            third = third << 8 | second >> 56
            second = second << 8 | first >> 56
            first = first << 8 | UInt64(byte)
        }
        number = Words(first, second, third, fourth)
    }

    /// Whether the number is a square other than zero: its Jacobi symbol is 1.
    ///
    /// The binary algorithm takes a hundredth of the time of Euler's criterion: it shifts and subtracts, and never multiplies.
    package var isSquare: Bool {
        var (top, bottom, isPositive) = (number, Self.prime, true)
        while !top.isZero {
            let twos = top.halve()
            // 2 is no square modulo 3 and 5, modulo 8.
            if twos & 1 == 1, [3, 5].contains(bottom.first & 7) { isPositive.toggle() }
            if top < bottom {
                // Reciprocity.
                if top.first & bottom.first & 3 == 3 { isPositive.toggle() }
                swap(&top, &bottom)
            }
            top.subtract(bottom)
        }
        return isPositive && bottom == Words(1, 0, 0, 0)
    }

    /// Four words of a number, the lowest first; an array would be allocated for each step.
    private struct Words: Hashable {
        private(set) var first: UInt64
        private var second: UInt64
        private var third: UInt64
        private var fourth: UInt64

        init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
            (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
        }

        var isZero: Bool { first | second | third | fourth == 0 }

        static func < (left: Words, right: Words) -> Bool {
            if left.fourth != right.fourth { return left.fourth < right.fourth }
            if left.third != right.third { return left.third < right.third }
            return left.second == right.second ? left.first < right.first : left.second < right.second
        }

        /// Divides by the largest power of two that divides the number, which is not zero.
        ///
        /// - Returns: How often it was halved.
        mutating func halve() -> Int {
            var twos = 0
            while first == 0 {
                (first, second, third, fourth) = (second, third, fourth, 0)
                twos += 64
            }
            let shift = UInt64(first.trailingZeroBitCount)
            guard shift > 0 else { return twos }
            first = first >> shift | second << (64 - shift)
            second = second >> shift | third << (64 - shift)
            third = third >> shift | fourth << (64 - shift)
            fourth >>= shift
            return twos + Int(shift)
        }

        /// Subtracts a number that is not larger.
        mutating func subtract(_ other: Words) {
            var borrow = false
            func less(_ word: UInt64, _ part: UInt64) -> UInt64 {
                let (one, isShort) = word.subtractingReportingOverflow(part)
                let (two, isShorter) = one.subtractingReportingOverflow(borrow ? 1 : 0)
                borrow = isShort || isShorter
                return two
            }
            first = less(first, other.first)
            second = less(second, other.second)
            third = less(third, other.third)
            fourth = less(fourth, other.fourth)
        }
    }
}
