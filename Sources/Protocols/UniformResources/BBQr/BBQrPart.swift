internal import Primitives

/// A part of a BBQr series (Coinkite, "Better Bitcoin QR"): a header of eight characters, and encoded bytes.
package struct BBQrPart: Hashable, Sendable {
    /// What the bytes of a series are.
    package enum Content: Character, Sendable {
        /// A partially signed transaction.
        case psbt = "P"
        /// A signed transaction.
        case transaction = "T"
    }

    /// How the bytes are encoded.
    enum Encoding: Character, Sendable {
        case hexadecimal = "H"
        case base32 = "2"
        /// Raw deflate with a window of 2^10 bytes, then Base32.
        case compressed = "Z"
    }

    /// What the series contains.
    package let content: Content

    /// The number of parts.
    package let count: Int

    /// The place of the part, from 0.
    package let place: Int

    let encoding: Encoding
    let data: [UInt8]

    /// The maximum number of parts: two digits in base 36.
    package static let mostParts = 1_295

    /// Whether a text claims to be a part.
    package static func isClaimed(by text: String) -> Bool { text.hasPrefix("B$") }

    init(_ content: Content, count: Int, place: Int, encoding: Encoding, data: [UInt8]) {
        self.content = content
        self.count = count
        self.place = place
        self.encoding = encoding
        self.data = data
    }

    /// Reads the text of a QR code.
    ///
    /// - Throws: ``UniformResourceError/bbqr``, or ``UniformResourceError/type`` for other contents.
    package init(_ text: String) throws(UniformResourceError) {
        let header = Array(text.prefix(8))
        guard text.utf8.count <= UniformResource.longest, header.count == 8, header.starts(with: "B$"),
            let encoding = Encoding(rawValue: header[2]),
            header[4...].allSatisfy({ "0"..."9" ~= $0 || "A"..."Z" ~= $0 }),
            let count = Int(String(header[4...5]), radix: 36), let place = Int(String(header[6...7]), radix: 36),
            place < count
        else { throw .bbqr }
        guard let content = Content(rawValue: header[3]) else { throw .type }
        let body = text.utf8.dropFirst(8)
        let data: [UInt8]? =
            encoding == .hexadecimal
            ? (body.contains { 0x61...0x66 ~= $0 } ? nil : Hex.decode(String(decoding: body, as: UTF8.self)))
            : Base32Text.bytes(of: body)
        guard let data, !data.isEmpty else { throw .bbqr }
        self.init(content, count: count, place: place, encoding: encoding, data: data)
    }

    /// The text of a QR code.
    package var text: String {
        func digits(_ number: Int) -> String {
            let digits = String(number, radix: 36, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }
        let body = encoding == .hexadecimal ? Hex.encode(data).uppercased() : Base32Text.text(of: data)
        return "B$\(encoding.rawValue)\(content.rawValue)\(digits(count))\(digits(place))\(body)"
    }

    /// Divides `bytes` into parts with up to `longest` bytes each, in Base32.
    ///
    /// - Throws: ``UniformResourceError/tooLarge``.
    package static func parts(
        of bytes: [UInt8], _ content: Content, longest: Int
    ) throws(UniformResourceError) -> [BBQrPart] {
        // Five bytes are eight characters, so each part but the last has a multiple of them.
        let longest = longest / 5 * 5
        guard longest > 0, !bytes.isEmpty, bytes.count <= mostParts * longest else { throw .tooLarge }
        let least = (bytes.count - 1) / longest + 1
        let size = ((bytes.count - 1) / least / 5 + 1) * 5
        let starts = Array(stride(from: 0, to: bytes.count, by: size))
        return starts.enumerated().map { place, start in
            BBQrPart(
                content, count: starts.count, place: place, encoding: .base32,
                data: Array(bytes[start..<min(start + size, bytes.count)]))
        }
    }
}

/// Base32 (RFC 4648, section 6) without padding.
enum Base32Text {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func text(of bytes: [UInt8]) -> String {
        var (text, rest, bits) = ([UInt8](), UInt32(0), 0)
        for byte in bytes {
            rest = rest << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(rest >> UInt32(bits) & 31)])
            }
            rest &= 31
        }
        if bits > 0 { text.append(alphabet[Int(rest << UInt32(5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads capital letters and digits; `nil` if one is neither, or if bits are left over.
    static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
        var (bytes, rest, bits) = ([UInt8](), UInt32(0), 0)
        for letter in text {
            let value: UInt8
            switch letter {
            case 0x41...0x5A: value = letter - 0x41
            case 0x32...0x37: value = letter - 0x32 + 26
            default: return nil
            }
            rest = rest << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: rest >> UInt32(bits)))
            }
            rest &= 0xFF
        }
        // The last character has fewer than five bits that are of no byte, and these are zero.
        guard bits < 5, rest & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
    }
}
