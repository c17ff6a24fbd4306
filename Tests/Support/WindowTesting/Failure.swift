/// Why a test failed.
public struct Failure: Error, CustomStringConvertible {
    /// The reason.
    public let description: String

    /// Creates a failure.
    public init(_ description: String) {
        self.description = description
    }
}

/// Fails the test unless `condition` is true.
public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String = "the condition is false", line: Int = #line
) throws(Failure) {
    if !condition { throw Failure("line \(line): \(message())") }
}

/// Fails the test unless both are equal; `subject` says what is compared.
public func expectEqual<Value: Equatable>(
    _ found: Value, _ wanted: Value, of subject: @autoclosure () -> String = "", line: Int = #line
) throws(Failure) {
    guard found != wanted else { return }
    let subject = subject()
    throw Failure("line \(line)\(subject.isEmpty ? "" : ", \(subject)"): found \(found), wanted \(wanted)")
}

/// Fails the test unless `text` contains `part`.
public func expectHolds(_ text: String, _ part: String, line: Int = #line) throws(Failure) {
    if !text.contains(part) { throw Failure("line \(line): “\(part)” is not in: \(text)") }
}
