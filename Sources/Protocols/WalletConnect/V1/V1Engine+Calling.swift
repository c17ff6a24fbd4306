package import Bridge

/// Requests of an app.
extension V1Engine {
    /// Calls a method of the wallet, and waits for the answer.
    ///
    /// There is one outcome, whatever happens. An answer that comes after ``WalletConnectError/Session/expired`` or
    /// after a restart is kept for seven days; see ``unreadAnswers()``.
    ///
    /// - Parameters:
    ///   - topic: The session.
    ///   - method: The method, such as `personal_sign`.
    ///   - params: Its parameters.
    ///   - chain: The chain on which it is called: that of the session.
    ///   - lifetime: For how many seconds an answer is waited for; from 300 to 604,800.
    /// - Returns: The result.
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if the session does not include the method or the chain;
    ///   ``WalletConnectError/session(_:)``: `rejected` with the wallet's error, `expired`, `ended`, `cancelled`,
    ///   `stopped`, or why it could not be sent.
    package func request(
        _ topic: Topic, _ method: String, _ params: JSON, chain: ChainID,
        lifetime: Int64 = SessionRequest.lifetimes.lowerBound
    ) async throws(WalletConnectError) -> JSON {
        let key = try await transact { step throws(WalletConnectError) in
            guard let session = state.sessions[topic], session.state == .settled, session.expiry > now else {
                throw .session(.unknownSession)
            }
            guard session.role == .app else { throw .session(.otherRole) }
            guard keys[topic] != nil else { throw .session(.locked) }
            try session.namespaces.check(method: method, on: chain)
            let range = SessionRequest.lifetimes
            let lifetime = min(max(lifetime, range.lowerBound), range.upperBound)
            let request = try newRequest(method, params.unlessNull ?? [], &step)
            let payload = try send(.request(request), in: session, isSilent: false, lifetime: lifetime, &step)
            guard makeRoom(for: payload.utf8.count, &step) else { throw .session(.tooMany) }
            let key = RequestKey(topic: topic, id: request.id)
            let call = SessionRequest(chain: chain, method: method, params: params, expiry: later(lifetime))
            step.put(
                .sent(
                    SentRecord(
                        key: key, method: .request, request: call, state: .waiting,
                        hash: Envelope.hash(ofText: payload), created: now, expiry: later(lifetime),
                        size: payload.utf8.count)))
            used(topic, &step)
            step.awaitedRequest = key
            return key
        }
        return try await wait(for: key)
    }

    /// Removes the oldest outcomes that nobody has read if there are too many records, or they have too many bytes.
    ///
    /// - Parameters:
    ///   - size: The bytes for which room is needed.
    ///   - key: The request that gets an answer, which needs no other record; `nil` for a new request.
    ///   - step: The step of which it is a part.
    /// - Returns: Whether there is room.
    @discardableResult func makeRoom(
        for size: Int, besides key: RequestKey? = nil, _ step: inout V1Step
    ) -> Bool {
        var (count, bytes) = (state.sent.count, state.sentBytes)
        let most = key == nil ? limits.sent - 1 : limits.sent
        guard count > most || bytes + size > limits.sentBytes else { return true }
        let unread = state.sent.values
            .filter { $0.state != .waiting && $0.key != key && !awaitedRequests.contains($0.key) }
            .sorted { $0.created < $1.created }
        for record in unread where count > most || bytes + size > limits.sentBytes {
            step.remove(.sent(record.key))
            count -= 1
            bytes -= record.size
        }
        return count <= most && bytes + size <= limits.sentBytes
    }

    private func wait(for key: RequestKey) async throws(WalletConnectError) -> JSON {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let outcome = outcomes.removeValue(forKey: key) {
                    continuation.resume(returning: outcome)
                } else if Task.isCancelled {
                    continuation.resume(returning: .failure(.session(.cancelled)))
                } else if isStopped {
                    continuation.resume(returning: .failure(.session(.stopped)))
                } else {
                    callers[key] = continuation
                }
            }
        } onCancel: {
            Task { await giveUp(key) }
        }
        awaitedRequests.remove(key)
        if let record = state.sent[key], record.state != .waiting, record.state != .expired {
            // If this fails, the answer is offered again after a restart.
            try? await transact { step throws(WalletConnectError) in step.remove(.sent(key)) }
        }
        return try outcome.get()
    }

    private func giveUp(_ key: RequestKey) {
        callers.removeValue(forKey: key)?.resume(returning: .failure(.session(.cancelled)))
    }

    /// The requests with an outcome that no caller has got: their caller was cancelled, or the program ended, or the
    /// answer came after the time.
    package func unreadAnswers() -> [UnreadAnswer] {
        state.sent.values
            .filter { $0.state != .waiting && $0.state != .expired && !awaitedRequests.contains($0.key) }
            .sorted { $0.created < $1.created }
            .compactMap { record in
                guard let request = record.request, let outcome = record.outcome else { return nil }
                return UnreadAnswer(key: record.key, request: request, outcome: outcome)
            }
    }

    /// Forgets an outcome of ``unreadAnswers()``.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage` or `stopped`.
    package func forgetAnswer(_ key: RequestKey) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            guard let record = state.sent[key], record.state != .waiting else { return }
            step.remove(.sent(key))
        }
    }
}
