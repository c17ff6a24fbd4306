import Testing

@Suite struct MeasuresTests {
    @Test func `types, functions and initialisers are not too large, or are exceptions with a reason`() {
        let code = Repository.files.filter { $0.isIn("Sources") && $0.isNamed(".swift") }
        #expect(code.count > 1_000)
        #expect(Measures.breaches(in: code) == [])
        #expect(Measures.exceptions.values.allSatisfy { !$0.isEmpty })
    }

    @Test func `a type is measured over all its files, without the types in it`() {
        let body = "struct A {\n" + String(repeating: "    let a = 1\n", count: 298) + "}\n"
        let extended = "extension A {\n    enum B {\n" + String(repeating: "        case b\n", count: 298) + "    }\n"
        let rest = String(repeating: "    var c: Int { 1 }\n", count: 299) + "}\n"
        func breaches(_ rest: String) -> [String] {
            Measures.breaches(in: [file(body), file(extended + rest)], exceptions: [:])
        }
        #expect(breaches(rest.replacing("    var c: Int { 1 }\n", with: "", maxReplacements: 1)) == [])
        #expect(breaches(rest) == ["Keys.A has 601 lines"])
        #expect(Measures.breaches(in: [file(body), file(extended + rest)], exceptions: ["Keys.A": "a table"]) == [])
        #expect(
            Measures.breaches(in: [file(body)], exceptions: ["Keys.A": "a table"])
                == ["Keys.A is an exception, but is not too large"])
    }

    @Test func `a long function is found, whatever its signature is`() {
        for signature in [
            "static func f() {", "private func f(\n        _ a: () -> Int = { 1 },\n        b: Int\n    ) -> Int {",
        ] {
            let head = signature.split(separator: "\n").count
            for (lines, isLong) in [(49 - head, false), (50 - head, true)] {
                let body = String(repeating: "        g { 1 }\n", count: lines)
                let text = "enum A {\n    \(signature)\n\(body)    }\n\n    func g() {}\n}\n"
                #expect(Measures.breaches(in: [file(text)], exceptions: [:]).isEmpty != isLong, "\(signature) \(lines)")
            }
        }
    }

    @Test(arguments: [
        ("init(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) {", 8),
        (
            "init?(\n        _ a: [String: Int], b: (Int, Int) -> Int = { $0 + $1 }, c: Result<Int, any Error>\n    ) {",
            3
        ),
        ("package init<Name: Key>(of _: Name.Type) throws {", 1), ("init() {", 0),
        ("init(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int) {", 9),
    ])
    func `the parameters of an initialiser are counted`(signature: String, count: Int) {
        let text = file("struct A {\n    \(signature)\n        x()\n    }\n}\n")
        let initialiser = Measures.declarations(in: text).first { $0.kind == .initialiser }
        #expect(initialiser?.parameters == count && initialiser?.name == "A.init")
        #expect(Measures.breaches(in: [text], exceptions: [:]).isEmpty == (count <= 8))
    }

    @Test func `what a protocol requires is measured with it`() {
        let text = file("protocol A {\n    func a()\n    init(b: Int)\n}\n\nfunc c() {\n}\n")
        #expect(
            Measures.declarations(in: text).map { "\($0.name) \($0.lines)" } == ["A 4", "A.a 0", "A.init 0", "c 2"])
    }

    private func file(_ text: String) -> TextFile { TextFile(path: "Sources/Keys/Keys/A.swift", text: text) }
}
