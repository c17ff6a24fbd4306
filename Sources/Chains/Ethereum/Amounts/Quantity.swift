public import BigInt
public import Bridge
internal import Primitives

/// Numbers in Ethereum's JSON-RPC: `0x` and hexadecimal digits.
public enum Quantity {
    /// Reads a number of up to 256 bits; `nil` for any other value.
    ///
    /// Accepts the shortest form (`0x0`, or no leading zero), the form with one zero that completes a byte (`0x0a`,
    /// `0x00`), which page libraries also write and which is unambiguous, and a JSON number that JavaScript represents
    /// exactly. Decimal text is refused because some readers take `10` as sixteen.
    public static func read(_ json: JSON) -> BigUInt? {
        if let number = json.number { return number.integer.flatMap { safe.contains($0) ? BigUInt($0) : nil } }
        guard let text = json.string else { return nil }
        return digits(text).flatMap { BigUInt($0, radix: 16) }
    }

    /// The integers that JavaScript does not round (`Number.MAX_SAFE_INTEGER`): a page's larger number is not the one
    /// that was meant.
    static let safe = 0...9_007_199_254_740_991

    /// Reads a number of up to 64 bits, in the forms of ``read(_:)``.
    public static func readWord(_ json: JSON) -> UInt64? {
        read(json).flatMap(UInt64.init(exactly:))
    }

    /// Writes `number` in the shortest form.
    public static func text(_ number: BigUInt) -> String { "0x" + String(number, radix: 16) }

    /// Writes `number` in the shortest form.
    public static func text(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }

    /// Writes `bytes` as JSON-RPC data: `0x` and two digits for each byte.
    public static func text(bytes: [UInt8]) -> String { "0x" + Hex.encode(bytes) }

    private static func digits(_ text: String) -> String? {
        guard text.utf8.starts(with: "0x".utf8) else { return nil }
        let digits = text.utf8.dropFirst(2)
        let isHexadecimal = digits.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
        }
        guard (1...64).contains(digits.count), isHexadecimal else { return nil }
        let zeros = digits.prefix { $0 == 0x30 }.count
        let isShort =
            zeros == 0 || digits.count == 1 || zeros == 1 && digits.count.isMultiple(of: 2)
            || digits.elementsEqual("00".utf8)
        return isShort ? String(digits) : nil
    }
}
