import Testing

@testable import WebHost

@MainActor @Suite struct WordEntriesTests {
    @Test(arguments: [
        ("", []), ("abandon", ["abandon"]), ("abandon ability", ["abandon", "ability"]),
        ("  abandon\n\tability \r\n", ["abandon", "ability"]), ("あいこくしん\u{3000}あいさつ", ["あいこくしん", "あいさつ"]),
        ("a\u{A0}b", ["a", "b"]), ("\u{3000}\u{A0} ", []), ("é\u{301}x", ["é\u{301}x"]),
    ])
    func `pasted text is parted at white space of every kind`(text: String, words: [String]) {
        let found = Array(text.utf8).withUnsafeBytes { bytes in
            WordEntries.words(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
        #expect(found == words)
    }

    @Test func `a part of a white space at the end is no white space`() {
        for bytes: [UInt8] in [[0x61, 0xC2], [0x61, 0xE3], [0x61, 0xE3, 0x80]] {
            #expect(bytes.withUnsafeBytes { WordEntries.words(in: $0) } == [0..<bytes.count])
        }
    }
}
