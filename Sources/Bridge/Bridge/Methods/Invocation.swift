import Logging

/// One call of a method by a page: the caller, and what the method can use before it returns.
@MainActor public final class Invocation {
    /// The request, for parts of the bridge that need it.
    public let request: Request

    private let gate: Gate
    private let eventBus: EventBus
    private let log: Logger
    private var isOver = false

    init(_ request: Request, _ gate: Gate, _ eventBus: EventBus, _ log: Logger) {
        self.request = request
        self.gate = gate
        self.eventBus = eventBus
        self.log = log
    }

    /// The origin of the page, as reported by WebKit.
    public var origin: Origin { request.peer.origin }

    /// Asks the user for approval, and returns if they approve.
    ///
    /// Text from the page belongs in a row, as `.untrusted`, not in the sentence.
    ///
    /// - Parameters:
    ///   - sentence: What will happen, such as `Pay 5 coins.`
    ///   - verb: The label of the button, such as `Pay`.
    ///   - rows: Further details.
    /// - Throws: ``RPCError/rejected``, or the reason why the user could not be asked.
    public func approve(_ sentence: String, verb: String, rows: [Approval.Row] = []) async throws(RPCError) {
        var approval = Approval(sentence, verb: verb)
        approval.rows = rows
        _ = try await gate.ask(Plain(shown: approval), for: request)
    }

    /// Asks the user to approve `subject`.
    ///
    /// - Returns: The consent to exactly this value, if they approve it.
    /// - Throws: ``RPCError/rejected``, or the reason why the user could not be asked.
    public func approve<Subject: Approvable>(_ subject: Subject) async throws(RPCError) -> Consent<Subject> {
        try await gate.ask(subject, for: request)
    }

    /// Reports progress to the page: `onProgress` is called with `value`.
    ///
    /// It has no effect after the end of the request. If the page does not fetch its messages, progress is dropped
    /// before anything else.
    public func progress<Value: Encodable>(_ value: Value) {
        guard !isOver, !Task.isCancelled, let document = request.peer.document else { return }
        do throws(RPCError) {
            eventBus.announce(.progress(of: request.replyID, try EncodedValue(encoding: value)), to: document)
        } catch {
            log.error("The progress of \(RPCError.quoted(request.method)) was not sent: \(error.message)")
        }
    }

    /// Call this before an irreversible action: afterwards, neither the page nor the time limit cancels the request.
    ///
    /// - Throws: ``RPCError/Kind/gone`` if the request has already ended; the action must not be performed then.
    public func commit() throws(RPCError) {
        try gate.commit(request)
    }

    func end() { isOver = true }

    /// A question that signs nothing.
    private struct Plain: Approvable {
        let shown: Approval

        func approval() -> Approval { shown }
    }
}
