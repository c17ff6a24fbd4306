internal import Bridge
internal import Foundation

/// Text without everything that a reader does not see, to detect what it imitates.
package enum PlainText {
    /// `text` in lower case without spaces and invisible characters, compatibility forms and look-alike letters as the
    /// letters that they look like.
    package static func compact(_ text: String) -> String {
        // Most messages are ASCII, and need no tables.
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            let seen = text.utf8.lazy.filter { 0x21...0x7E ~= $0 }
                .map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
            return String(decoding: Array(seen), as: UTF8.self)
        }
        var plain = String.UnicodeScalarView()
        for scalar in decomposed(text).lowercased().unicodeScalars where isSeen(scalar) {
            plain.append(latin(scalar) ?? scalar)
        }
        return String(plain)
    }

    /// `text` without marks and invisible characters, compatibility forms and look-alike letters as the letters that
    /// they look like; with its white space and capital letters.
    static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var plain = String.UnicodeScalarView()
        for scalar in decomposed(text).unicodeScalars {
            if scalar.properties.isWhitespace {
                plain.append(scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}" ? "\n" : " ")
            } else if isSeen(scalar) {
                plain.append(each: lookAlike(of: scalar))
            }
        }
        return String(plain)
    }

    // No trap: a dictionary.
    private static func latin(_ scalar: Unicode.Scalar) -> Unicode.Scalar? { lookAlikes[scalar.value] }

    /// The Latin letter that a letter looks like, in its case, or the letter.
    private static func lookAlike(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        guard lower.count == 1, let first = lower.first, let letter = latin(first) else {
            return String(scalar).unicodeScalars
        }
        return first == scalar ? String(letter).unicodeScalars : letter.properties.uppercaseMapping.unicodeScalars
    }

    /// Full-width, mathematical and other forms of letters become plain ones, and marks stand by themselves.
    private static func decomposed(_ text: String) -> String {
        // What would be dropped anyway is dropped first: to put thousands of marks on one letter into their order would
        // take minutes.
        var bare = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.isReordered { bare.append(scalar) }
        return String(bare).decomposedStringWithCompatibilityMapping
    }

    /// How often `part` occurs in `text`, by their bytes.
    package static func count(of part: String, in text: String) -> Int {
        let (part, text) = (Array(part.utf8), Array(text.utf8))
        guard let first = part.first, text.count >= part.count else { return 0 }
        var (count, place) = (0, 0)
        while place <= text.count - part.count {
            if text[place] == first, text[place..<(place + part.count)].elementsEqual(part) {
                count += 1
                place += part.count
            } else {
                place += 1
            }
        }
        return count
    }

    /// Whether `text` holds characters that are not seen, or that look like another, where writing does not need them.
    static func isDisguised(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var isAfterReturn = false
        for (index, scalar) in scalars.enumerated() {
            if isAfterReturn, scalar != "\n" { return true }
            isAfterReturn = scalar == "\r"
            if scalar.value < 0x7F, scalar.value >= 0x20 || "\n\r\t".unicodeScalars.contains(scalar) { continue }
            if JoiningContext.isOrdinarySpace(scalar) || JoiningContext.needs(index, in: scalars) { continue }
            if isControl(scalar) || isHidden(scalar) || scalar.properties.isWhitespace { return true }
        }
        return isAfterReturn
    }

    /// Whether a character is a control other than a line break or a tab.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains(scalar)
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark: return false
        default: return !isHidden(scalar) && !scalar.properties.isWhitespace && scalar != "\u{FFFD}"
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isDefaultIgnorableCodePoint || invisible.contains(scalar.value) { return true }
        switch scalar.properties.generalCategory {
        case .format, .privateUse, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    /// Letters and symbols that are invisible although their category suggests otherwise.
    private static let invisible: Set<UInt32> = [0x2800, 0x3164, 0xFFA0, 0x115F, 0x1160]

    /// Letters of other scripts that look like small Latin ones.
    private static let lookAlikes: [UInt32: Unicode.Scalar] = [
        0x0430: "a", 0x0435: "e", 0x043E: "o", 0x0440: "p", 0x0441: "c", 0x0443: "y", 0x0445: "x",
        0x0456:
            "i", 0x0455: "s", 0x0501: "d", 0x04BB: "h", 0x0578: "n", 0x057D: "u", 0x0261: "g", 0x0131: "i",
        0x03BF: "o", 0x03B1: "a", 0x03B9: "i", 0x03C5: "u", 0x03BD: "v", 0x0461: "w", 0x051D: "w",
        0x0442:
            "t", 0x03C4: "t", 0x043D: "h", 0x043C: "m", 0x0433: "r", 0x006E: "n",
    ]
}
