/// One test that needs a real web view.
struct PageTest {
    let name: String
    let body: @MainActor (Stage) async throws -> Void

    init(_ name: String, _ body: @escaping @MainActor (Stage) async throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// Why a test failed.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Fails the test unless `condition` holds.
func expect(_ condition: Bool, _ message: @autoclosure () -> String, line: Int = #line) throws(Failure) {
    if !condition { throw Failure("line \(line): \(message())") }
}

/// Fails the test unless both are equal.
func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, line: Int = #line) throws(Failure) {
    if found != wanted { throw Failure("line \(line): found \(found), wanted \(wanted)") }
}
