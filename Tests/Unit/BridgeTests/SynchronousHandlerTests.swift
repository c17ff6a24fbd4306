import Testing

@testable import Bridge

/// Requests that are handled without a task.
@MainActor @Suite struct SynchronousHandlerTests {
    private let methods = Methods()
    private let dispatcher: RequestDispatcher
    private let site: Site

    init() throws {
        let gate = Gate(approver: NoApprover())
        dispatcher = RequestDispatcher(handler: Router(["link": ["echo": methods, "wait": Waiting()]]), gate: gate)
        site = try Site(dispatcher)
    }

    @Test func `results and errors are answered before the call returns`() {
        site.say("echo", id: "a", data: [1])
        site.say("echo", id: "b", data: "fail")
        site.say("missing", id: "c")
        #expect(site.answers.first == #"{"messageId":"a","command":"echo","data":[1]}"#)
        #expect(site.outcomes == ["ok", "failed", "unknownMethod"])
        #expect(dispatcher.pendingCount == 0)
    }

    @Test func `a long result is encoded off the main thread`() async {
        site.say("echo", data: .string(String(repeating: "x", count: 100_000)))
        #expect(site.answers.isEmpty && dispatcher.pendingCount == 1)
        while site.answers.isEmpty { await Task.yield() }
        #expect(site.outcomes == ["ok"] && dispatcher.pendingCount == 0)
    }

    @Test func `a request that is handled counts as open, and one that waits does so meanwhile`() {
        site.say("wait", id: "w")
        var counts: [Int] = []
        methods.onRequest = { [dispatcher] in counts.append(dispatcher.pendingCount) }
        site.say("echo", id: "e")
        #expect(counts == [2] && dispatcher.pendingCount == 1)
    }

    @Test func `an ID in use is refused, whatever its request does`() {
        site.say("wait", id: "same")
        site.say("echo", id: "same")
        site.say("wait", id: "same")
        #expect(site.outcomes == ["malformed", "malformed"])
        #expect(dispatcher.pendingCount == 1)
        site.say("echo", id: "other")
        #expect(site.outcomes.last == "ok")
    }

    @Test func `an ID can be used again after its request, also while it is answered`() {
        methods.onRequest = { [methods, site] in
            methods.onRequest = nil
            site.say("echo", id: "inner", data: 2)
        }
        site.say("echo", id: "outer", data: 1)
        site.say("echo", id: "inner", data: 3)
        #expect(site.answers.map { $0.last { $0.isNumber } } == ["2", "1", "3"])
        #expect(dispatcher.pendingCount == 0)
    }

    @Test func `the end of its document ends a request that is being handled`() throws {
        let document = try #require(site.document)
        methods.onRequest = { [dispatcher] in dispatcher.end(document, because: .navigated) }
        site.say("echo")
        #expect(site.outcomes == ["gone"] && dispatcher.pendingCount == 0)
    }

    private final class Methods: SynchronousHandler {
        var onRequest: (@MainActor () -> Void)?

        func result(of request: Request) throws(RPCError) -> JSON {
            onRequest?()
            if request.params == "fail" { throw RPCError(.failed, "It is a test.") }
            return request.params
        }
    }

    private final class NoApprover: Approver {
        func decide(_ question: PendingApproval) async -> Decision { .rejected }
    }

    private final class Waiting: Handler {
        func handle(_ request: Request) async throws(RPCError) -> JSON {
            try? await Task.sleep(for: .seconds(3_600))
            return .null
        }
    }
}
