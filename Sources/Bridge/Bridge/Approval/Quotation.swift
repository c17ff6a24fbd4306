/// Untrusted text inside a sentence of the wallet: short, escaped and in quotation marks.
///
/// It separates the wallet's text from untrusted text in the same label: the untrusted text cannot close the quotation
/// marks.
public enum Quotation {
    /// The maximum number of characters between the quotation marks.
    public static let limit = 80

    /// Quotes free text, such as a name; a text that is too long is truncated.
    public static func of(_ text: String, limit: Int = Quotation.limit) -> String {
        // Escapes make a text longer, so it is truncated before and after.
        let visible = VisibleText.of(String(text.unicodeScalars.prefix(limit * 2)))
        var quoted = ""
        for character in visible {
            let mark = character.unicodeScalars.first.flatMap { marks.contains($0.value) ? $0 : nil }
            quoted += mark.map { "⟨U+\(hex($0.value, digits: 4))⟩" } ?? String(character)
        }
        let isWhole = quoted.count <= limit && text.unicodeScalars.count <= limit * 2
        return "“\(isWhole ? quoted : quoted.prefix(limit - 1) + "…")”"
    }

    /// The user's own name or note as it was typed, in one line: only invisible characters are escaped, and a
    /// text that is too long is truncated.
    ///
    /// Quotation marks in it stay, so it must not stand between the wallet's own.
    public static func own(_ text: String, limit: Int = Quotation.limit) -> String {
        let visible = VisibleText.of(String(text.unicodeScalars.prefix(limit * 2)))
        let isWhole = visible.count <= limit && text.unicodeScalars.count <= limit * 2
        return isWhole ? visible : visible.prefix(limit - 1) + "…"
    }

    /// Quotes a URL: all characters that are not URI characters (RFC 3986, section 2) are percent-encoded, so that it
    /// cannot contain a sentence.
    ///
    /// A long URL is elided; the end of its host and its own end stay visible.
    public static func of(address: String, limit: Int = Quotation.limit) -> String {
        "“\(shortened(encoded(address), to: limit))”"
    }

    /// Characters that open or close a quotation, or look as if they did.
    private static let marks: Set<UInt32> = [
        0x22, 0xAB, 0xBB, 0x2033, 0x2036, 0x201C, 0x201D, 0x201E, 0x201F, 0x275D, 0x275E, 0x301D, 0x301E, 0x301F,
        0xFF02, 0x2E42, 0x02BA, 0x02EE, 0x05F4, 0x3003,
    ]

    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%".utf8)

    private static func encoded(_ address: String) -> String {
        // Longer URLs are elided anyway, which needs both ends.
        let bytes = Array(address.utf8)
        let part = bytes.count <= 4_096 ? bytes[...] : bytes.prefix(2_048) + bytes.suffix(2_048)
        var text = ""
        for byte in part {
            if plain.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%\(hex(UInt32(byte), digits: 2))"
            }
        }
        return text
    }

    private static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        guard let (scheme, host, rest) = parts(of: text) else { return elided(text, to: limit) }
        // The registered domain is at the end of the host.
        let room = limit * 5 / 8 - scheme.count
        let shownHost = host.count > room ? "…" + host.suffix(max(room - 1, 1)) : String(host)
        let head = scheme + shownHost
        return head + elided(String(rest), to: max(limit - head.count, 4))
    }

    /// The start and the end of `text`.
    private static func elided(_ text: String, to limit: Int) -> String {
        guard text.count > limit else { return text }
        let end = limit / 3
        return text.prefix(limit - 1 - end) + "…" + text.suffix(end)
    }

    private static func parts(of text: String) -> (scheme: String, host: Substring, rest: Substring)? {
        guard let separator = text.byteRange(of: "://") else { return nil }
        let scheme = text[..<separator.upperBound]
        guard scheme.utf8.count <= 16 else { return nil }
        let end = text[separator.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        return (String(scheme), text[separator.upperBound..<end], text[end...])
    }

    private static func hex(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
