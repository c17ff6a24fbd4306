import Testing

@testable import WindowTesting

@Suite struct TAPTests {
    @Test func `a passed test is one line`() {
        #expect(TAP.result(1, "a page is shown", nil) == ["ok 1 - a page is shown"])
        #expect(TAP.head(count: 2) == ["TAP version 14", "1..2"])
    }

    @Test func `a failed test has a diagnostic block, in which each value is on one line`() {
        let problem = TestProblem(message: "found \"a\"\nwanted \\", record: ["ok 3\u{1}", "\u{2028}"])
        #expect(
            TAP.result(2, "a page is shown", problem) == [
                "not ok 2 - a page is shown", "  ---", #"  message: "found \"a\"\nwanted \\""#, "  record:",
                #"    - "ok 3\u0001""#, #"    - "\u2028""#, "  ...",
            ])
    }

    @Test func `a name with a number sign is not a directive`() {
        #expect(TAP.result(1, "an id # TODO \\", nil) == ["ok 1 - an id \\# TODO \\\\"])
    }
}
