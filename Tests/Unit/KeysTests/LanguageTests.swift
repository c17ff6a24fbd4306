import TestSupport
import Testing

@testable import Keys

@Suite struct LanguageTests {
    @Test(arguments: Language.allCases)
    func `every word of the list is found, and no others`(language: Language) {
        let list = WordList.list(of: language)
        for number in 0..<WordList.size {
            let word = list.withWord(number) { Array($0) }
            #expect(word.withUnsafeBytes { list.number(of: $0) } == number)
            #expect((word + [0x78]).withUnsafeBytes { list.number(of: $0) } != number)
        }
        #expect([UInt8]().withUnsafeBytes { list.number(of: $0) } == nil)
        #expect([UInt8](repeating: 0x61, count: 4_000).withUnsafeBytes { list.number(of: $0) } == nil)
        Suites.record("bip39-wordlists", cases: WordList.size)
    }

    @Test(arguments: Language.allCases)
    func `a phrase of each language is detected, also with a wrong word`(language: Language) throws {
        let phrase = try Mnemonic(entropy: SecretBytes(copying: (1...32).map { $0 &* 37 }), language: language)
        #expect(try Mnemonic(phrase.text).language == language)
        #expect(try Mnemonic(phrase.shownText).language == language)
        var words = phrase.text.split(separator: " ").map(String.init)
        words[4] = "qqqq"
        #expect(throws: KeyError.unknownWord(position: 5, language: language)) {
            _ = try Mnemonic(words.joined(separator: " "))
        }
    }

    @Test(arguments: Language.allCases)
    func `two swapped words are detected in each language`(language: Language) throws {
        var found = 0
        for seed: UInt8 in 0..<20 {
            let phrase = try Mnemonic(
                entropy: SecretBytes(copying: (0..<32).map { $0 &* 37 &+ seed }), language: language)
            var words = phrase.text.split(separator: " ").map(String.init)
            words.swapAt(1, 2)
            do {
                _ = try Mnemonic(words.joined(separator: " "))
            } catch {
                #expect(error == .wrongPhraseChecksum(language: language))
                found += 1
            }
        }
        // The checksum of 24 words has eight bits, so one change in 256 is not detected.
        #expect(found >= 18)
    }

    @Test func `words that are in two lists give the same seed in both languages`() throws {
        // The Chinese lists share 1,275 characters; a phrase of those matches both, or the checksum decides.
        let simplified = WordList.list(of: .chineseSimplified)
        let traditional = WordList.list(of: .chineseTraditional)
        let shared = (0..<WordList.size).filter { number in
            simplified.withWord(number) { traditional.number(of: $0) != nil }
        }
        #expect(shared.count == 1_275)
        var (decided, both) = (0, 0)
        for start in stride(from: 0, to: 1_200, by: 12) {
            let words = shared[start..<(start + 12)].map { number in
                simplified.withWord(number) { String(decoding: $0, as: UTF8.self) }
            }.joined(separator: " ")
            let fits = [Language.chineseSimplified, .chineseTraditional].filter {
                (try? Mnemonic(words, language: $0)) != nil
            }
            if let first = fits.first {
                let read = try Mnemonic(words)
                #expect(read.language == first)
                let seed = read.seed()
                expect(try seed.matches(Mnemonic.seed(phrase: words)))
                decided += 1
                both += fits.count == 2 ? 1 : 0
            } else {
                #expect(throws: KeyError.wrongPhraseChecksum(language: .chineseSimplified)) { _ = try Mnemonic(words) }
            }
        }
        #expect(decided == 4)
    }

    @Test func `French words that are also English do not hide the language`() throws {
        let french = WordList.list(of: .french)
        let english = WordList.list(of: .english)
        let shared = (0..<WordList.size).filter { number in french.withWord(number) { english.number(of: $0) != nil } }
        #expect(shared.count == 100)
        let phrase = shared[0..<11].map { number in french.withWord(number) { String(decoding: $0, as: UTF8.self) } }
        #expect(throws: KeyError.unknownWord(position: 12, language: .english)) {
            _ = try Mnemonic((phrase + ["zzzz"]).joined(separator: " "))
        }
        #expect(throws: KeyError.wrongPhraseChecksum(language: .french)) {
            _ = try Mnemonic((phrase + ["abaisser"]).joined(separator: " "), language: nil)
        }
    }

    @Test func `with a given language no other is tried`() throws {
        let phrase = try Mnemonic(entropy: SecretBytes(count: 16), language: .spanish)
        #expect(throws: KeyError.unknownWord(position: 1, language: .english)) {
            _ = try Mnemonic(phrase.text, language: .english)
        }
        #expect(try Mnemonic(phrase.text, language: .spanish).language == .spanish)
    }

    @Test func `phrases, seeds and keys match the vectors of ethers`() throws {
        let cases: [EthersMnemonic] = try Vectors.read("bip39-ethers/mnemonics.json")
        let languages: [String: Language] = [
            "en": .english, "cz": .czech, "es": .spanish, "fr": .french, "it": .italian, "ja": .japanese,
            "ko": .korean, "pt": .portuguese, "zh_cn": .chineseSimplified, "zh_tw": .chineseTraditional,
        ]
        var nodes = 0
        for each in cases {
            let language = try #require(languages[each.locale], "\(each.locale)")
            let made = try Mnemonic(entropy: SecretBytes(copying: each.entropy.bytes), language: language)
            let read = try Mnemonic(utf8: SecretBytes(copying: each.phrase.bytes), language: language)
            #expect(made.text == read.text, "\(each.name)")
            #expect(try read.entropy().withUnsafeBytes { Array($0) } == each.entropy.bytes, "\(each.name)")
            let seed = try read.seed(passphrase: SecretBytes(copying: each.password.bytes))
            #expect(seed.withUnsafeBytes { Array($0) } == each.seed.bytes, "\(each.name)")
            let master = try HDKey(seed: seed)
            for node in each.nodes {
                let key = try master.derived(DerivationPath(node.path))
                #expect(key.privateKey.withUnsafeBytes { Array($0) } == node.privateKey.bytes, "\(node.path)")
                #expect(key.text() == node.xpriv, "\(node.path)")
                nodes += 1
            }
        }
        #expect(cases.count == 216)
        #expect(nodes == 1_296)
        Suites.record("bip39-ethers", cases: cases.count)
    }
}

private struct EthersMnemonic: Decodable {
    struct Node: Decodable {
        let path, xpriv: String
        let privateKey: HexBytes
    }

    let name, locale: String
    let phrase, password, entropy, seed: HexBytes
    let nodes: [Node]
}
