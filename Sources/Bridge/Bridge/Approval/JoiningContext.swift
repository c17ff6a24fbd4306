/// Invisible characters where writing needs them: there they change how their neighbours look.
///
/// As in IDNA (RFC 5892, appendix A.1 and A.2) and Unicode Technical Standard 39 for joiners, and in Unicode Technical
/// Standard 51 for emoji.
package enum JoiningContext {
    /// Whether the character at `index` is invisible by itself, and needed there.
    package static func needs(_ index: Int, in text: [Unicode.Scalar]) -> Bool {
        switch text[index].value {
        case 0x200C: isBehindVirama(index, text) || isBetweenJoining(index, text)
        case 0x200D:
            isBehindVirama(index, text) || isBeforeVirama(index, text)
                || joins(letter(before: index, in: text))
                || isEmoji(base(before: index, in: text)) && isEmoji(text.at(index + 1))
        case 0xFE0E, 0xFE0F:
            text.at(index + 1)?.value == 0x20E3 ? isKeycap(text.at(index - 1)) : isEmoji(text.at(index - 1))
        case 0xFE00...0xFE02, 0xE0100...0xE01EF: text.at(index - 1)?.properties.isIdeographic == true
        case 0x180B...0x180D, 0x180F: text.at(index - 1).map { 0x1820...0x18AA ~= $0.value } == true
        case 0xE0030...0xE0039, 0xE0061...0xE007A, 0xE007F: isInFlag(index, text)
        default: false
        }
    }

    /// Whether it is a space that looks like one, and is not the ASCII one: no-break, narrow or ideographic.
    package static func isOrdinarySpace(_ scalar: Unicode.Scalar) -> Bool {
        [0xA0, 0x202F, 0x3000].contains(scalar.value)
    }

    private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
        scalar?.properties.canonicalCombiningClass == .virama
    }

    private static func isBehindVirama(_ index: Int, _ text: [Unicode.Scalar]) -> Bool { isVirama(text.at(index - 1)) }

    /// As in Bengali, where a joiner stands between a letter and the sign that would suppress its vowel.
    private static func isBeforeVirama(_ index: Int, _ text: [Unicode.Scalar]) -> Bool {
        isVirama(text.at(index + 1)) && text.at(index - 1)?.properties.generalCategory == .otherLetter
    }

    private static func isBetweenJoining(_ index: Int, _ text: [Unicode.Scalar]) -> Bool {
        joins(letter(before: index, in: text)) && joins(text.at(index + 1))
    }

    /// The character before `index` that is no mark; a letter has few.
    private static func letter(before index: Int, in text: [Unicode.Scalar]) -> Unicode.Scalar? {
        var place = index - 1
        while place >= 0, place > index - 6, text[place].properties.generalCategory == .nonspacingMark { place -= 1 }
        return text.at(place)
    }

    /// Whether a letter is of a script in which letters are joined: Arabic, Syriac, N’Ko, Mongolian.
    private static func joins(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar, joining.contains(where: { $0.contains(scalar.value) }) else { return false }
        return [.otherLetter, .modifierLetter].contains(scalar.properties.generalCategory)
    }

    private static let joining: [ClosedRange<UInt32>] = [
        0x620...0x64A, 0x66E...0x6D3, 0x6FA...0x6FF, 0x710...0x74F, 0x750...0x77F, 0x7CA...0x7FA, 0x8A0...0x8C9,
        0x1807...0x18AA,
    ]

    private static func isEmoji(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar, scalar.value > 0x7F else { return false }
        return scalar.properties.isEmoji
    }

    private static func isKeycap(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { "0123456789#*".unicodeScalars.contains($0) } == true
    }

    /// The emoji before `index`, without the selector of its presentation.
    private static func base(before index: Int, in text: [Unicode.Scalar]) -> Unicode.Scalar? {
        text.at(index - 1)?.value == 0xFE0F ? text.at(index - 2) : text.at(index - 1)
    }

    /// The flags of England, Scotland and Wales; other tags are invisible text.
    private static func isInFlag(_ index: Int, _ text: [Unicode.Scalar]) -> Bool {
        guard let flag = (1...6).first(where: { text.at(index - $0)?.value == 0x1F3F4 }) else { return false }
        let start = index - flag + 1
        guard text.at(start + 5)?.value == 0xE007F else { return false }
        let tags = text[start..<(start + 5)].compactMap { Unicode.Scalar($0.value &- 0xE0000) }
        return ["gbeng", "gbsct", "gbwls"].contains(String(String.UnicodeScalarView(tags)))
    }
}

extension [Unicode.Scalar] {
    /// The element at `index`, if there is one.
    fileprivate func at(_ index: Int) -> Unicode.Scalar? { indices.contains(index) ? self[index] : nil }
}
