/// Tests that share process settings.
public struct TestGroup: Sendable {
    let name: String
    let prepare: @Sendable () throws -> Void
    let tests: @MainActor () -> [any RunnableTest]

    /// Creates a group; `prepare` runs before GTK starts.
    public init(
        _ name: String, prepare: @escaping @Sendable () throws -> Void = {},
        tests: @escaping @MainActor () -> [any RunnableTest]
    ) {
        self.name = name
        self.prepare = prepare
        self.tests = tests
    }
}

/// A window that tests start in a separate process, or that a developer inspects.
public struct ShownWindow: Sendable {
    let name: String
    let show: @MainActor ([String]) async throws -> Void

    /// Creates a window; `show` receives the arguments after its name, and shows it until the process ends.
    public init(_ name: String, show: @escaping @MainActor ([String]) async throws -> Void) {
        self.name = name
        self.show = show
    }
}
