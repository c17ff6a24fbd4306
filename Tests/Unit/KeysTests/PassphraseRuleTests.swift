import Keys
import TestSupport
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
        ("!QAZ@WSX#EDC", .sequence), ("!QAZ2wsx#EDC4rfv", .sequence), ("qazwsxedcrfvtgb", .sequence),
        ("zaq1xsw2cde3", .sequence), ("!@#$%^&*()12", .sequence), ("йцукенгшщзхъ", .sequence),
        ("ЙЦУКЕНГШЩЗХЪ", .sequence), ("Sommer2026Sommer2026", .repeated), ("Tiger2026! Tiger2026!", .repeated),
        ("horse battery horse battery", .guessable), ("Password12345!", .common), ("password-password", .common),
        ("letmein123456", .common),
        ("!!!iloveyou!!!2026", .common), ("correct horse battery staple", .common), ("bitcoin-2009-01", .common),
        ("savings-savings-1", .containsName), ("MySavings2026!", .containsName), ("12345 Savings", .containsName),
    ])
    func `weak passphrases are refused with the reason`(text: String, weakness: PassphraseWeakness) throws {
        let name = try VaultName("Savings")
        #expect(throws: KeyError.weakPassphrase(weakness)) {
            try PassphraseRule.check(SecretBytes(copying: text.utf8), name: name)
        }
    }

    @Test(arguments: [
        "P@ssw0rd2026", "metamask1234", "M3t@mask-2024", "drowssap2026", "1qaz2wsx3edc4", "zaq12wsxcde3",
        "jennifer1990!!", "Liverpool-1234", "sunshine-princess", "summer2026summer", "qazwsxedcrfv", "ilovemydog123",
        "Vitalik2015!!", "31.12.1999 31.12.1999", "nimda-drowssap", "iloveyou19900423", "Tobeornottobe1",
        "notyourkeys1", "c0rrect.h0rse.battery.staple", "sgnivas-sgnivas", "tothemoon-lambo", "thequickbrownfox7",
    ])
    func `a combination of common pieces is refused`(text: String) throws {
        #expect(throws: KeyError.self) {
            try PassphraseRule.check(SecretBytes(copying: text.utf8), name: VaultName("Savings"))
        }
    }

    @Test(arguments: ["Ferienhaus2026!", "Ferienhauskasse1!", "kasse-ferienhaus"])
    func `words of a name with a hyphen count as common`(text: String) throws {
        #expect(throws: KeyError.weakPassphrase(.guessable)) {
            try PassphraseRule.check(SecretBytes(copying: text.utf8), name: VaultName("Ferienhaus-Kasse"))
        }
    }

    @Test func `a strong passphrase may be typed twice`() throws {
        let text = "quiet river forty lamps quiet river forty lamps"
        try PassphraseRule.check(SecretBytes(copying: text.utf8))
    }

    @Test func `four random words, and fourteen random characters, are accepted`() throws {
        var dice = SeededGenerator(seed: 4)
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        for _ in 0..<100 {
            let entropy = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &dice) }
            let phrase = try Mnemonic(entropy: SecretBytes(copying: entropy))
            var words: [String] = []
            for position in 1...4 {
                guard let word = phrase.word(at: position) else { continue }
                words.append(word.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
            }
            let characters = (0..<14).compactMap { _ in letters.randomElement(using: &dice) }
            for text in [words.joined(separator: " "), String(decoding: characters, as: UTF8.self)]
            where text.count >= PassphraseRule.shortest {
                do {
                    try PassphraseRule.check(SecretBytes(copying: text.utf8))
                } catch {
                    Issue.record("\(text): \(error)")
                }
            }
        }
    }

    @Test(arguments: ["a", "correct horse ", "P@ssw0rd", "1qaz2wsx", "\u{1}\u{2}é"])
    func `the longest passphrases are measured at once`(piece: String) {
        let growth = Growth(from: 60, to: 960) { length in
            Array(String(repeating: piece, count: length).utf8.prefix(length))
        } _: { text in
            _ = try? PassphraseRule.check(SecretBytes(copying: text))
        }
        #expect(growth.isAtMostQuadratic, "\(growth)")
    }

    @Test func `a passphrase has at most a kilobyte`() throws {
        let words = (0..<400).map { "quiet river \($0)" }.joined(separator: " ")
        try PassphraseRule.check(SecretBytes(copying: words.utf8.prefix(1_024)))
        #expect(throws: KeyError.weakPassphrase(.tooLong(maximum: 1_024))) {
            try PassphraseRule.check(SecretBytes(copying: words.utf8.prefix(1_025)))
        }
        #expect(throws: KeyError.malformedText) { try PassphraseRule.check(SecretBytes(copying: [0xFF, 0xFE])) }
    }
}

/// Random numbers that are the same in every run (Steele, “Fast Splittable Pseudorandom Number Generators”).
private struct SeededGenerator: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var value = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
