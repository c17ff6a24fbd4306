/// How one test of a page ended.
public struct TestResult: Hashable, Sendable {
    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// As it should.
        case passed
        /// It was not run, for the page said so.
        case skipped
        /// Otherwise.
        case failed(TestFailure)
    }

    /// The page's name, as the paths gave it.
    public let page: String

    /// The test's name, in the page's words.
    public let name: String

    /// Whether it is a test of the page; a page that could not be run is a separate result.
    public let isTest: Bool

    /// How it ended.
    public let outcome: Outcome

    /// How long it took.
    public let duration: Duration

    /// Why it failed; `nil` where it did not.
    public var failure: TestFailure? {
        guard case .failed(let failure) = outcome else { return nil }
        return failure
    }
}

/// Why a test failed.
public struct TestFailure: Hashable, Sendable {
    /// A sentence.
    public var message: String

    /// What was found, where two values were compared.
    public var found: String?

    /// What was wanted.
    public var wanted: String?

    /// Where in the page's scripts.
    public var stack: String?

    /// Creates a failure with a sentence alone.
    public init(_ message: String) {
        self.message = message
    }
}
