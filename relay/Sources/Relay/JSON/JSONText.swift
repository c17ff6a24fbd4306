/// Compact JSON text that is being written.
///
/// Peers exist that want a frame to start with `{"`, so there is never a space.
struct JSONText {
    private(set) var bytes: [UInt8]

    /// Starts an empty text.
    init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Adds what is JSON already.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Adds what is JSON already.
    mutating func append(raw text: some Collection<UInt8>) {
        bytes.append(contentsOf: text)
    }

    /// Adds a whole number.
    mutating func append(_ number: UInt64) {
        // Without a string in between: each frame has several numbers of 13 to 16 digits.
        var (rest, divisor) = (number, UInt64(1))
        while rest / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(truncatingIfNeeded: rest / divisor) | 0x30)
            rest %= divisor
            divisor /= 10
        }
    }

    /// Adds a whole number.
    mutating func append(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(UInt64(number.magnitude))
    }

    /// Adds the 64 hexadecimal digits of 32 bytes.
    mutating func append(_ digits: Bytes32) { digits.appendHex(to: &bytes) }

    /// Adds a string of this program, which needs no escapes but for quotation marks, backslashes and control
    /// characters.
    mutating func append(string text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes.append(contentsOf: "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
