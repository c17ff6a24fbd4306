internal import Bridge

/// Requests of apps, in a wallet.
extension V1Engine {
    /// What a peer gets that sends more than is kept (EIP-1474).
    private static let limitExceeded = ErrorResponse(code: -32_005, message: "Limit exceeded.")

    /// Takes a request: one that the session does not allow, or that is too old, is answered and never shown.
    func serve(
        _ request: RPCRequest, _ incoming: Incoming, of session: V1SessionRecord, _ step: inout V1Step
    ) {
        used(session.topic, &step)
        guard session.methods.contains(request.method), !request.method.hasPrefix("wc_"), let chain = session.chain
        else {
            return reply(incoming, ErrorResponse(.methodNotFound), in: session, &step)
        }
        guard !isTooOld(request.id), !isForgotten(request.id, in: session) else {
            return reply(incoming, ErrorResponse(.requestExpired), in: session, &step)
        }
        guard state.pending[session.topic]?.count ?? 0 < limits.pendingOfSession, state.pendingCount < limits.pending,
            state.pendingBytes + incoming.size <= limits.pendingBytes
        else {
            statistics.refused += 1
            return reply(incoming, Self.limitExceeded, in: session, &step)
        }
        let call = SessionRequest(chain: ChainID(eip155: chain), method: request.method, params: request.params)
        let record = ReceivedRecord(
            key: incoming.key, number: step.nextNumber(), hash: incoming.hash, state: .pending(call), received: now,
            expiry: later(V1Durations.request), size: incoming.size)
        step.put(.received(record))
        if let pending = PendingSessionRequest(record, session.verification, run: run) {
            step.news.append(.request(pending))
        }
    }

    /// Whether a request was made so long ago that its user no longer waits: a server can keep messages back.
    private func isTooOld(_ id: RPCID) -> Bool {
        guard let time = id.milliseconds else { return false }
        let age = now.subtractingReportingOverflow(time / 1_000).partialValue
        return age > V1Durations.request + V1Durations.clockSkew
    }

    /// Notes that the user has approved a request, before anything is signed; see ``WalletClient/begin(_:)``.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``: `unknownRequest`, `expired`, `storage`.
    package func begin(_ key: RequestKey) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            guard var record = state.received[key] else { throw .session(.unknownRequest) }
            if try record.begin(in: run, now: now) { step.put(.received(record)) }
        }
    }

    /// Answers a request, once.
    ///
    /// - Parameters:
    ///   - key: What names the request.
    ///   - outcome: The result of the method, or the error that the app gets.
    /// - Throws: ``WalletConnectError/session(_:)``: `unknownRequest` if it was answered or withdrawn, `expired`,
    ///   `locked`, `storage`.
    package func answer(_ key: RequestKey, with outcome: RPCResponse.Outcome) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            guard let record = state.received[key], record.isPending, let session = state.sessions[key.topic] else {
                throw .session(.unknownRequest)
            }
            guard record.expiry > now else { throw .session(.expired) }
            guard keys[key.topic] != nil else { throw .session(.locked) }
            let response =
                switch outcome {
                case .result(let json): RPCResponse(id: key.id, result: json)
                case .failure(let failure): RPCResponse(id: key.id, failure: failure)
                }
            answer(record, response, in: session, &step)
        }
    }
}
