/// One test of the harness, in a real web view.
struct Scenario {
    let name: String
    let body: @MainActor (Workshop) async throws -> Void

    init(_ name: String, _ body: @escaping @MainActor (Workshop) async throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// Why a scenario failed.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Fails the scenario unless both are equal.
func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, line: Int = #line) throws(Failure) {
    if found != wanted { throw Failure("line \(line): found \(found), wanted \(wanted)") }
}

/// Fails the scenario unless `part` stands in `text`.
func expectHolds(_ text: String, _ part: String, line: Int = #line) throws(Failure) {
    if !text.contains(part) { throw Failure("line \(line): “\(part)” is not in: \(text)") }
}
