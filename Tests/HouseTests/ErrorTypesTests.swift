import Testing

@Suite struct ErrorTypesTests {
    @Test func `each module has one error type`() {
        #expect(Repository.governed.flatMap(ErrorTypes.types).count > 15)
        #expect(ErrorTypes.breaches(in: Repository.governed) == [])
    }

    @Test func `every exception is needed`() {
        for exception in ErrorTypes.allowed {
            let types = Repository.governed.filter { $0.module == exception.module }.flatMap(ErrorTypes.types)
            #expect(types.contains(exception.type) && types.count > 1, "\(exception)")
        }
    }

    @Test(arguments: [
        "public enum AFault: Error, Hashable {", "struct A: Equatable,\n    Error\n{", "extension A.B: Error {}",
        "final class C<Value>: Error where Value: Hashable {", "enum A: String, LocalizedError {",
    ])
    func `a second error type is detected`(text: String) {
        let files = ["enum OneError: Error {}", text].map { TextFile(path: "Sources/Base/A/A.swift", text: $0) }
        #expect(ErrorTypes.breaches(in: files).first?.hasPrefix("A has 2 error types") == true)
    }

    @Test func `an error type with another name is detected`() {
        let file = TextFile(path: "Sources/Base/A/A.swift", text: "enum Fault: Error {}")
        #expect(ErrorTypes.breaches(in: [file]) == ["A: Fault is not named as an error"])
    }

    @Test(arguments: [
        "// enum A: Error {}", "enum A: Hashable { case error(any Error) }", "let result: Result<Int, any Error> = {",
        "func run<Failure: Error>() throws(Failure) {}", "struct A<Failure: Error> {",
        "extension Result where Failure: Error {",
    ])
    func `types that are not errors are accepted`(text: String) {
        let files = ["enum OneError: Error {}", text].map { TextFile(path: "Sources/Base/A/A.swift", text: $0) }
        #expect(ErrorTypes.breaches(in: files) == [])
    }
}
