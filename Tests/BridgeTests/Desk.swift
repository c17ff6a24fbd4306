import Bridge
import Props

/// A hall with a clock that the test turns, a user who waits for the test, and methods that do as they are told.
@MainActor final class Desk {
    let clock = ManualClock()
    let user = PatientUser()
    let gate: Gate
    let hall: Hall

    /// Called when a request arrives, before its method runs.
    var onRequest: (@MainActor () -> Void)?

    /// How many tasks were cancelled while they worked.
    private(set) var cancelled = 0

    /// What was done after a yes: the buttons that were pressed.
    private(set) var done: [String] = []
    private var late: [CheckedContinuation<Void, Never>] = []

    init(limits: Limits = Limits()) {
        gate = Gate(approver: user, limits: limits, time: clock.time)
        let counter = Counter()
        hall = Hall(handler: counter, gate: gate, limits: limits, time: clock.time)
        counter.desk = self
    }

    /// Lets every method return that waits for it.
    func finish() {
        for continuation in late { continuation.resume() }
        late = []
    }

    fileprivate func handle(_ request: Request) async throws(RPCError) -> JSON {
        onRequest?()
        switch request.method {
        case "echo": return request.params
        case "ask":
            let consent = try await gate.ask(Approval("Do it.", verb: "Do"), for: request)
            done.append(consent.approval.verb)
            return .string(consent.entry ?? "yes")
        case "sleep":
            do { try await clock.time.sleep(.seconds(86_400)) } catch { cancelled += 1 }
            return .null
        case "late":
            await withCheckedContinuation { late.append($0) }
            return .null
        default: throw .unknownMethod(request.method)
        }
    }

    /// Where the hall's requests arrive; a handler must be there before the hall is.
    private final class Counter: Handler {
        weak var desk: Desk?

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            guard let desk else { throw RPCError(.failed, "The desk is closed.") }
            return try await desk.handle(request)
        }
    }
}
