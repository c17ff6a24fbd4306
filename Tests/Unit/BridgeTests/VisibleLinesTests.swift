import Bridge
import Testing

@Suite struct VisibleLinesTests {
    @Test(arguments: ["", "a", "a\n", "\n", "\n\n", "a\nb", "ab\u{202E}c\n\nd\r\ne"])
    func `short lines are unchanged`(text: String) {
        #expect(VisibleLines(of: text).map(\.text) == VisibleText.lines(of: text))
        #expect(VisibleLines(of: text).allSatisfy { !$0.goesOn })
    }

    @Test func `a long line is split into marked pieces`() {
        let lines = Array(VisibleLines(of: "abcdef\nabc\ndefg", length: 3))
        #expect(lines.map(\.text) == ["abc", "def", "abc", "def", "g"])
        #expect(lines.map(\.goesOn) == [true, false, false, true, false])
    }

    @Test func `the pieces add up to the whole line`() {
        let text = String(repeating: "0123456789\n", count: 50) + String(repeating: "x", count: 5_000)
        let whole = VisibleLines(of: text, length: 7).map { $0.text + ($0.goesOn ? "" : "\n") }.joined()
        #expect(whole == text + "\n")
    }
}
