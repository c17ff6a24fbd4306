package import Bridge

/// Connections, in an app.
extension SessionEngine {
    /// Proposes a session: makes a pairing, whose URI the app shows to the user.
    ///
    /// What is required is proposed as optional, as apps of today do: otherwise a session fails that the user has
    /// approved, and for which the app may still have a use. ``SessionNamespaces/missing(of:)`` tells what is missing.
    ///
    /// - Parameters:
    ///   - required: What the app cannot do without.
    ///   - optional: What the app could use.
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
            let (own, uri) = try addPairing(methods: [.propose], &step)
            var proposal = SessionProposal(
                proposer: Participant(publicKey: own.publicKey, metadata: metadata),
                optional: required.merged(with: optional), expiry: uri.expiry)
            proposal.sessionProperties = sessionProperties
            proposal.scopedProperties = scopedProperties
            try send(proposal, own, on: uri, &step)
            return uri
        }
    }

    /// Makes a pairing, and a key for what is sent on it.
    func addPairing(
        methods: [SessionMethod], _ step: inout SessionStep
    ) throws(WalletConnectError) -> (AgreementKey, PairingURI) {
        guard state.pairings.count < limits.pairings else { throw .session(.tooMany) }
        let uri = PairingURI(methods: methods.map(\.rawValue), now: now)
        try add(uri.key, role: .app, expiry: uri.expiry, methods: uri.methods, &step)
        step.awaitedConnection = uri.topic
        return (AgreementKey.random(), uri)
    }

    /// Sends a proposal on a new pairing.
    func send(
        _ proposal: SessionProposal, _ own: AgreementKey, on uri: PairingURI, _ step: inout SessionStep
    ) throws(WalletConnectError) {
        var proposal = proposal
        proposal.pairingTopic = uri.topic
        let key = try send(.propose(proposal), on: uri.topic, until: uri.expiry, &step)
        step.agreementKeys[key] = own
        step.put(
            .proposal(
                ProposalRecord(key: key, proposal: proposal, expiry: uri.expiry, agreementKey: try seal(own))))
    }

    /// Encrypts a key for the store.
    func seal(_ key: AgreementKey) throws(WalletConnectError) -> [UInt8] {
        try key.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
    }

    /// Waits until the wallet has settled the session.
    ///
    /// - Parameter topic: The topic of the URI.
    /// - Returns: The session.
    /// - Throws: ``WalletConnectError/session(_:)``: `rejected`, `expired`, `cancelled`, `stopped`, `undelivered`;
    ///   ``WalletConnectError/namespaces(_:)`` if what the wallet approves is not valid.
    package func connection(_ topic: Topic) async throws(WalletConnectError) -> SessionDetails {
        guard let session = try await outcome(of: topic).session else { throw .session(.malformedAnswer) }
        return session
    }

    /// Waits for the outcome of a connection, once.
    func outcome(of topic: Topic) async throws(WalletConnectError) -> ConnectionOutcome {
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
        // The wallet answers the proposal, so it will not answer the sign-in; what it signed comes with the settlement.
        for authentication in state.authentications(on: record.key.topic) {
            step.remove(.sent(authentication.key))
        }
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
            // The settlement may bring what was signed.
            for var authentication in state.authentications(on: record.key.topic) {
                authentication.expiry = end
                step.put(.authentication(authentication))
            }
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
            let asked = state.authentications(on: session.proposal.topic).map(\.request.signIn)
            try check(settlement.authentications, answer: asked)
            var settled = session
            settled.namespaces = settlement.namespaces
            settled.sessionProperties = settlement.sessionProperties
            settled.scopedProperties = settlement.scopedProperties
            try checkSize(of: settled)
        } catch {
            var response = ErrorResponse(.invalidSettleRequest)
            if case .namespaces(let fault) = error { response = fault.response }
            if case .signIn = error { response = ErrorResponse(.signatureVerificationFailed) }
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
        connected(
            session.proposal.topic,
            ConnectionOutcome(session: SessionDetails(session), authentications: settlement.authentications), &step)
        step.news.append(.settled(SessionDetails(session)))
    }

    /// Ends the pairing of a connection that was made; its caller gets what was made.
    func connected(_ topic: Topic, _ connection: ConnectionOutcome, _ step: inout SessionStep) {
        removeOpen(topic, &step)
        if let pairing = state.pairings[topic] { remove(pairing, &step) }
        step.connected[topic] = .success(connection)
    }

    /// Removes what an app has sent on a pairing, and its sign-in.
    private func removeOpen(_ topic: Topic, _ step: inout SessionStep) {
        let open = state.proposals(on: topic).map(\.key) + state.authentications(on: topic).map(\.key)
        for key in open { step.remove(.sent(key)) }
        for proposal in state.proposals(on: topic) { step.remove(.proposal(proposal.key)) }
        for authentication in state.authentications(on: topic) { step.remove(.authentication(authentication.key)) }
    }

    /// Ends a connection that failed; its caller gets why.
    func fail(connection key: RequestKey, _ fault: WalletConnectError, _ step: inout SessionStep) {
        step.remove(.sent(key))
        removeOpen(key.topic, &step)
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
