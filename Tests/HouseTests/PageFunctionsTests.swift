import Testing

@Suite struct PageFunctionsTests {
    @Test func `every function that a test calls in a page exists`() {
        let pages = Repository.files.filter { $0.path.contains("/Pages/") && $0.isNamed(".js") }
        let tests = Repository.governed.filter { $0.isIn("Tests") && $0.isNamed(".swift") }
        #expect(tests.flatMap { PageFunctions.breaches(in: $0, pages: pages) } == [])
    }

    @Test func `a call of a function that does not exist is detected`() {
        let page = TextFile(path: "Tests/Web/PageTests/Pages/flood.js", text: "function askMany({ count }) {}\n")
        let test = TextFile(
            path: "Tests/Web/PageTests/FloodTests.swift",
            text: """
                PageCode.call("flood", "askMany", ["count": 5])
                PageCode.call("flood", "ask")
                PageCode.call(
                    "none", "askMany")
                """)
        #expect(PageFunctions.breaches(in: test, pages: [page]).count == 2)
    }
}
