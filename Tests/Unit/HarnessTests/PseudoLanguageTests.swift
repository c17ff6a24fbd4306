import Testing

@testable import Harness

struct PseudoLanguageTests {
    @Test(arguments: [
        ("⟦Áppröve ~~⟧", "Approve"), ("⟦Séñd ⟦öñé cöîñ ~~~⟧ ~~~⟧", "Send one coin"), ("Approve", "Approve"), ("", ""),
        ("⟦ ⟧", ""), ("a ~ b", "a ~ b"),
    ])
    func `text in the pseudo-language is read as English`(shown: String, english: String) {
        #expect(PseudoLanguage.decoded(shown) == english)
    }
}
