import Testing

@testable import Harness

@Suite struct JUnitTests {
    private func result(_ name: String, _ outcome: TestResult.Outcome, isTest: Bool = true) -> TestResult {
        TestResult(page: "a<b>.html", name: name, isTest: isTest, outcome: outcome, duration: .milliseconds(1_005))
    }

    @Test func `a document lists every test with its result`() {
        var failure = TestFailure("a & b")
        failure.found = "<x>]]>"
        let text = JUnit.document([
            result("one", .passed), result("two", .skipped), result("three \"'", .failed(failure)),
            result("the page", .failed(TestFailure("crashed")), isTest: false),
        ])
        let counts = #"tests="4" failures="1" errors="1" skipped="1" time="4.020""#
        let head = #"<testcase classname="a&lt;b&gt;.html" name="#
        let wanted = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="drawbridge" \(counts)>
              <testsuite name="a&lt;b&gt;.html" \(counts)>
                \(head)"one" time="1.005"/>
                \(head)"two" time="1.005"><skipped/></testcase>
                \(head)"three &quot;&apos;" time="1.005">
                  <failure message="a &amp; b">found: &lt;x&gt;]]&gt;</failure>
                </testcase>
                \(head)"the page" time="1.005">
                  <error message="crashed"></error>
                </testcase>
              </testsuite>
            </testsuites>

            """
        #expect(text == wanted)
    }

    @Test(arguments: ["\u{0}", "\u{8}", "\u{B}", "\u{1B}", "\u{7F}", "\u{9F}", "\u{FFFE}", "\u{FFFF}", "\u{1FFFE}"])
    func `characters that XML does not allow are omitted`(character: String) {
        #expect(JUnit.escaped("a\(character)b") == "ab")
    }

    @Test func `line breaks survive in an attribute`() {
        #expect(JUnit.escaped("a\nb\t") == "a&#10;b&#9;")
    }
}
