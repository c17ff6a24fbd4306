import Testing

@Suite struct ReasonsTests {
    @Test func `every unchecked promise to the compiler has a reason`() {
        let swift = Repository.governed.filter { $0.isNamed(".swift") }
        #expect(swift.flatMap(Reasons.breaches) == [])
    }

    @Test(arguments: [
        "nonisolated(unsafe) var a = 1",
        "struct A: @unchecked Sendable {}",
        "let f = unsafeBitCast(g, to: H.self)",
        "// It is safe.\nnonisolated(unsafe) var a = 1",
        "let because = 1\nnonisolated(unsafe) var a = 1",
        "// because\n\n\n\n\nnonisolated(unsafe) var a = 1",
    ])
    func `a promise without a reason is detected`(text: String) {
        #expect(Reasons.breaches(in: TextFile(path: "A.swift", text: text)).count == 1)
    }

    @Test(arguments: [
        "nonisolated(unsafe) var a = 1  // because only the main thread sees it",
        "// Sendable because nothing in it changes.\nstruct A: @unchecked Sendable {}",
        "/// A. Unchecked because it is.\n///\n/// 1\n/// 2\n/// 3\n/// 4\n@frozen\nstruct A: @unchecked Sendable {}",
        "// Never say nonisolated(unsafe) lightly.",
    ])
    func `a promise with a reason is accepted`(text: String) {
        #expect(Reasons.breaches(in: TextFile(path: "A.swift", text: text)) == [])
    }
}
