/// Why a scene failed.
public struct Failure: Error, CustomStringConvertible {
    /// The reason.
    public let description: String

    /// Creates a failure.
    public init(_ description: String) {
        self.description = description
    }
}

/// Fails the scene unless both are equal.
public func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, line: Int = #line) throws(Failure) {
    if found != wanted { throw Failure("line \(line): found \(found), wanted \(wanted)") }
}

/// Fails the scene unless `part` stands in `text`.
public func expectHolds(_ text: String, _ part: String, line: Int = #line) throws(Failure) {
    if !text.contains(part) { throw Failure("line \(line): “\(part)” is not in: \(text)") }
}
