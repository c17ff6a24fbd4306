/// A test in a web view or a window: an action in its own context, with its expected result.
public struct WebTest<Context: TestContext>: RunnableTest {
    /// What must hold.
    public let name: String
    private let make: @MainActor () async throws -> Context
    private let body: @MainActor (Context) async throws -> Void

    /// Creates a test; `name` says what must hold, and `make` makes the context of one run.
    public init(
        _ name: String, in make: @escaping @MainActor () async throws -> Context,
        _ body: @escaping @MainActor (Context) async throws -> Void
    ) {
        self.name = name
        self.make = make
        self.body = body
    }

    /// Runs the test in a new context.
    @MainActor public func run(within limit: Duration, portrait: String) async -> TestProblem? {
        let context: Context
        do {
            context = try await make()
        } catch {
            return TestProblem(message: "\(error)", record: [])
        }
        var problem: TestProblem?
        do {
            try await withTimeLimit(limit) { try await body(context) }
        } catch {
            problem = TestProblem(message: "\(error)", record: context.record)
            try? await portray(portrait)
        }
        await context.close()
        return problem
    }
}

/// What a test runs in: created for the test, and closed after it.
@MainActor public protocol TestContext: AnyObject {
    func close() async

    /// What was recorded during the test, in lines; reported when the test fails.
    var record: [String] { get }
}

/// A test of any context, as the runner sees it.
public protocol RunnableTest {
    /// What must hold.
    var name: String { get }

    /// Runs the test, which fails when it takes longer than `limit`.
    ///
    /// When it fails, a screenshot is taken, with the name `portrait`.
    ///
    /// - Returns: Why it failed, or `nil` if it passed.
    @MainActor func run(within limit: Duration, portrait: String) async -> TestProblem?
}

/// Why a test failed, and what its context recorded.
public struct TestProblem: Equatable {
    let message: String
    let record: [String]
}
