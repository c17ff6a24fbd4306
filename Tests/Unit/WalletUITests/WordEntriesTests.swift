import Keys
import Testing

@testable import WalletUI

@MainActor @Suite struct WordEntriesTests {
    @Test(arguments: [
        ("", []), ("abandon", ["abandon"]), ("abandon ability", ["abandon", "ability"]),
        ("  abandon\n\tability \r\n", ["abandon", "ability"]), ("あいこくしん\u{3000}あいさつ", ["あいこくしん", "あいさつ"]),
        ("1. abandon\n2. ability\n", ["abandon", "ability"]), ("1) abandon 12)ability", ["abandon", "ability"]),
        ("1 abandon 2 ability", ["abandon", "ability"]), ("abandon, ability;able,", ["abandon", "ability", "able"]),
        ("1.", []), ("123 1234. 1abandon", ["123", "1234.", "1abandon"]), ("9:abandon", ["abandon"]),
        ("a\u{A0}b", ["a", "b"]), ("\u{3000}\u{A0} ", []), ("é\u{301}x", ["é\u{301}x"]),
    ])
    func `pasted text is split at white space of every kind`(text: String, words: [String]) {
        let found = Array(text.utf8).withUnsafeBytes { bytes in
            WordEntries.words(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
        #expect(found == words)
    }

    @Test func `a partial white space character at the end is not white space`() {
        for bytes: [UInt8] in [[0x61, 0xC2], [0x61, 0xE3], [0x61, 0xE3, 0x80]] {
            #expect(bytes.withUnsafeBytes { WordEntries.words(in: $0) } == [0..<bytes.count])
        }
    }

    private static let completion = WordCompletion(Language.allCases.map(\.words))

    @Test(arguments: Language.allCases)
    func `a complete word of any language is not extended to another`(language: Language) {
        for word in language.words { #expect(Self.completion.word(beginning: word, besides: []) == nil, "\(word)") }
    }

    @Test func `a prefix is completed in the language of the other words`() {
        let completion = Self.completion
        #expect(completion.word(beginning: "aban", besides: []) == "abandon")
        #expect(completion.word(beginning: "ABAN", besides: ["", "zoo"]) == "abandon")
        #expect(completion.word(beginning: "aba", besides: ["zumo", "acto"]) == nil)
        #expect(completion.word(beginning: "aban", besides: ["zumo", "acto"]) == nil)
        #expect(completion.word(beginning: "abog", besides: ["zumo", "acto"]) == "abogado")
        #expect(completion.word(beginning: "ab", besides: []) == nil)
        #expect(completion.word(beginning: "xyz", besides: []) == nil)
    }
}
