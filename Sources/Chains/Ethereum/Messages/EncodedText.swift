internal import Foundation
internal import Primitives

/// Finds text in a message that is encoded as hexadecimal or base64 digits.
enum EncodedText {
    private static let mostParts = 64

    /// The decoded texts of parts of `text` that are long enough to be meaningful.
    static func parts(of text: String) -> [String] {
        // By bytes: one character may have any number of them.
        let words = text.utf8.split { byte in !isDigit(byte) }
        return words.lazy.filter { $0.count >= 32 }.prefix(mostParts).flatMap { readings(of: String(Substring($0))) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "+/=-_".utf8.contains(byte)
        }
    }

    private static func readings(of word: String) -> [String] {
        var readings: [String] = []
        let hex = word.hasPrefix("0x") || word.hasPrefix("0X") ? String(word.dropFirst(2)) : word
        if let bytes = Hex.decode("0x" + hex.lowercased()) { readings.append(String(decoding: bytes, as: UTF8.self)) }
        let standard = word.replacing("-", with: "+").replacing("_", with: "/").filter { $0 != "=" }
        let padded = standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        if let data = Data(base64Encoded: padded) { readings.append(String(decoding: data, as: UTF8.self)) }
        return readings
    }
}
