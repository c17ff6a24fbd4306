/// Binary data as a parameter or a result of a method: an `ArrayBuffer` in the page, Base64 (RFC 4648, section 4) in
/// JSON text.
///
/// A `[UInt8]` would be an array of numbers in JSON, which takes several times the space.
public struct BinaryData: Hashable, Sendable {
    /// The bytes.
    public var bytes: [UInt8]

    /// Creates a value from bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses canonical Base64: with padding, without white space, and with zeros in the unused bits.
    ///
    /// - Returns: `nil` for any other text.
    init?(base64 text: String) {
        var text = text
        guard let bytes = text.withUTF8(Self.decoded) else { return nil }
        self.bytes = bytes
    }

    /// The number of characters of ``base64``.
    var base64Count: Int { (bytes.count + 2) / 3 * 4 }

    /// The bytes as Base64.
    var base64: String {
        let length = base64Count
        return String(unsafeUninitializedCapacity: length) { text in
            Self.digits.withUnsafeBufferPointer { digits in
                bytes.withUnsafeBufferPointer { bytes in
                    var (start, end) = (0, 0)
                    while start < bytes.count {
                        let rest = bytes.count - start
                        let second = rest > 1 ? UInt32(bytes[start + 1]) : 0
                        let third = rest > 2 ? UInt32(bytes[start + 2]) : 0
                        let group = UInt32(bytes[start]) << 16 | second << 8 | third
                        text[end] = digits[Int(group >> 18)]
                        text[end + 1] = digits[Int(group >> 12 & 63)]
                        text[end + 2] = rest > 1 ? digits[Int(group >> 6 & 63)] : Self.padding
                        text[end + 3] = rest > 2 ? digits[Int(group & 63)] : Self.padding
                        start += 3
                        end += 4
                    }
                }
            }
            return length
        }
    }

    private static let padding = UInt8(ascii: "=")
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each digit by its character; 64 for all other characters.
    private static let values = digits.enumerated().reduce(into: [UInt8](repeating: 64, count: 256)) { values, digit in
        values[Int(digit.element)] = UInt8(truncatingIfNeeded: digit.offset)
    }

    private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        guard !text.isEmpty else { return [] }
        var padded = 0
        while padded < 2, text[text.count - 1 - padded] == padding { padded += 1 }
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, count in
            values.withUnsafeBufferPointer { values in
                var end = 0
                for start in stride(from: 0, to: text.count, by: 4) {
                    var group: UInt32 = 0
                    let digits = start + 4 == text.count ? 4 - padded : 4
                    var place = 0
                    while place < 4 {
                        let value = place < digits ? values[Int(text[start + place])] : 0
                        if value > 63 { isValid = false }
                        group = group << 6 | UInt32(value & 63)
                        place += 1
                    }
                    bytes[end] = UInt8(truncatingIfNeeded: group >> 16)
                    bytes[end + 1] = UInt8(truncatingIfNeeded: group >> 8)
                    bytes[end + 2] = UInt8(truncatingIfNeeded: group)
                    end += 3
                }
                // The unused bits after the last byte must be zero.
                for unused in 0..<padded where bytes[end - 1 - unused] != 0 { isValid = false }
                count = end - padded
            }
        }
        return isValid ? bytes : nil
    }
}

extension BinaryData: Codable {
    /// Decodes Base64 from a string.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder, case .binary(let data) = decoder.value {
            self = data
            return
        }
        let container = try decoder.singleValueContainer()
        guard let data = (try? container.decode(String.self)).flatMap(BinaryData.init(base64:)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "must be binary data: an ArrayBuffer or a typed array.")
        }
        self = data
    }

    /// Encodes Base64 as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(base64)
    }
}
