package import Bridge

/// Sign-ins, in a wallet.
extension SessionEngine {
    /// Sets the chains on which the wallet signs in.
    ///
    /// An app that asks for none of them gets the answer of a wallet without sign-in, and proposes a plain session.
    package func signIn(on chains: [ChainID]) { signInChains = Set(chains) }

    /// The sign-ins that wait for the user, the first to end first.
    package func authentications() -> [PendingAuthentication] {
        state.authentications.values.filter { $0.agreementKey == nil && $0.expiry > now }.map(pending)
            .sorted { $0.expiry < $1.expiry }
    }

    // MARK: What comes

    /// Whether the proposals of a pairing wait for the answer to a sign-in, and are not shown.
    func isHeld(_ topic: Topic) -> Bool {
        state.authentications(on: topic).contains { $0.agreementKey == nil }
    }

    /// Whether the user has answered a sign-in of a pairing, so that a proposal there has no meaning any more.
    func isSignedIn(_ topic: Topic) -> Bool {
        state.answered[topic]?.keys.contains { state.received[$0]?.answerTopic != nil } ?? false
    }

    /// Answers as a wallet without sign-in: an app that gets this code waits for the answer to its proposal; with any
    /// other it gives up.
    func decline(_ incoming: Incoming, _ step: inout SessionStep) {
        reply(incoming, ErrorResponse(.unsupportedProtocolMethod), SessionMethod.unknownResponse, &step)
    }

    /// Takes a sign-in.
    func take(_ request: AuthenticationRequest, _ incoming: Incoming, _ step: inout SessionStep) {
        let expiry = request.expiry ?? incoming.made + SessionMethod.authenticate.request.lifetime
        let record = AuthenticationRecord(
            key: incoming.key, request: request, expiry: min(expiry, later(SessionDurations.journal)),
            attestation: incoming.attestation, hash: incoming.hash)
        // A link is good for one decision.
        guard isAcceptable(request), state.used[incoming.key.topic] == nil else { return decline(incoming, &step) }
        guard expiry > now else { return answer(record, ErrorResponse(.requestExpired), .automatic, &step) }
        step.put(.authentication(record))
        keepPairing(of: record.key, until: record.expiry, &step)
        for proposal in state.proposals(on: record.key.topic) where !isHeld(record.key.topic) {
            step.news.append(.proposalWithdrawn(proposal.key, .replaced))
        }
        step.news.append(.authentication(pending(record)))
    }

    /// Whether the wallet can sign in: on a chain of the app, with capabilities that it can read, and a key to answer to.
    private func isAcceptable(_ request: AuthenticationRequest) -> Bool {
        guard waitingForUser < limits.proposals, request.signIn.chains.contains(where: signInChains.contains) else {
            return false
        }
        do throws(WalletConnectError) {
            _ = try request.signIn.capabilities()
            _ = try AgreementKey.random().sharedKey(with: request.requester.publicKey)
            return true
        } catch {
            return false
        }
    }

    // MARK: What the user decides

    /// Approves a sign-in: sends what the user signed, and makes the session that it allows.
    ///
    /// - Parameters:
    ///   - key: What names the sign-in.
    ///   - authentications: What the user signed; see ``AuthenticationText``.
    /// - Returns: The session; `nil` if the app asked for no methods, or the wallet supports none of them.
    /// - Throws: ``WalletConnectError/signIn(_:)`` if something was signed that the app did not ask for, or a signature is
    ///   not valid, after which the sign-in still waits; ``WalletConnectError/parameters(_:)`` without any signature;
    ///   ``WalletConnectError/session(_:)``.
    @discardableResult package func approve(
        _ key: RequestKey, authentications: [SignedAuthentication]
    ) async throws(WalletConnectError) -> SessionDetails? {
        try await transact { step throws(WalletConnectError) in
            let record = try authentication(key)
            guard 1...AuthenticationResponse.maximum ~= authentications.count else { throw .parameters("cacaos") }
            try check(authentications, answer: [record.request.signIn])
            let namespaces = try SessionNamespaces(authentications, answering: record.request.signIn)
            // The key of the session is another than that of the envelope, which names it in the open.
            let own = AgreementKey.random()
            let responder = Participant(publicKey: own.publicKey, metadata: metadata)
            var session: SessionRecord?
            if let namespaces {
                guard state.sessions.count < limits.sessions else { throw .session(.tooMany) }
                session = try add(
                    own.sharedKey(with: record.request.requester.publicKey), of: record, .wallet, own: responder,
                    peer: record.request.requester, namespaces, &step)
            }
            let response = AuthenticationResponse(responder: responder, authentications: authentications)
            try answer(
                record, RPCResponse(id: key.id, result: response.json), SessionMethod.authenticate.response, &step)
            use(key, &step)
            step.remove(.authentication(key))
            return session.map(SessionDetails.init)
        }
    }

    /// Rejects a sign-in, and with it the proposal of the same app.
    ///
    /// - Parameters:
    ///   - key: What names the sign-in.
    ///   - reason: What the app gets; that the user rejected it, by default.
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func reject(
        authentication key: RequestKey, reason: ErrorResponse = ErrorResponse(.userRejected)
    ) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            answer(try authentication(key), reason, .user, &step)
            use(key, &step)
            step.remove(.authentication(key))
        }
    }

    /// Declines a sign-in, as a wallet that does not support sign-ins does: the app's proposal is shown instead.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func decline(authentication key: RequestKey) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            let record = try authentication(key)
            guard keys[key.topic] != nil else { throw .session(.locked) }
            decline(
                Incoming(key: key, hash: record.hash, size: 0, attestation: record.attestation, made: now), &step)
            step.remove(.authentication(key))
            showProposals(of: key, &step)
        }
    }

    private func authentication(_ key: RequestKey) throws(WalletConnectError) -> AuthenticationRecord {
        guard let record = state.authentications[key], record.agreementKey == nil else {
            throw .session(.unknownProposal)
        }
        guard record.expiry > now else { throw .session(.expired) }
        return record
    }

    /// Ends a sign-in that was not answered in time.
    func expire(_ record: AuthenticationRecord, _ step: inout SessionStep) {
        answer(record, ErrorResponse(.requestExpired), .automatic, &step)
        step.remove(.authentication(record.key))
        step.news.append(.authenticationWithdrawn(record.key, .expired))
        removeProposals(of: record.key, &step)
    }

    private func removeProposals(of key: RequestKey, _ step: inout SessionStep) {
        for proposal in state.proposals(on: key.topic) { step.remove(.proposal(proposal.key)) }
    }

    private func showProposals(of key: RequestKey, _ step: inout SessionStep) {
        for proposal in state.proposals(on: key.topic) where proposal.expiry > now {
            step.news.append(.proposal(pending(proposal)))
        }
    }

    // MARK: Answers

    private func answer(
        _ record: AuthenticationRecord, _ failure: ErrorResponse, _ rejection: SessionMethod.Rejection,
        _ step: inout SessionStep
    ) {
        let publishing = SessionMethod.authenticate.response(rejectedBy: rejection)
        try? answer(record, RPCResponse(id: record.key.id, failure: failure), publishing, &step)
    }

    /// Sends the answer to a sign-in to its own topic, with a key that is agreed on with the app, and records it.
    private func answer(
        _ record: AuthenticationRecord, _ response: RPCResponse, _ publishing: SessionMethod.Publishing,
        _ step: inout SessionStep
    ) throws(WalletConnectError) {
        let own = AgreementKey.random()
        let shared = try own.sharedKey(with: record.request.requester.publicKey)
        let envelope = try Envelope.seal(RPCMessage.response(response).json.bytes, with: shared, sender: own.publicKey)
        let text = envelope.text(for: .relay)
        guard text.utf8.count <= Envelope.maximumTextBytes else { throw .session(.tooLarge) }
        put(text, on: record.responseTopic, publishing, &step)
        step.put(
            .received(
                ReceivedRecord(
                    key: record.key, number: step.nextNumber(), hash: record.hash, state: .answered(text, publishing),
                    received: now, expiry: record.expiry, size: text.utf8.count, answerTopic: record.responseTopic)))
        forgetAnswers(on: record.key.topic, &step)
    }
}
