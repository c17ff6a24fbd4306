/// Unique names that cannot be guessed.
package enum RandomName {
    /// 128 random bits as 32 hexadecimal digits.
    package static func make() -> String {
        var dice = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(dice.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}
