import Testing

@testable import WindowTesting

@MainActor @Suite struct TimeLimitTests {
    private final class Context: TestContext {
        let record = ["a line"]
        private(set) var isClosed = false
        func close() { isClosed = true }
    }

    @Test func `a test that ends in time has its own result`() async {
        let context = Context()
        let passing = WebTest("passes", in: { context }) { _ in }
        #expect(await passing.run(within: .seconds(60), portrait: "x") == nil)
        #expect(context.isClosed)
        let failing = WebTest("fails", in: { Context() }) { _ in throw Failure("it is wrong") }
        #expect(
            await failing.run(within: .seconds(60), portrait: "x")
                == TestProblem(message: "it is wrong", record: ["a line"]))
    }

    @Test func `a test that does not end fails, and its context is closed`() async {
        let context = Context()
        let endless = WebTest("hangs", in: { context }) { _ in
            try await Task.sleep(for: .seconds(3_600))
        }
        let problem = await endless.run(within: .milliseconds(20), portrait: "x")
        #expect(problem?.message.contains("takes longer") == true)
        #expect(context.isClosed)
    }
}
