internal import CWordLists
internal import Foundation
internal import Messages

/// The languages in which phrases are written, each with a list of 2,048 words.
///
/// The raw values are stored in vault files and never change.
public enum Language: UInt8, CaseIterable, Hashable, Sendable {
    /// English.
    case english = 1

    /// Chinese in simplified characters.
    case chineseSimplified = 2

    /// Chinese in traditional characters.
    case chineseTraditional = 3

    /// Czech.
    case czech = 4

    /// French.
    case french = 5

    /// Italian.
    case italian = 6

    /// Japanese; its words are separated by ideographic spaces.
    case japanese = 7

    /// Korean.
    case korean = 8

    /// Portuguese.
    case portuguese = 9

    /// Russian.
    case russian = 10

    /// Spanish.
    case spanish = 11

    /// Turkish.
    case turkish = 12

    /// The name for the user, such as `English`.
    public var name: String {
        switch self {
        case .english: localized("English")
        case .chineseSimplified: localized("Chinese (simplified)")
        case .chineseTraditional: localized("Chinese (traditional)")
        case .czech: localized("Czech")
        case .french: localized("French")
        case .italian: localized("Italian")
        case .japanese: localized("Japanese")
        case .korean: localized("Korean")
        case .portuguese: localized("Portuguese")
        case .russian: localized("Russian")
        case .spanish: localized("Spanish")
        case .turkish: localized("Turkish")
        }
    }

    /// The separator between displayed words, as UTF-8 (BIP-39, "Japanese").
    var separator: [UInt8] {
        self == .japanese ? [0xE3, 0x80, 0x80] : [0x20]
    }

    /// The words in the order of the list, composed as people type them (NFC).
    public var words: [String] {
        String(decoding: lines, as: UTF8.self).split(separator: "\n").map { $0.precomposedStringWithCanonicalMapping }
    }

    /// The list as it was published: one word on each line, decomposed (NFKD).
    var lines: [UInt8] {
        var size = 0
        let start = drawbridge_words(file, &size)
        return Array(UnsafeBufferPointer(start: start, count: size))
    }

    private var file: drawbridge_word_list {
        switch self {
        case .english: DRAWBRIDGE_WORDS_ENGLISH
        case .chineseSimplified: DRAWBRIDGE_WORDS_CHINESE_SIMPLIFIED
        case .chineseTraditional: DRAWBRIDGE_WORDS_CHINESE_TRADITIONAL
        case .czech: DRAWBRIDGE_WORDS_CZECH
        case .french: DRAWBRIDGE_WORDS_FRENCH
        case .italian: DRAWBRIDGE_WORDS_ITALIAN
        case .japanese: DRAWBRIDGE_WORDS_JAPANESE
        case .korean: DRAWBRIDGE_WORDS_KOREAN
        case .portuguese: DRAWBRIDGE_WORDS_PORTUGUESE
        case .russian: DRAWBRIDGE_WORDS_RUSSIAN
        case .spanish: DRAWBRIDGE_WORDS_SPANISH
        case .turkish: DRAWBRIDGE_WORDS_TURKISH
        }
    }
}
