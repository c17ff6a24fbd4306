import Testing

@Suite struct FuzzSourcesTests {
    @Test func `every source file that a fuzz target names exists`() {
        let targets = Repository.files.filter { $0.isIn("Tests/Fuzz") && $0.isNamed(".swift") }
        #expect(targets.contains { !FuzzSources.names(in: $0).isEmpty })
        #expect(targets.flatMap { FuzzSources.breaches(in: $0, exists: Repository.holds) } == [])
    }

    @Test func `a source file that does not exist is detected`() {
        let target = TextFile(
            path: "Tests/Fuzz/FuzzA.swift",
            text: "// Together with: Sources/A.swift Sources/B.swift\n// Together with: Sources/C.swift\nimport A\n")
        let found = FuzzSources.breaches(in: target) { $0 == "Sources/B.swift" }
        #expect(found.count == 2)
        #expect(found.first?.contains("Sources/A.swift") == true)
    }
}
