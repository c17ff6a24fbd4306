import Foundation
import Keys
import Testing

@Suite struct PhraseQuizTests {
    @Test func `distinct positions are asked in order, and eventually all of them`() throws {
        var asked: Set<Int> = []
        for _ in 0..<300 {
            let quiz = try PhraseQuiz(wordCount: 24, count: 4)
            #expect(quiz.positions.count == 4)
            #expect(quiz.positions == Set(quiz.positions).sorted())
            asked.formUnion(quiz.positions)
        }
        #expect(asked == Set(1...24))
    }

    @Test func `only the word at the position is accepted`() throws {
        let phrase = try Mnemonic("legal winner thank year wave sausage worth useful legal winner thank yellow")
        let quiz = try PhraseQuiz(wordCount: 12, count: 12)
        let words = [
            "legal", "winner", "thank", "year", "wave", "sausage", "worth", "useful", "legal", "winner", "thank",
            "yellow",
        ]
        for (index, word) in words.enumerated() {
            expect(quiz.accepts(SecretBytes(copying: word.utf8), at: index + 1, of: phrase))
            expect(quiz.accepts(SecretBytes(copying: " \(word)\n".utf8), at: index + 1, of: phrase))
            expect(quiz.accepts(SecretBytes(copying: word.capitalized.utf8), at: index + 1, of: phrase))
            for wrong in ["", " ", "\(word)s", String(word.dropLast()), words[(index + 1) % 12]] {
                expect(!quiz.accepts(SecretBytes(copying: wrong.utf8), at: index + 1, of: phrase))
            }
        }
    }

    @Test func `an answer for another position is refused`() throws {
        let phrase = try Mnemonic("legal winner thank year wave sausage worth useful legal winner thank yellow")
        let quiz = try PhraseQuiz(wordCount: 12, count: 0)
        expect(!quiz.accepts(SecretBytes(copying: "legal".utf8), at: 1, of: phrase))
        let all = try PhraseQuiz(wordCount: 12, count: 12)
        for position in [0, -1, 13, Int.max, Int.min] {
            expect(!all.accepts(SecretBytes(copying: "legal".utf8), at: position, of: phrase))
        }
    }

    @Test func `accents can be typed in any Unicode form`() throws {
        let phrase = try Mnemonic(entropy: SecretBytes(count: 16), language: .japanese)
        let quiz = try PhraseQuiz(wordCount: 12, count: 12)
        let word = phrase.word(at: 12)?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(word == "あおそ\u{3099}ら")
        expect(quiz.accepts(SecretBytes(copying: "あおぞら".utf8), at: 12, of: phrase))
        expect(!quiz.accepts(SecretBytes(copying: [0xFF, 0xFE]), at: 12, of: phrase))
    }

    @Test(arguments: [12, 15, 18, 21, 24])
    func `new phrases differ, and have the requested number of words`(count: Int) throws {
        let one = try Mnemonic(randomWords: count)
        let other = try Mnemonic(randomWords: count)
        #expect(one.wordCount == count)
        let entropy = try one.entropy()
        expect(try !entropy.matches(other.entropy()))
    }

    @Test(arguments: [0, 3, 9, 11, 13, 27, -12])
    func `a phrase of another length is not generated`(count: Int) {
        #expect(throws: KeyError.wrongWordCount(count)) { _ = try Mnemonic(randomWords: count) }
    }
}
