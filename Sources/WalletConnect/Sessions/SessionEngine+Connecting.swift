package import Bridge

/// Connections, in an app.
extension SessionEngine {
    /// Proposes a session: makes a pairing, whose URI the app shows to the user.
    ///
    /// - Parameters:
    ///   - required: What the app cannot do without.
    ///   - optional: What the app could use; apps of today put everything here.
    ///   - sessionProperties: What the app says about the whole session (CAIP-25).
    ///   - scopedProperties: What the app says about single namespaces and chains (CAIP-25).
    /// - Returns: The URI, whose topic ``connection(_:)`` takes.
    /// - Throws: ``WalletConnectError/namespaces(_:)`` or ``WalletConnectError/session(_:)``.
    package func propose(
        required: ProposalNamespaces = ProposalNamespaces(), optional: ProposalNamespaces,
        sessionProperties: JSONObject? = nil, scopedProperties: JSONObject? = nil
    ) async throws(WalletConnectError) -> PairingURI {
        try required.validate()
        try optional.validate()
        return try await transact { step throws(WalletConnectError) in
            guard state.pairings.count < limits.pairings else { throw .session(.tooMany) }
            let (own, uri) = (AgreementKey.random(), PairingURI(methods: [SessionMethod.propose.rawValue], now: now))
            try add(uri.key, role: .app, expiry: uri.expiry, methods: uri.methods, &step)
            var proposal = SessionProposal(
                proposer: Participant(publicKey: own.publicKey, metadata: metadata), required: required,
                optional: optional, expiry: uri.expiry)
            proposal.sessionProperties = sessionProperties
            proposal.scopedProperties = scopedProperties
            proposal.pairingTopic = uri.topic
            let key = try send(.propose(proposal), on: uri.topic, until: uri.expiry, &step)
            let sealed = try own.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
            step.agreementKeys[key] = own
            step.put(
                .proposal(
                    ProposalRecord(key: key, proposal: proposal, expiry: uri.expiry, agreementKey: sealed)))
            step.awaitedConnection = uri.topic
            return uri
        }
    }

    /// Waits until the wallet has settled the session.
    ///
    /// - Parameter topic: The topic of the URI.
    /// - Returns: The session.
    /// - Throws: ``WalletConnectError/session(_:)``: `rejected`, `expired`, `cancelled`, `stopped`, `undelivered`;
    ///   ``WalletConnectError/namespaces(_:)`` if the wallet does not satisfy what is required.
    package func connection(_ topic: Topic) async throws(WalletConnectError) -> SessionDetails {
        guard isRunning else { throw .session(.stopped) }
        guard awaitedConnections.contains(topic) else { throw .session(.unknownProposal) }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let outcome = connectionOutcomes.removeValue(forKey: topic) {
                    continuation.resume(returning: outcome)
                } else if Task.isCancelled {
                    continuation.resume(returning: .failure(.session(.cancelled)))
                } else if isStopped || connecting[topic] != nil {
                    continuation.resume(returning: .failure(.session(.stopped)))
                } else {
                    connecting[topic] = continuation
                }
            }
        } onCancel: {
            Task { await giveUp(connection: topic) }
        }
        awaitedConnections.remove(topic)
        return try outcome.get()
    }

    private func giveUp(connection topic: Topic) async {
        connecting.removeValue(forKey: topic)?.resume(returning: .failure(.session(.cancelled)))
        try? await transact { step throws(WalletConnectError) in
            guard let pairing = state.pairings[topic] else { return }
            for session in state.sessions.values where session.proposal.topic == topic {
                leave(session, ErrorResponse(.userDisconnected), &step)
            }
            end(pairing, ErrorResponse(.userDisconnected), &step)
        }
    }

    // MARK: Answers of the wallet

    /// Takes the answer to a proposal.
    func take(_ outcome: RPCResponse.Outcome, ofProposal record: SentRecord, _ step: inout SessionStep) {
        guard let proposal = state.proposals[record.key] else { return step.remove(.sent(record.key)) }
        let json: JSON
        switch outcome {
        case .failure(let response):
            return fail(connection: record.key, .session(.rejected(response)), &step)
        case .result(let result): json = result
        }
        do throws(WalletConnectError) {
            let approval = try ProposalApproval(json)
            guard let own = agreementKeys[record.key] else { throw .session(.locked) }
            let shared = try own.sharedKey(with: approval.responderPublicKey)
            guard state.sessions.count < limits.sessions, !state.isKnown(shared.topic) else {
                throw .session(.tooMany)
            }
            let sealed = try shared.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
            step.keys[shared.topic] = shared
            let peer = Participant(publicKey: approval.responderPublicKey, metadata: AppMetadata(name: ""))
            let end = later(SessionDurations.approval)
            step.put(
                .session(
                    SessionRecord(
                        topic: shared.topic, proposal: record.key, role: .app, state: .settling, key: sealed,
                        own: proposal.proposal.proposer, peer: peer, namespaces: SessionNamespaces(),
                        required: proposal.proposal.required, expiry: end, settlementEnd: end, created: now,
                        lastUsed: now, lastEvents: [:])))
            // The proposal is done; a second answer finds nothing.
            step.remove(.sent(record.key))
            step.remove(.proposal(record.key))
        } catch {
            let isOfPeer = if case .session = error { false } else { true }
            fail(connection: record.key, isOfPeer ? .session(.malformedAnswer) : error, &step)
        }
    }

    /// Takes the settlement of a session that the wallet has approved.
    func take(
        _ settlement: SessionSettlement, _ incoming: Incoming, of session: SessionRecord, _ step: inout SessionStep
    ) {
        let publishing = SessionMethod.settle.response
        guard session.state == .settling else {
            return reply(incoming, ErrorResponse(.invalidSettleRequest), publishing, &step)
        }
        do throws(WalletConnectError) {
            // Whoever approved must be who settles.
            guard settlement.controller.publicKey == session.peer.publicKey, settlement.expiry > now else {
                throw .session(.malformedAnswer)
            }
            guard !settlement.namespaces.entries.isEmpty else { throw .namespaces(.missingNamespace) }
            try settlement.namespaces.validate(against: session.required)
        } catch {
            var response = ErrorResponse(.invalidSettleRequest)
            if case .namespaces(let fault) = error { response = fault.response }
            reply(incoming, response, publishing, &step)
            end(session, response, &step)
            step.connected[session.proposal.topic] = .failure(error)
            return
        }
        var session = session
        session.state = .settled
        session.peer = settlement.controller
        session.namespaces = settlement.namespaces
        session.sessionProperties = settlement.sessionProperties
        session.scopedProperties = settlement.scopedProperties
        session.expiry = min(settlement.expiry, later(SessionSettlement.lifetime))
        session.lastUsed = now
        step.put(.session(session))
        reply(incoming, true, publishing, &step)
        if let pairing = state.pairings[session.proposal.topic] { remove(pairing, &step) }
        step.connected[session.proposal.topic] = .success(SessionDetails(session))
        step.news.append(.settled(SessionDetails(session)))
    }

    /// Ends a connection that failed; its caller gets why.
    func fail(connection key: RequestKey, _ fault: WalletConnectError, _ step: inout SessionStep) {
        step.remove(.sent(key))
        step.remove(.proposal(key))
        if let pairing = state.pairings[key.topic] { remove(pairing, &step) }
        step.connected[key.topic] = .failure(fault)
    }

    // MARK: Answers of the app, in a wallet

    /// Takes the answer to a settlement.
    func take(_ outcome: RPCResponse.Outcome, ofSettlement record: SentRecord, _ step: inout SessionStep) {
        step.remove(.sent(record.key))
        guard let session = state.sessions[record.key.topic] else { return }
        switch outcome {
        case .result: used(session.topic, &step)
        case .failure(let response): end(session, response, &step)
        }
    }
}
