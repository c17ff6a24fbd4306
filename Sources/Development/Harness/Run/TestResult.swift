/// The result of one test of a page.
public struct TestResult: Hashable, Sendable {
    /// The possible outcomes.
    public enum Outcome: Hashable, Sendable {
        /// The test passed.
        case passed
        /// The page skipped the test.
        case skipped
        /// The test failed.
        case failed(TestFailure)
    }

    /// The page's name in reports.
    public let page: String

    /// The name that the page gave the test.
    public let name: String

    /// Whether it is a test of the page; a page that could not be run is a separate result.
    public let isTest: Bool

    /// The outcome.
    public let outcome: Outcome

    /// How long it took.
    public let duration: Duration

    /// Why it failed; `nil` if it did not.
    public var failure: TestFailure? {
        guard case .failed(let failure) = outcome else { return nil }
        return failure
    }
}

/// Why a test failed.
public struct TestFailure: Hashable, Sendable {
    /// A sentence.
    public var message: String

    /// The actual value, if two values were compared.
    public var found: String?

    /// The expected value.
    public var wanted: String?

    /// The text of the page, if the test took too long.
    public var page: String?

    /// The path of a screenshot of the page, if the test took too long.
    public var screenshot: String?

    /// The stack trace in the page's scripts.
    public var stack: String?

    /// The place where the test begins, if there is no stack trace.
    public var test: String?

    /// Creates a failure with only a message.
    public init(_ message: String) {
        self.message = message
    }

    /// Everything but the message, each with its name in reports.
    var details: [(name: String, text: String)] {
        [
            ("found", found), ("wanted", wanted), ("page", page), ("screenshot", screenshot), ("stack", stack),
            ("test", test),
        ].compactMap { name, text in text.map { (name, $0) } }
    }

    /// Adds a sentence to the message.
    mutating func add(_ sentence: String) {
        message += "\(message.last.map { ".?!…".contains($0) } == true ? "" : ".") \(sentence)"
    }

    /// Adds the message of `other`, and what this one does not know.
    mutating func complete(from other: TestFailure) {
        add(other.message)
        found = found ?? other.found
        wanted = wanted ?? other.wanted
        page = page ?? other.page
        screenshot = screenshot ?? other.screenshot
        stack = stack ?? other.stack
    }
}
