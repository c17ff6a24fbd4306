import Testing

@Suite struct OpeningsTests {
    @Test func `no file is opened in a way that a pipe in its place could block`() {
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
    func `a blocking open is detected`(line: String) {
        #expect(Openings.breaches(in: TextFile(path: "Sources/Wallet/Store/A.swift", text: line)).count == 1)
    }

    @Test(arguments: [
        "open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)", "open(path, O_RDONLY | O_DIRECTORY)",
        "open(path, O_RDWR | O_CREAT | O_EXCL)", "// contents(atPath: path)", "bytes.append(contentsOf: other)",
    ])
    func `a nonblocking open is accepted`(line: String) {
        #expect(Openings.breaches(in: TextFile(path: "Sources/Wallet/Store/A.swift", text: line)) == [])
    }
}
