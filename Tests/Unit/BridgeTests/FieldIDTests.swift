import Bridge
import Testing

@Suite struct FieldIDTests {
    @Test func `a word is one of its field only`() {
        let words = FieldID("words")
        #expect((1...24).map { words.word($0).position(in: words) } == Array(1...24))
        #expect(words.position(in: words) == nil)
        #expect(words.word(3).position(in: FieldID("word")) == nil)
        #expect(FieldID("words/last").position(in: words) == nil)
    }
}
