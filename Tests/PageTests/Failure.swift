/// Why a test failed.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Fails the test unless `condition` holds.
func expect(
    _ condition: Bool, _ message: @autoclosure () -> String = "it does not hold", line: Int = #line
) throws(Failure) {
    if !condition { throw Failure("line \(line): \(message())") }
}

/// Fails the test unless both are equal.
func expectEqual<Value: Equatable>(
    _ found: Value, _ wanted: Value, of subject: @autoclosure () -> String = "", line: Int = #line
) throws(Failure) {
    guard found != wanted else { return }
    let subject = subject()
    throw Failure("line \(line)\(subject.isEmpty ? "" : ", \(subject)"): found \(found), wanted \(wanted)")
}
