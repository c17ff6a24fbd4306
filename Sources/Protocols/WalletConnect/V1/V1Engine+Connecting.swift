internal import Bridge

/// Connections, in an app.
extension V1Engine {
    /// Asks for a session, on a link that the app shows to the user.
    ///
    /// - Parameter offer: What the app wants: one chain of `eip155`, the first of several. Properties are not sent.
    /// - Returns: The link, and the topic that ``connection(_:)`` takes.
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if more is required than version 1 can express;
    ///   ``WalletConnectError/session(_:)``, with `unsupported` if there is no bridge server.
    package func offer(_ offer: ConnectionOffer) async throws(WalletConnectError) -> OfferedLink {
        guard let bridge else { throw .session(.unsupported) }
        let (chain, isRequired) = try V1Scope.chain(required: offer.required, optional: offer.optional)
        let uri = try V1URI(handshakeTopic: V1URI.randomTopic(), bridge: bridge.description)
        let topic = V1SessionRecord.topic(of: uri.key)
        return try await transact { step throws(WalletConnectError) in
            guard state.sessions.values.filter({ $0.state != .settled }).count < limits.pairings,
                state.sessions.count < limits.sessions
            else { throw .session(.tooMany) }
            let own = V1Peer(id: V1URI.randomTopic(), metadata: metadata)
            let request = try newRequest(
                V1SessionRequest.method, V1SessionRequest(peer: own, chain: chain).json, &step)
            var session = V1SessionRecord(
                topic: topic, handshakeTopic: uri.handshakeTopic, role: .app, state: .proposed, bridge: bridge,
                key: try seal(uri.key), ownID: own.id,
                methods: V1Scope.methods(required: offer.required, optional: offer.optional), created: now,
                lastUsed: now, expiry: later(V1Durations.proposal))
            session.proposal = request.id
            (session.wantedChain, session.needsChain) = (chain, isRequired)
            step.keys[topic] = uri.key
            step.put(.session(session))
            try send(
                .request(request), in: session, to: uri.handshakeTopic, lifetime: V1Durations.proposal, &step)
            step.awaitedConnection = topic
            return OfferedLink(text: uri.text, topic: topic)
        }
    }

    /// Waits until the wallet has approved the session.
    ///
    /// - Parameter topic: The topic of the link.
    /// - Returns: The session.
    /// - Throws: ``WalletConnectError/session(_:)``: `rejected`, `expired`, `cancelled`, `stopped`, `malformedAnswer`;
    ///   ``WalletConnectError/namespaces(_:)`` if the wallet has approved another chain than the required one.
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
            guard let session = state.sessions[topic] else { return }
            leave(session, ErrorResponse(.userDisconnected), &step)
        }
    }

    // MARK: The answer of the wallet

    func take(approval outcome: RPCResponse.Outcome, of session: V1SessionRecord, _ step: inout V1Step) {
        let json: JSON
        switch outcome {
        case .failure(let response): return fail(session, .session(.rejected(response)), &step)
        case .result(let result): json = result
        }
        guard let approval = try? V1Session(result: json) else {
            return fail(session, .session(.malformedAnswer), &step)
        }
        guard approval.isApproved else {
            return fail(session, .session(.rejected(ErrorResponse(.userRejected))), &step)
        }
        guard let peer = approval.peer, peer.id != session.ownID, peer.id != session.handshakeTopic,
            V1Scope.areAddresses(approval.accounts)
        else { return fail(session, .session(.malformedAnswer), &step) }
        var session = session
        session.peer = peer
        guard !session.needsChain || approval.chain == session.wantedChain else {
            leave(session, ErrorResponse(.unsupportedChains), &step)
            step.connected[session.topic] = .failure(.namespaces(.missingAccount))
            return
        }
        session.state = .settled
        (session.chain, session.accounts) = (approval.chain, approval.accounts)
        (session.lastUsed, session.expiry) = (now, later(V1Durations.session))
        step.put(.session(session))
        step.connected[session.topic] = .success(session.details)
        step.news.append(.settled(session.details))
    }

    /// Ends a connection that failed; its caller gets why.
    func fail(_ session: V1SessionRecord, _ fault: WalletConnectError, _ step: inout V1Step) {
        step.remove(.session(session.topic))
        step.connected[session.topic] = .failure(fault)
    }
}
