/// The script of a character, precise enough to detect lookalike names (Unicode Annex 24).
enum UnicodeScript: Hashable {
    /// Digits, hyphens, marks and other characters that all scripts share.
    case common
    case latin, greek, cyrillic, armenian, cherokee, hangul, kana, bopomofo, han

    /// Another script, identified by its block of 128 characters.
    case other(UInt32)

    init(of scalar: Unicode.Scalar) {
        if let found = Self.blocks.first(where: { $0.range.contains(scalar.value) }) {
            self = found.script
            return
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            self = .other(scalar.value >> 7)
        default:
            self = .common
        }
    }

    private static let blocks: [(range: ClosedRange<UInt32>, script: UnicodeScript)] = [
        (0x00...0x40, .common), (0x5B...0x60, .common), (0x41...0x24F, .latin), (0x250...0x2AF, .latin),
        (0x370...0x3FF, .greek), (0x1F00...0x1FFF, .greek),
        (0x400...0x52F, .cyrillic), (0x1C80...0x1C8F, .cyrillic), (0x2DE0...0x2DFF, .cyrillic),
        (0xA640...0xA69F, .cyrillic), (0x530...0x58F, .armenian),
        (0x13A0...0x13FF, .cherokee), (0xAB70...0xABBF, .cherokee),
        (0x1D00...0x1D7F, .latin), (0x1E00...0x1EFF, .latin), (0xA720...0xA7FF, .latin),
        (0xAB30...0xAB6F, .latin), (0xFF21...0xFF5A, .latin),
        (0x1100...0x11FF, .hangul), (0x3130...0x318F, .hangul), (0xAC00...0xD7FF, .hangul),
        (0x3040...0x30FF, .kana), (0x31F0...0x31FF, .kana), (0xFF66...0xFF9D, .kana),
        (0x3100...0x312F, .bopomofo), (0x31A0...0x31BF, .bopomofo),
        (0x2E80...0x2FDF, .han), (0x3005...0x3007, .han), (0x3400...0x4DBF, .han), (0x4E00...0x9FFF, .han),
        (0xF900...0xFAFF, .han), (0x20000...0x3FFFF, .han),
    ]
}

extension UnicodeScript {
    /// Scripts that are used together in one language (Unicode Technical Standard 39, section 5.2).
    private static let companions: [Set<UnicodeScript>] = [
        [.latin, .han, .kana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]

    /// Whether `text` mixes scripts that no language combines.
    static func areMixed(in text: String) -> Bool {
        var scripts = Set(text.unicodeScalars.map(UnicodeScript.init))
        scripts.remove(.common)
        return scripts.count > 1 && !companions.contains { scripts.isSubset(of: $0) }
    }

    /// Letters of other scripts that look like lower-case Latin letters (from Unicode's table of confusables).
    private static let lookalikes = Set("аеѕіјорсухһԁԛԝӏьүгп".unicodeScalars)
        .union("ανορτυικηωγχ".unicodeScalars)
        .union("օոսցհզյքեռ".unicodeScalars)

    /// Whether all letters of `text` are from other scripts and look like Latin letters.
    static func isLatinLookalike(_ text: String) -> Bool {
        let letters = text.unicodeScalars.filter { UnicodeScript(of: $0) != .common }
        return !letters.isEmpty && letters.allSatisfy(lookalikes.contains)
    }

    /// Whether `text` has a Latin letter of a phonetic alphabet or another variant that no language uses, such as in
    /// `ɑpple` and `ɡoogle`; these are used to imitate ordinary letters.
    static func hasPhoneticLetters(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            phonetic.contains { $0.contains(scalar.value) } && !written.contains(scalar)
        }
    }

    private static let phonetic: [ClosedRange<UInt32>] = [
        0x250...0x2AF, 0x1D00...0x1DBF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F, 0xFF21...0xFF5A,
    ]

    /// Letters of these blocks that languages such as Ewe, Hausa and Azerbaijani use.
    private static let written = Set("ɓɔɖɗəɛɣɨɩɲʉʊʋʒꞌ".unicodeScalars)
}
