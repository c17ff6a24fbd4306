import Foundation
import TestSupport
import Testing

@testable import Keys
import Primitives

@Suite struct MnemonicTests {
    @Test func `seeds of phrases in every language match the vectors`() throws {
        let file: [String: [[String]]] = try Vectors.read("bip39-trezor/vectors.json")
        for (language, cases) in file {
            for each in cases {
                let seed = try Mnemonic.seed(phrase: each[1], passphrase: "TREZOR")
                #expect(seed.withUnsafeBytes { Hex.encode($0) } == each[2], "\(language)")
                #expect(try HDKey(seed: seed).text() == each[3], "\(language)")
            }
        }
        #expect(file.count == 12)
        #expect(file.values.map(\.count).reduce(0, +) == 147)
    }

    @Test func `words of every language encode their entropy, and their language is detected`() throws {
        let file: [String: [[String]]] = try Vectors.read("bip39-trezor/vectors.json")
        var count = 0
        for (name, cases) in file {
            let language = try #require(Language.named(name))
            for each in cases {
                let entropy = try #require(Hex.decode(each[0]))
                let made = try Mnemonic(entropy: SecretBytes(copying: entropy), language: language)
                let read = try Mnemonic(each[1])
                // Some characters are in both Chinese lists, and then both languages match.
                #expect(
                    read.language == language
                        || (read.language == .chineseSimplified && language == .chineseTraditional))
                #expect(made.text == read.text)
                #expect(made.shownText == each[1].decomposedStringWithCompatibilityMapping.spaced(as: language))
                #expect(try read.entropy().withUnsafeBytes { Array($0) } == entropy)
                #expect(read.seed(passphrase: "TREZOR").withUnsafeBytes { Hex.encode($0) } == each[2])
                #expect(read.wordCount == entropy.count * 3 / 4)
                count += 1
            }
        }
        #expect(count == 147)
        Suites.record("bip39-trezor", cases: count)
    }

    @Test func `generated wallets match, whatever the script of the passphrase`() throws {
        let cases: [GeneratedWallet] = try Vectors.read("gen-hd/hd.json")
        for each in cases {
            let seed = try Mnemonic(each.mnemonic).seed(passphrase: each.passphrase)
            #expect(seed.withUnsafeBytes { Array($0) } == each.seed.bytes)
            let master = try HDKey(seed: seed)
            for account in [each.eth, each.bch145] {
                let key = try master.derived(DerivationPath(account.path))
                #expect(key.privateKey.withUnsafeBytes { Array($0) } == account.privateKey?.bytes)
            }
            for account in [each.btc84, each.bch145] {
                let key = try master.derived(DerivationPath(account.path)).privateKey.publicKey()
                #expect(key.compressed == account.pubkey?.bytes)
            }
            for account in [each.bch145, each.bch0, each.slp245] {
                let key = try master.derived(DerivationPath(account.path)).privateKey.publicKey()
                #expect(Base58Check.encode([0] + Hash160.hash(key.compressed)) == account.legacy)
            }
        }
        #expect(cases.count == 40)
        Suites.record("gen-hd", cases: cases.count)
    }

    @Test func `a wrong word is reported with its position`() {
        var words = [String](repeating: "abandon", count: 11) + ["about"]
        words[6] = "abandom"
        #expect(throws: KeyError.unknownWord(position: 7, language: .english)) {
            _ = try Mnemonic(words.joined(separator: " "))
        }
        words[2] = "abandón"
        #expect(throws: KeyError.unknownWord(position: 3, language: .english)) {
            _ = try Mnemonic(words.joined(separator: " "))
        }
        // The first four letters are not accepted for the word.
        words[0] = "aban"
        #expect(throws: KeyError.unknownWord(position: 1, language: .english)) {
            _ = try Mnemonic(words.joined(separator: " "))
        }
    }

    @Test func `two swapped words are detected`() throws {
        let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        #expect(throws: Never.self) { _ = try Mnemonic(phrase) }
        #expect(throws: KeyError.wrongPhraseChecksum(language: .english)) {
            _ = try Mnemonic("winner legal thank year wave sausage worth useful legal winner thank yellow")
        }
    }

    @Test(arguments: [0, 1, 9, 11, 13, 14, 16, 25, 27, 48])
    func `other word counts are refused`(count: Int) {
        let phrase = [String](repeating: "abandon", count: count).joined(separator: " ")
        #expect(throws: KeyError.wrongWordCount(count)) { _ = try Mnemonic(phrase) }
    }

    @Test(arguments: [
        "legal winner thank year wave sausage worth useful legal winner thank yellow\n",
        "  legal\twinner thank\r\nyear wave  sausage worth useful legal winner thank yellow",
        "legal\u{3000}winner thank year wave sausage worth useful legal\u{A0}winner thank yellow",
        "Legal WINNER thank year wave sausage worth useful legal winner thank yellOW",
        "ｌｅｇａｌ winner thank year wave sausage worth useful legal winner thank yellow",
    ])
    func `white space and Unicode forms make no difference`(phrase: String) throws {
        let plain = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        #expect(try Mnemonic(phrase).text == plain)
    }

    @Test(arguments: [
        "1. legal\n2. winner\n3. thank\n4. year\n5. wave\n6. sausage\n7. worth\n8. useful\n9. legal\n10. winner\n"
            + "11. thank\n12. yellow\n",
        "1) legal 2) winner 3) thank 4) year 5) wave 6) sausage 7) worth 8) useful 9) legal 10) winner 11) thank 12) yellow",
        "1.legal 2.winner 3.thank 4:year 5:wave 6)sausage 7)worth 8 useful 9 legal 10 winner 11 thank 12 yellow",
        "legal, winner, thank, year, wave, sausage, worth, useful, legal, winner, thank, yellow",
        "legal;winner;thank;year;wave;sausage;worth;useful;legal;winner;thank;yellow;",
    ])
    func `numbers in front of words, commas and semicolons make no difference`(phrase: String) throws {
        let plain = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        #expect(try Mnemonic(phrase).text == plain)
    }

    @Test(arguments: ["\u{200B}", "-", "/", "\u{0}", "\u{FEFF}"])
    func `other characters do not separate words`(mark: String) {
        let phrase =
            "legal\(mark)winner thank year wave sausage worth useful legal winner thank yellow yellow"
        #expect(throws: KeyError.unknownWord(position: 1, language: .english)) { _ = try Mnemonic(phrase) }
    }

    @Test func `a megabyte is refused before any work`() {
        #expect(throws: KeyError.phraseTooLong) {
            _ = try Mnemonic(String(repeating: "abandon ", count: 131_072))
        }
        #expect(throws: KeyError.phraseTooLong) {
            _ = try Mnemonic.seed(phrase: String(repeating: "é", count: 500_000))
        }
    }

    @Test(arguments: [0, 4, 15, 17, 31, 33, 64])
    func `entropy of another size is refused`(count: Int) {
        #expect(throws: KeyError.wrongEntropySize(count)) {
            _ = try Mnemonic(entropy: SecretBytes(count: count))
        }
    }
}

extension Mnemonic {
    /// The words as text, which only tests may create.
    var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// The displayed words as text, which only tests may create.
    var shownText: String { shown().withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension Language {
    /// The language with this `name` in a file of vectors.
    static func named(_ name: String) -> Language? {
        allCases.first { name == "\($0)" }
            ?? ["chinese_simplified": .chineseSimplified, "chinese_traditional": .chineseTraditional][name]
    }
}

extension String {
    fileprivate func spaced(as language: Language) -> String {
        language == .japanese ? replacingOccurrences(of: " ", with: "\u{3000}") : self
    }
}

private struct GeneratedWallet: Decodable {
    struct Account: Decodable {
        let path: String
        let privateKey, pubkey: HexBytes?
        let legacy: String?
    }

    let mnemonic, passphrase: String
    let seed: HexBytes
    let eth, btc84, bch145, bch0, slp245: Account
}
