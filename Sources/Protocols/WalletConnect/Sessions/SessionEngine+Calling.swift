package import Bridge

/// Requests of an app.
extension SessionEngine {
    /// Calls a method of the wallet, and waits for the answer.
    ///
    /// There is one outcome, whatever happens. An answer that comes after ``WalletConnectError/Session/expired`` or
    /// after a restart is kept for seven days; see ``answers()``.
    ///
    /// - Parameters:
    ///   - topic: The session.
    ///   - method: The method, such as `personal_sign`.
    ///   - params: Its parameters.
    ///   - chain: The chain on which it is called.
    ///   - lifetime: For how many seconds the wallet may ask its user; from 300 to 604,800.
    /// - Returns: The result.
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if the session does not include the method or the chain;
    ///   ``WalletConnectError/session(_:)``: `rejected` with the wallet's error, `expired`, `ended`, `undelivered`,
    ///   `cancelled`, `stopped`, or why it could not be sent.
    package func request(
        _ topic: Topic, _ method: String, _ params: JSON, chain: ChainID,
        lifetime: Int64 = SessionRequest.lifetimes.lowerBound
    ) async throws(WalletConnectError) -> JSON {
        let key = try await transact { step throws(WalletConnectError) in
            guard let session = state.sessions[topic], session.expiry > now else { throw .session(.unknownSession) }
            guard !session.isController else { throw .session(.otherRole) }
            guard session.state == .settled else { throw .session(.unknownSession) }
            guard keys[topic] != nil else { throw .session(.locked) }
            try session.namespaces.check(method: method, on: chain)
            let range = SessionRequest.lifetimes
            let end = later(min(max(lifetime, range.lowerBound), range.upperBound))
            let call = SessionCall.request(
                SessionRequest(chain: chain, method: method, params: params, expiry: end))
            let key = try send(call, on: topic, until: end, &step)
            step.awaitedRequest = key
            return key
        }
        return try await wait(for: key)
    }

    /// Waits for the outcome of a request of this run.
    func wait(for key: RequestKey) async throws(WalletConnectError) -> JSON {
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
        if let record = state.sent[key], record.isRead {
            // If this fails, the answer is offered again after a restart.
            try? await transact { step throws(WalletConnectError) in step.remove(.sent(key)) }
        }
        return try outcome.get()
    }

    /// Whether a caller waits for the outcome of a request.
    func isAwaiting(_ key: RequestKey) -> Bool { awaitedRequests.contains(key) }

    private func giveUp(_ key: RequestKey) {
        callers.removeValue(forKey: key)?.resume(returning: .failure(.session(.cancelled)))
    }

    /// The requests with an outcome that no caller has got: their caller was cancelled, or the program ended, or the
    /// answer came after the time.
    package func answers() -> [SentRecord] {
        state.sent.values.filter { $0.request != nil && $0.isRead && !awaitedRequests.contains($0.key) }
            .sorted { $0.created < $1.created }
    }

    /// Forgets an outcome of ``answers()``.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage` or `stopped`.
    package func forgetAnswer(_ key: RequestKey) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            guard let record = state.sent[key], record.state != .waiting else { return }
            step.remove(.sent(key))
        }
    }

    /// Takes the news that the relay will not accept a message.
    ///
    /// - Parameters:
    ///   - message: The text of the envelope.
    ///   - topic: The topic.
    package func undelivered(_ message: String, on topic: Topic) async {
        let hash = Envelope.hash(ofText: message)
        try? await transact { step throws(WalletConnectError) in
            let lost = state.sent.values.first {
                $0.key.topic == topic && $0.hash == hash && $0.state == .waiting
            }
            guard let lost else { return }
            switch lost.method {
            case .propose: fail(connection: lost.key, .session(.undelivered), &step)
            // The proposal may arrive.
            case .authenticate: step.remove(.sent(lost.key))
            case .settle:
                guard let session = state.sessions[topic] else { return }
                end(session, ErrorResponse(.settlementFailed), &step)
            default: step.settle(lost, .undelivered)
            }
        }
    }
}

extension SentRecord {
    /// Whether nothing more is expected once the outcome is read; an answer may follow one that has expired.
    fileprivate var isRead: Bool { state != .waiting && state != .expired }
}
