package import BigInt
import Bridge

/// Numbers as Ethereum's JSON-RPC writes them: `0x` and hexadecimal digits without leading zeros.
package enum HexNumber {
    /// A number of at most 64 bits; `nil` for everything else.
    package static func read(_ text: String) -> UInt64? {
        digits(of: text).flatMap { UInt64($0, radix: 16) }
    }

    /// A number of at most 256 bits; `nil` for everything else.
    package static func readBig(_ text: String) -> BigUInt? {
        guard let digits = digits(of: text), digits.utf8.count <= 64 else { return nil }
        return BigUInt(digits, radix: 16)
    }

    /// The text of a number.
    package static func text(_ value: BigUInt) -> String { "0x" + String(value, radix: 16) }

    /// The text of a number.
    package static func text(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }

    private static func digits(of text: String) -> Substring? {
        guard text.utf8.starts(with: "0x".utf8), text.utf8.count > 2 else { return nil }
        let digits = text.utf8.dropFirst(2)
        guard digits.first != UInt8(ascii: "0") || digits.count == 1,
            digits.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 })
        else { return nil }
        return Substring(digits)
    }
}

extension JSON {
    /// The number in a string that is a quantity of at most 64 bits; `nil` for everything else.
    var quantity: UInt64? { string.flatMap(HexNumber.read) }

    /// The number in a string that is a quantity of at most 256 bits; `nil` for everything else.
    var bigQuantity: BigUInt? { string.flatMap(HexNumber.readBig) }
}
