import Testing

@Suite struct TracesTests {
    @Test func `no file names a path of a developer's machine`() {
        #expect(Repository.files.count > 10)
        #expect(Repository.files.flatMap(Traces.breaches) == [])
    }

    @Test(arguments: Traces.forbidden)
    func `a path of a machine is detected`(trace: String) {
        let file = TextFile(path: "docs/a.md", text: "see\n\(trace)reference\n")
        #expect(Traces.breaches(in: file) == ["docs/a.md:2 names a machine's path: \(trace)"])
    }

    @Test(arguments: ["network/a", "../Sources", "/tmp/a", "homework/"])
    func `a path of the project is accepted`(text: String) {
        #expect(Traces.breaches(in: TextFile(path: "docs/a.md", text: text)) == [])
    }
}
