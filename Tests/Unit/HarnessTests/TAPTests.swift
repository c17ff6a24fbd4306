import Testing

@testable import Harness

@Suite struct TAPTests {
    private func result(_ name: String, _ outcome: TestResult.Outcome) -> TestResult {
        TestResult(page: "a.test.html", name: name, isTest: true, outcome: outcome, duration: .milliseconds(42))
    }

    @Test func `a test that passed is one line`() {
        #expect(TAP.point(result("it works", .passed), number: 3) == "ok 3 - a.test.html - it works # time=42ms")
    }

    @Test func `a name cannot start a directive or a line`() {
        let line = TAP.point(result("a # SKIP\\\nok 2 - b\u{1B}[2J", .passed), number: 1)
        #expect(
            line == "ok 1 - a.test.html - a \\# SKIP\\\\⟨U+000A⟩ok 2 - b⟨U+001B⟩[2J # time=42ms")
    }

    @Test func `a failure has one line of YAML for each value`() {
        var failure = TestFailure("no: \"it\" is #1")
        failure.found = "a\nb"
        failure.stack = "...\n1..2\n"
        let lines = TAP.point(result("x", .failed(failure)), number: 1).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "not ok 1 - a.test.html - x", "  ---", #"  message: 'no: "it" is #1'"#, #"  found: "a\nb""#,
                #"  stack: "...\n1..2\n""#, "  duration_ms: 42", "  ...",
            ])
    }

    @Test(arguments: [
        ("\u{1B}", #""\x1b""#), ("\u{85}", #""\x85""#), ("\u{2028}", #""\u2028""#), ("\u{E0001}", #""\U000e0001""#),
        ("é ü 漢 🙂", #""é ü 漢 🙂""#), ("\r\t\\", #""\r\t\\""#),
        (#""0x1""#, #"'"0x1"'"#), (#"it's "1""#, #""it's \"1\"""#), ("\"a\nb\"", #""\"a\nb\"""#),
    ])
    func `a value is one line of YAML, whatever it contains`(text: String, quoted: String) {
        #expect(TAP.quoted(text) == quoted)
    }

    @Test func `a remark of many lines stays a remark`() {
        #expect(TAP.comment("a\nnot ok 1\r") == "# a\n# not ok 1⟨U+000D⟩")
    }
}
