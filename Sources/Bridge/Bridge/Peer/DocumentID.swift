/// Identifies one document of one view.
///
/// It is the random nonce that the relay script generates for its document: a reloaded document has another one.
public struct DocumentID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Parses a nonce from the relay script.
    ///
    /// - Returns: `nil` if `nonce` is not 32 lower-case hexadecimal digits.
    public init?(_ nonce: String) {
        var (high, low): (UInt64, UInt64) = (0, 0)
        var count = 0
        for digit in nonce.utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(value)
            count += 1
        }
        guard count == 32 else { return nil }
        self.high = high
        self.low = low
    }

    /// The nonce: 32 lower-case hexadecimal digits.
    public var description: String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
