import Bridge

/// One test that needs a real web view.
struct PageTest {
    let name: String
    let limits: Limits
    let body: @MainActor (PageTestContext) async throws -> Void

    init(_ name: String, limits: Limits = Limits(), _ body: @escaping @MainActor (PageTestContext) async throws -> Void)
    {
        self.name = name
        self.limits = limits
        self.body = body
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
