import Testing

import WalletCore

@Suite struct TextSearchTests {
    @Test(arguments: [
        ("rent", "Rent <b>", true), ("RENT", "the rent", true), ("rents", "rent", false), ("", "", true),
        ("", "a", true),
        ("a", "", false), ("@", "`", false), ("[", "{", false), ("bc1Q", "BC1q9", true), ("aab", "aaab", true),
        ("é", "Café", true), ("É", "cafe\u{301}", true), ("cafe", "Café", false), ("miete", "Miete für März", true),
        ("märz", "MIETE FÜR MÄRZ", true),
    ])
    func `a text is found, whatever the case of its letters`(wanted: String, text: String, isFound: Bool) {
        #expect(TextSearch(wanted).finds(in: text) == isFound)
        #expect(text.lowercased().contains(wanted.lowercased()) == isFound)
    }
}
