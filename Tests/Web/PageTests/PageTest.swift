import Bridge
import WindowTesting

/// A test that needs a real web view.
typealias PageTest = WebTest<PageTestContext>

extension WebTest where Context == PageTestContext {
    /// Creates a test whose dispatcher has `limits`.
    init(
        _ name: String, limits: Limits = Limits(), _ body: @escaping @MainActor (PageTestContext) async throws -> Void
    ) {
        self.init(name, in: { try await PageTestContext(limits: limits) }, body)
    }
}

extension Limits {
    /// The default limits with a change.
    static func with(_ change: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        change(&limits)
        return limits
    }
}
