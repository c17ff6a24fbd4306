internal import Bridge

/// Requests of apps, in a wallet.
extension SessionEngine {
    /// What a peer gets that sends more than is kept (EIP-1474).
    private static let limitExceeded = ErrorResponse(code: -32_005, message: "Limit exceeded.")

    /// Takes a request: one that the session does not allow, or that has expired, is answered and never shown.
    func take(
        _ request: SessionRequest, _ incoming: Incoming, of session: SessionRecord, _ step: inout SessionStep
    ) {
        let publishing = SessionMethod.request.response
        used(session.topic, &step)
        do throws(WalletConnectError) {
            try session.namespaces.check(method: request.method, on: request.chain)
        } catch {
            guard case .namespaces(let fault) = error else { return }
            return reply(incoming, fault.response, publishing, &step)
        }
        let expiry = min(
            request.expiry ?? incoming.made + SessionDurations.request, later(SessionRequest.lifetimes.upperBound))
        guard expiry > now, !isForgotten(incoming.key.id, in: session) else {
            return reply(incoming, ErrorResponse(.requestExpired), publishing, &step)
        }
        guard state.pending[session.topic]?.count ?? 0 < limits.pendingOfSession, state.pendingCount < limits.pending,
            state.pendingBytes + incoming.size <= limits.pendingBytes
        else {
            statistics.refused += 1
            return reply(incoming, Self.limitExceeded, publishing, &step)
        }
        let record = ReceivedRecord(
            key: incoming.key, number: step.nextNumber(), hash: incoming.hash, state: .pending(request), received: now,
            expiry: expiry, attestation: incoming.attestation, size: incoming.size)
        step.put(.received(record))
        if let pending = pending(record) { step.news.append(.request(pending)) }
        extendIfUsed(session, &step)
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
            guard let record = state.received[key], record.isPending else { throw .session(.unknownRequest) }
            guard record.expiry > now else { throw .session(.expired) }
            guard keys[key.topic] != nil else { throw .session(.locked) }
            answer(record, response(to: key, outcome), SessionMethod.request.response, &step)
        }
    }

    private func response(to key: RequestKey, _ outcome: RPCResponse.Outcome) -> RPCResponse {
        switch outcome {
        case .result(let json): RPCResponse(id: key.id, result: json)
        case .failure(let failure): RPCResponse(id: key.id, failure: failure)
        }
    }

    /// Extends a session that is used and would end soon.
    private func extendIfUsed(_ session: SessionRecord, _ step: inout SessionStep) {
        guard var session = current(session.topic, step),
            session.expiry <= later(SessionDurations.extending), later(SessionSettlement.lifetime) > session.expiry
        else { return }
        let expiry = later(SessionSettlement.lifetime)
        let end = later(SessionMethod.extend.request.lifetime)
        // Without room for it now, the next request will do it.
        guard
            (try? send(.extend(SessionExtension(expiry: expiry)), on: session.topic, until: end, &step)) != nil
        else { return }
        session.expiry = expiry
        step.put(.session(session))
        step.news.append(.extended(SessionDetails(session)))
    }
}
