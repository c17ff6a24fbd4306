import Bridge
import TestSupport

/// A dispatcher with a clock, a user and methods that the test controls.
@MainActor final class DispatcherFixture {
    let clock = ManualClock()
    let user = PatientUser()
    let gate: Gate
    let dispatcher: RequestDispatcher

    /// Called when a request arrives, before its method runs.
    var onRequest: (@MainActor () -> Void)?

    /// How many tasks were cancelled during their work.
    private(set) var cancelled = 0

    /// What was done after approval: the buttons that were pressed.
    private(set) var done: [String] = []
    private var late: [CheckedContinuation<Void, Never>] = []

    init(limits: Limits = Limits()) {
        gate = Gate(approver: user, limits: limits, time: clock.time)
        let handler = FixtureHandler()
        dispatcher = RequestDispatcher(handler: handler, gate: gate, limits: limits, time: clock.time)
        handler.fixture = self
    }

    /// Whether methods wait for ``finish()``.
    var isLate: Bool { !late.isEmpty }

    /// Lets every waiting method return.
    func finish() {
        for continuation in late { continuation.resume() }
        late = []
    }

    fileprivate func handle(_ request: Request) async throws(RPCError) -> JSON {
        onRequest?()
        switch request.method {
        case "echo": return request.params
        case "ask":
            let consent = try await gate.ask(TestSubject(), for: request)
            done.append(consent.subject.verb)
            return .string(consent.entry ?? "yes")
        case "ask twice":
            _ = try await gate.ask(TestSubject(), for: request)
            _ = try await gate.ask(TestSubject(), for: request)
            return "twice"
        case "slow":
            let turn = try await gate.turn(for: request)
            defer { turn.end() }
            await withCheckedContinuation { late.append($0) }
            _ = try await gate.ask(TestSubject(sentence: "Slow."), for: request, in: turn)
            return .null
        case "sign":
            let consent = try await gate.ask(TestSubject(payload: [1, 2, 3]), for: request)
            return .string("\(consent.subject.payload)")
        case "send":
            _ = try await gate.ask(TestSubject(), for: request)
            try gate.commit(request)
            await withCheckedContinuation { late.append($0) }
            return "sent"
        case "send again":
            _ = try await gate.ask(TestSubject(), for: request)
            try gate.commit(request)
            gate.uncommit(request)
            _ = try await gate.ask(TestSubject(), for: request)
            return "sent"
        case "unlock":
            try await gate.unlocked(for: request)
            return .string("open")
        case "adjust":
            let consent = try await gate.ask(TestSubject.fee("slow"), for: request) {
                [weak self] _, values throws(RPCError) in
                guard let self else { throw RPCError(.failed, "The fixture is gone.") }
                return try await revise(values["fee"] ?? "")
            }
            done.append(consent.subject.sentence)
            return .string(consent.subject.sentence)
        case "sleep":
            do { try await clock.time.sleep(.seconds(86_400)) } catch { cancelled += 1 }
            return .null
        case "late":
            await withCheckedContinuation { late.append($0) }
            return .null
        default: throw .unknownMethod(request.method)
        }
    }

    /// The values for which an approval was or is being created.
    private(set) var revisions: [String] = []
    private var revising: [CheckedContinuation<Result<TestSubject, RPCError>, Never>] = []

    /// Completes the creation of an approval, the oldest first.
    func revise(to result: Result<TestSubject, RPCError>) {
        guard !revising.isEmpty else { return }
        revising.removeFirst().resume(returning: result)
    }

    private func revise(_ fee: String) async throws(RPCError) -> TestSubject {
        revisions.append(fee)
        let result = await withCheckedContinuation { revising.append($0) }
        if Task.isCancelled { cancelled += 1 }
        return try result.get()
    }

    /// Forwards requests to the fixture: a dispatcher needs its handler before the fixture is complete.
    private final class FixtureHandler: Handler {
        weak var fixture: DispatcherFixture?

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            guard let fixture else { throw RPCError(.failed, "The fixture is gone.") }
            return try await fixture.handle(request)
        }
    }
}

/// A subject to approve, with or without a fee that can be adjusted.
struct TestSubject: Approvable {
    var sentence = "Do it."
    var verb = "Do"
    var adjustments: [Adjustment] = []
    var payload: [UInt8] = []

    func approval() -> Approval {
        var approval = Approval(sentence, verb: verb)
        approval.adjustments = adjustments
        return approval
    }

    /// A payment whose fee can be adjusted.
    static func fee(_ fee: String, problem: String? = nil) -> TestSubject {
        TestSubject(
            sentence: "Pay with a \(fee) fee.", verb: "Pay",
            adjustments: [Adjustment(id: "fee", label: "Network fee", value: fee, problem: problem)])
    }
}
