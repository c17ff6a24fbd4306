/// Percent-encoding in URIs (RFC 3986, section 2.1).
package enum PercentCode {
    /// `text` with everything encoded except letters, digits and `-._~`.
    package static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(contentsOf: [byte >> 4, byte & 15].map { Array("0123456789ABCDEF".utf8)[Int($0)] })
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes a part of a link.
    ///
    /// - Parameters:
    ///   - text: The part.
    ///   - plusIsSpace: Whether a `+` is a space, as in forms (WHATWG URL, section 5.1).
    /// - Returns: The text; `nil` if a sequence is malformed, if there is a character that must be encoded in a link,
    ///   or if the result is not UTF-8.
    package static func decode(_ text: Substring, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
            case UInt8(ascii: "#"): return nil
            case 0x21...0x7E: bytes.append(byte)
            default: return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The value of a hexadecimal digit.
    package static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Whether the character is unreserved (RFC 3986, section 2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-._~".utf8.contains(byte)
    }
}
