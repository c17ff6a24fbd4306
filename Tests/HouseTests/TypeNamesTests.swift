import Testing

@Suite struct TypeNamesTests {
    @Test func `two modules do not have types of the same name`() {
        let swift = Repository.files.filter { $0.isNamed(".swift") && $0.isIn("Sources") }
        #expect(swift.flatMap(TypeNames.names).count > 500)
        #expect(TypeNames.breaches(in: swift) == [])
    }

    @Test func `declarations are found behind attributes, access levels and modifiers`() {
        let text = """
            struct A {
                struct Inner {}
            }
            public final class B<Value>: C {}
            @MainActor public enum D { case a }
            nonisolated(unsafe) private let e = 1
            package protocol F: Sendable {}
            extension G { enum H {} }
            // struct I
            public typealias J = A
            func k() { struct L {} }
            """
        #expect(TypeNames.names(in: TextFile(path: "Sources/Base/A/A.swift", text: text)) == ["A", "B", "D", "F", "J"])
    }

    @Test func `one name in two modules is detected, and within one module it is not`() {
        let (one, two) = (file("Sources/Base/A/X.swift"), file("Sources/Base/B/Y.swift"))
        #expect(TypeNames.breaches(in: [one, two]) == ["Signal is a type of A and B"])
        #expect(TypeNames.breaches(in: [one, file("Sources/Base/A/Z.swift"), file("Tests/C/X.swift")]) == [])
    }

    private func file(_ path: String) -> TextFile {
        TextFile(path: path, text: "public struct Signal {}\n")
    }
}
