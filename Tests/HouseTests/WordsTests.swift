import Testing

@Suite struct WordsTests {
    @Test func `no forbidden word is in the sources or the scripts`() {
        let code = Repository.governed.filter { $0.isIn("Sources", "web", "examples") }
        #expect(code.isEmpty == false)
        #expect(code.filter { $0.isNamed(".swift", ".js", ".ts", ".h") }.flatMap(Words.breaches) == [])
    }

    @Test(arguments: [
        "let a = try! b()", "let a = b as! C", "    fatalError(\"no\")", "// TODO: later", "// FIXME",
        "/* XXX */",
        "webkit_web_view_evaluate_javascript(view)", "webkit_web_view_call_async_javascript_function(view)",
    ])
    func `each forbidden word is detected`(line: String) {
        #expect(Words.breaches(in: TextFile(path: "Sources/A.swift", text: "\n\(line)\n")).count == 1)
    }

    @Test(arguments: ["let a = try? b()", "let alias = !b", "if alias! = 1", "let mastodon = 1"])
    func `a forbidden word inside another word is accepted`(line: String) {
        #expect(Words.breaches(in: TextFile(path: "Sources/A.swift", text: line)) == [])
    }
}
