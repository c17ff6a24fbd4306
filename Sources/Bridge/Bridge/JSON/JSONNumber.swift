/// A JSON number with its text: it is never rounded or reformatted (RFC 8259, section 6).
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The number as it was written, such as `1e400` or `-0`.
    public let text: String

    /// Creates a number from its text.
    ///
    /// - Returns: `nil` if the text does not follow the grammar of RFC 8259, section 6.
    public init?(_ text: String) {
        var text = text
        let isNumber = text.withUTF8 { bytes in
            let end = JSONNumber.end(of: bytes, from: 0)
            return end == bytes.count
        }
        guard isNumber else { return nil }
        self.text = text
    }

    /// Creates an integer.
    public init(_ value: Int) {
        text = String(value)
    }

    /// Creates a number whose text the parser has already checked.
    init(checked text: String) {
        self.text = text
    }

    /// The text.
    public var description: String { text }

    /// The value if the text is an integer in plain notation (`0`, `-7`, not `1e2` or `1.0`) that fits.
    public var integer: Int? {
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || ($0 >= 0x30 && $0 <= 0x39) }) else { return nil }
        return Int(text)
    }

    /// The end of the number at `start`; `nil` if no number starts there.
    static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        let count = bytes.count
        func skipDigits() -> Bool {
            let first = index
            while index < count, bytes[index] &- 0x30 < 10 { index += 1 }
            return index > first
        }
        if index < count, bytes[index] == UInt8(ascii: "-") { index += 1 }
        if index < count, bytes[index] == UInt8(ascii: "0") {
            index += 1
        } else {
            guard skipDigits() else { return nil }
        }
        if index < count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard skipDigits() else { return nil }
        }
        if index < count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard skipDigits() else { return nil }
        }
        return index
    }
}
