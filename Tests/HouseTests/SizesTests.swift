import Testing

@Suite struct SizesTests {
    @Test func `the median file is shorter than 150 lines`() {
        let code = Repository.files.filter { $0.isNamed(".swift", ".js") && !$0.path.contains("/Vectors/") }
        #expect(code.count > 1)
        #expect(Sizes.breaches(in: code.filter { $0.isNamed(".swift") }) == [])
        #expect(Sizes.breaches(in: code.filter { $0.isNamed(".js") }) == [])
    }

    @Test func `the module in web processes has at most 600 lines of C`() {
        let code = Repository.files.filter { $0.path.contains("Sources/Bridge/PageSocket/") && $0.isNamed(".c", ".h") }
        #expect(code.count >= 3)
        #expect(code.reduce(0) { $0 + $1.length } <= 600)
    }

    @Test func `a long median is detected`() {
        #expect(Sizes.breaches(in: [lines(1), lines(149), lines(200)]) == [])
        #expect(Sizes.breaches(in: [lines(1), lines(150), lines(200)]) == ["the median file has 150 lines"])
    }

    @Test func `a last line counts with or without its line break`() {
        #expect(TextFile(path: "a", text: "").length == 0)
        #expect(TextFile(path: "a", text: "x").length == 1)
        #expect(TextFile(path: "a", text: "x\n").length == 1)
        #expect(TextFile(path: "a", text: "x\ny").length == 2)
    }

    private func lines(_ count: Int) -> TextFile {
        TextFile(path: "A.swift", text: String(repeating: "x\n", count: count))
    }
}
