internal import Primitives

/// Unpredictable IDs.
enum RandomText {
    /// A payment ID: `pay_`, 10 hexadecimal digits, 24 letters and digits without I, L, O and U.
    static func payment() -> String {
        let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        let tail = (0..<24).map { _ in letters[Int.random(in: 0..<letters.count)] }
        return "pay_\(hexadecimal(digits: 10))\(String(decoding: tail, as: UTF8.self))"
    }

    /// The given number of hexadecimal digits.
    static func hexadecimal(digits: Int) -> String {
        let bytes = (0..<(digits + 1) / 2).map { _ in UInt8.random(in: 0...255) }
        return String(Hex.encode(bytes).prefix(digits))
    }
}
