import Testing

@Suite struct OpeningsTests {
    @Test func `no file is opened so that a pipe in its place holds the program up`() {
        #expect(Repository.governed.flatMap(Openings.breaches) == [])
    }

    @Test func `every exception is needed`() {
        for exception in Openings.allowed {
            let lines = Repository.governed.filter { $0.path.hasSuffix(exception.file) }.flatMap(\.lines)
            #expect(lines.contains { $0.contains(exception.part) && Openings.waits($0) }, "\(exception)")
        }
    }

    @Test(arguments: [
        "let file = open(path, O_RDONLY | O_CLOEXEC)", "open(path, O_RDWR | O_CREAT, 0o600)",
        "let data = FileManager.default.contents(atPath: path)", "try String(contentsOfFile: path, encoding: .utf8)",
        "try Data(contentsOf: url)", "let file = fopen(path, \"r\")", "let file = FileHandle(forReadingAtPath: path)",
    ])
    func `an opening that waits is found`(line: String) {
        #expect(Openings.breaches(in: TextFile(path: "Sources/Store/A.swift", text: line)).count == 1)
    }

    @Test(arguments: [
        "open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)", "open(path, O_RDONLY | O_DIRECTORY)",
        "open(path, O_RDWR | O_CREAT | O_EXCL)", "// contents(atPath: path)", "bytes.append(contentsOf: other)",
    ])
    func `one that does not is let through`(line: String) {
        #expect(Openings.breaches(in: TextFile(path: "Sources/Store/A.swift", text: line)) == [])
    }
}
