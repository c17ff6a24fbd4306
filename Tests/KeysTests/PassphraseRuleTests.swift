import Keys
import Testing

@Suite struct PassphraseRuleTests {
    @Test(arguments: [
        "quiet river forty lamps", "correct donkey battery stapler", "Tr0ub4dor&3xyz", "wy5Z-hh2q-Pa9r",
        "meine Oma fährt im Hühnerstall", "山は富士酒は白雪雪は越後の", "x7!kQz0pLm2#",
    ])
    func `strong passphrases are accepted`(text: String) throws {
        try PassphraseRule.check(SecretBytes(copying: text.utf8), name: VaultName("Savings"))
    }

    @Test(arguments: [
        ("", PassphraseWeakness.tooShort(minimum: 12)), ("hunter2", .tooShort(minimum: 12)),
        ("elevenchars", .tooShort(minimum: 12)), ("éééééé", .tooShort(minimum: 12)),
        ("aaaaaaaaaaaaaaaa", .repeated), ("abababababababab", .repeated), ("abcabcabcabcabc", .repeated),
        ("tuliptuliptulip", .repeated), ("121212121212", .repeated),
        ("abcdefghijklmnop", .sequence), ("123456789012", .sequence), ("qwertyuiopasdf", .sequence),
        ("ZYXWVUTSRQPON", .sequence), ("qwertzuiopasdfghjkl", .sequence), ("098765432109", .sequence),
        ("Password12345!", .common), ("password-password", .common), ("letmein123456", .common),
        ("!!!iloveyou!!!2026", .common), ("correct horse battery staple", .common), ("bitcoin-2009-01", .common),
        ("savings-savings-1", .containsName), ("MySavings2026!", .containsName), ("12345 Savings", .containsName),
    ])
    func `weak passphrases are refused with the reason`(text: String, weakness: PassphraseWeakness) throws {
        let name = try VaultName("Savings")
        #expect(throws: KeyError.weakPassphrase(weakness)) {
            try PassphraseRule.check(SecretBytes(copying: text.utf8), name: name)
        }
    }

    @Test func `the maximum is a kilobyte`() throws {
        let words = (0..<400).map { "quiet river \($0)" }.joined(separator: " ")
        try PassphraseRule.check(SecretBytes(copying: words.utf8.prefix(1_024)))
        #expect(throws: KeyError.weakPassphrase(.tooLong(maximum: 1_024))) {
            try PassphraseRule.check(SecretBytes(copying: words.utf8.prefix(1_025)))
        }
        #expect(throws: KeyError.malformedText) { try PassphraseRule.check(SecretBytes(copying: [0xFF, 0xFE])) }
    }
}
