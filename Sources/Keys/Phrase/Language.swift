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
        switch self {
        case .english: PackageResources.english_txt
        case .chineseSimplified: PackageResources.chinese_simplified_txt
        case .chineseTraditional: PackageResources.chinese_traditional_txt
        case .czech: PackageResources.czech_txt
        case .french: PackageResources.french_txt
        case .italian: PackageResources.italian_txt
        case .japanese: PackageResources.japanese_txt
        case .korean: PackageResources.korean_txt
        case .portuguese: PackageResources.portuguese_txt
        case .russian: PackageResources.russian_txt
        case .spanish: PackageResources.spanish_txt
        case .turkish: PackageResources.turkish_txt
        }
    }
}
