extension RequestDispatcher {
    /// The dialect of payments, which has its own table of methods.
    public static let paymentDialect = "payment"

    /// Handles a payment service's request for a payment, and waits for the response.
    ///
    /// It is handled like a page's request: with the same limits, gate and approval, in which the service is the
    /// requester. Locking the wallet or cancelling the task withdraws its question; but it returns only when no part of
    /// it is in progress any more, with the true outcome: an action that was signed or sent meanwhile is not reported
    /// as cancelled.
    ///
    /// - Parameters:
    ///   - method: The method, such as `eth_signTypedData_v4`.
    ///   - params: Its parameters, as the service sent them.
    ///   - payment: The payment.
    /// - Returns: The result, or the reason for a failure; and the outcome of the transaction that was signed for it.
    public func perform(_ method: String, _ params: JSON, for payment: PaymentPeer) async -> PaymentAnswer {
        let peer = Peer.payment(payment)
        tell(.request, peer, ["method": .string(method), "params": params])
        let answer = await answer(to: Call(method: method, params: params), from: peer)
        switch answer.result {
        case .success(let result): tell(.answer, peer, ["result": result])
        case .failure(let error): tell(.answer, peer, ["error": .string(error.message)])
        }
        return answer
    }

    private func answer(to call: Call, from peer: Peer) async -> PaymentAnswer {
        let bytes = call.params.text.utf8.count
        guard bytes <= limits.bodyBytes else {
            return .refused(RPCError(.tooLarge, "The request is larger than the wallet accepts."))
        }
        guard !Task.isCancelled else { return .refused(CancellationReason.closed.error) }
        let work = MethodRun()
        let settled = await withTaskCancellationHandler {
            await withCheckedContinuation { begin(call, bytes: bytes, from: peer, work, $0) }
        } onCancel: {
            Task { @MainActor in self.pending.end(because: .closed) { $0.peer == peer } }
        }
        await work.task?.value
        // The reason why a question was withdrawn is more specific than the withdrawal.
        var result = work.outcome ?? settled
        if case .failure(let error)? = work.outcome, error.kind == .gone { result = settled }
        return PaymentAnswer(result: result, transaction: work.transaction)
    }

    private func begin(
        _ call: Call, bytes: Int, from peer: Peer, _ work: MethodRun,
        _ continuation: CheckedContinuation<Result<JSON, RPCError>, Never>
    ) {
        // Without an ID, because responses are not matched by it.
        let replyID = ReplyID(id: .null, command: call.method)
        do throws(RPCError) {
            let request = try pending.admit(
                call, replyID: replyID, bytes: bytes, from: peer, dialect: Self.paymentDialect
            ) { continuation.resume(returning: $0) }
            let task = Task.immediate {
                let outcome = await outcome(of: request)
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

    /// The work of a method, and its result.
    @MainActor private final class MethodRun {
        var task: Task<Void, Never>?
        var outcome: Result<JSON, RPCError>?
        var transaction: SendOutcome?
    }

    private func tell(_ direction: TraceEvent.Direction, _ peer: Peer, _ message: JSON) {
        guard let onTraffic else { return }
        message.bytes.withUnsafeBufferPointer { text in
            onTraffic(TraceEvent(direction, peer: peer, dialect: Self.paymentDialect, text: text))
        }
    }
}

extension PaymentAnswer {
    /// The trace of a request that reached no method.
    fileprivate static func refused(_ error: RPCError) -> PaymentAnswer {
        PaymentAnswer(result: .failure(error), transaction: nil)
    }
}
