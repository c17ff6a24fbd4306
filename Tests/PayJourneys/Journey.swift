/// What somebody does with payments, from a link to an end.
struct Journey {
    let name: String
    let body: @MainActor (Stage) async throws -> Void

    init(_ name: String, _ body: @escaping @MainActor (Stage) async throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// Why a journey failed.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Fails the journey unless both are equal.
func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, line: Int = #line) throws(Failure) {
    if found != wanted { throw Failure("line \(line): found \(found), wanted \(wanted)") }
}
