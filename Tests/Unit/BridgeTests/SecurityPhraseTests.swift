import Testing

@testable import Bridge

@Suite struct SecurityPhraseTests {
    @Test func `a random phrase is one of at least 2^25, from distinct words`() {
        let (adjectives, nouns) = (SecurityPhraseWords.adjectives, SecurityPhraseWords.nouns)
        #expect(Set(adjectives).count == adjectives.count && Set(nouns).count == nouns.count)
        #expect(adjectives.count * nouns.count * 900 >= 1 << 25)
        let words = adjectives + nouns
        #expect(words.allSatisfy { $0.utf8.allSatisfy { $0 &- 0x61 < 26 } && (2...9).contains($0.count) })
    }

    @Test func `a random phrase has two words and a number, and can be read back`() throws {
        for _ in 0..<1_000 {
            let phrase = SecurityPhrase.random()
            #expect(SecurityPhrase(phrase.text) == phrase)
            let parts = phrase.text.split(separator: "-").map(String.init)
            try #require(parts.count == 3)
            #expect(SecurityPhraseWords.adjectives.contains(parts[0]) && SecurityPhraseWords.nouns.contains(parts[1]))
            #expect((100...999).contains(try #require(Int(parts[2]))))
        }
    }

    @Test func `random phrases differ`() {
        let phrases = Set((0..<1_000).map { _ in SecurityPhrase.random() })
        #expect(phrases.count > 990)
    }

    @Test func `white space in the user's phrase is normalized`() {
        #expect(SecurityPhrase("  my   blue boat ")?.text == "my blue boat")
        #expect(SecurityPhrase("Grüße ⚓ 42")?.text == "Grüße ⚓ 42")
    }

    @Test(arguments: [
        "", "     ", "short", "a  b c", "hidden\u{200B}letter", "turned\u{202E}around", "two\nlines", "tab\there",
    ])
    func `a phrase that is too short or invisible is refused`(text: String) {
        #expect(SecurityPhrase(text) == nil)
    }

    @Test func `a phrase that is too long is refused, however long`() {
        #expect(SecurityPhrase(String(repeating: "a", count: 32)) != nil)
        #expect(SecurityPhrase(String(repeating: "a", count: 33)) == nil)
        #expect(SecurityPhrase(String(repeating: "a", count: 10_000_000)) == nil)
    }
}
