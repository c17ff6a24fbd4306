import Testing

@Suite struct DefencesTests {
    @Test func `every test that a defence names exists`() throws {
        let document = try #require(Repository.file("docs/security.md"))
        let tests = Repository.files.filter { $0.isIn("Tests", "relay/Tests") && $0.isNamed(".swift") }
        #expect(Defences.names(in: document).count > 40)
        #expect(Defences.breaches(in: document, tests: tests) == [])
    }

    @Test(arguments: [
        "| a | b | “a rejection is an error” |", "| a | b | “an approval”, “a rejection … error” |",
        "as it is: “a rejection is not”",
    ])
    func `a nonexistent test name is detected`(line: String) {
        #expect(breaches(line).count == 1)
    }

    @Test(arguments: [
        "| a | b | “a rejection is 4001” |", "| a | b | “an approval”, “a … is 4001” |", "it says “quoted” things",
    ])
    func `an existing test name is accepted`(line: String) {
        #expect(breaches(line) == [])
    }

    private func breaches(_ line: String) -> [String] {
        let tests = [
            TextFile(path: "Tests/A.swift", text: "func `a rejection is 4001`() {}\nfunc `an approval`() {}\n")
        ]
        return Defences.breaches(in: TextFile(path: "docs/security.md", text: line), tests: tests)
    }
}
