/// A call whose response is a value and not the text of a message.
@MainActor struct DirectCall {
    /// The work of a call; `nil` for the dispatcher's handler.
    typealias Body = @MainActor (Request) async throws(RPCError) -> JSON

    let call: Call
    let peer: Peer
    let dialect: String

    /// The time limit, from the arrival; `nil` for the usual one.
    var lifetime: Duration?

    /// What answers it instead of the dispatcher's handler.
    var body: Body?
}

extension RequestDispatcher {
    /// Handles `direct`, and waits until no part of it is in progress any more.
    ///
    /// - Parameters:
    ///   - direct: The call.
    ///   - reason: Why the request ends if the task is cancelled.
    ///   - isEnded: Which requests end then; without it, only this one.
    /// - Returns: The result, and the outcome of the transaction that was signed for it.
    func perform(
        _ direct: DirectCall, onCancel reason: CancellationReason,
        where isEnded: (@MainActor (Request) -> Bool)? = nil
    ) async -> PaymentAnswer {
        let call = direct.call
        tell(.request, direct, ["method": .string(call.method), "params": call.params])
        let answer = await answer(to: direct, onCancel: reason, where: isEnded)
        switch answer.result {
        case .success(let result): tell(.answer, direct, ["result": result])
        case .failure(let error): tell(.answer, direct, ["error": .string(error.message)])
        }
        return answer
    }

    private func answer(
        to direct: DirectCall, onCancel reason: CancellationReason, where isEnded: (@MainActor (Request) -> Bool)?
    ) async -> PaymentAnswer {
        let bytes = direct.call.params.text.utf8.count
        guard bytes <= limits.bodyBytes else {
            return .refused(RPCError(.tooLarge, "The request is larger than the wallet accepts."))
        }
        guard !Task.isCancelled else { return .refused(reason.error) }
        let work = MethodRun()
        let settled = await withTaskCancellationHandler {
            await withCheckedContinuation { begin(direct, bytes: bytes, work, $0) }
        } onCancel: {
            Task { @MainActor in
                self.pending.end(because: reason) { isEnded?($0) ?? ($0.id == work.request) }
            }
        }
        await work.task?.value
        // The reason why a question was withdrawn is more specific than the withdrawal.
        var result = work.outcome ?? settled
        if case .failure(let error)? = work.outcome, error.kind == .gone { result = settled }
        return PaymentAnswer(result: result, transaction: work.transaction)
    }

    private func begin(
        _ direct: DirectCall, bytes: Int, _ work: MethodRun,
        _ continuation: CheckedContinuation<Result<JSON, RPCError>, Never>
    ) {
        gate.requests.tell()
        // Without an ID, because responses are not matched by it.
        let replyID = ReplyID(id: .null, command: direct.call.method)
        do throws(RPCError) {
            let request = try pending.admit(
                direct.call, replyID: replyID, bytes: bytes, from: direct.peer, dialect: direct.dialect
            ) { continuation.resume(returning: $0) }
            work.request = request.id
            if let lifetime = direct.lifetime { pending.allow(lifetime, for: request.id) }
            let task = Task.immediate {
                let outcome = await outcome(of: request, direct.body)
                work.outcome = outcome
                work.transaction = gate.send(of: request.id)
                finish(request, outcome)
            }
            work.task = task
            pending.attach(task, to: request.id)
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }

    private func outcome(of request: Request, _ body: DirectCall.Body?) async -> Result<JSON, RPCError> {
        guard let body else { return await outcome(of: request) }
        do throws(RPCError) {
            return .success(try await body(request))
        } catch {
            return .failure(error)
        }
    }

    /// The work of a method, and its result.
    @MainActor private final class MethodRun {
        var request: Request.ID?
        var task: Task<Void, Never>?
        var outcome: Result<JSON, RPCError>?
        var transaction: SendOutcome?
    }

    private func tell(_ direction: TraceEvent.Direction, _ direct: DirectCall, _ message: JSON) {
        guard !traffic.isEmpty else { return }
        message.bytes.withUnsafeBufferPointer { text in
            traffic.tell(TraceEvent(direction, peer: direct.peer, dialect: direct.dialect, text: text))
        }
    }
}

extension PaymentAnswer {
    /// The trace of a request that reached no method.
    fileprivate static func refused(_ error: RPCError) -> PaymentAnswer {
        PaymentAnswer(result: .failure(error), transaction: nil)
    }
}
