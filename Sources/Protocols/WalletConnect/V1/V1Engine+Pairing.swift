package import Bridge

/// Links and proposals, in a wallet.
extension V1Engine {
    /// Waits for the request of an app; a second call with the same link changes nothing.
    ///
    /// - Parameters:
    ///   - uri: What the app showed.
    ///   - page: The page that the link comes from; `nil` if the user brought it along. A page must not make the wallet
    ///     connect to servers of this machine.
    /// - Throws: ``WalletConnectError/link(_:)`` with `bridge` or `used`, or ``WalletConnectError/session(_:)`` with `tooMany`,
    ///   `locked` or `storage`.
    package func pair(_ uri: V1URI, from page: Origin? = nil) async throws(WalletConnectError) {
        let bridge = try V1BridgeAddress(uri.bridge)
        guard !bridge.isLoopback || page == nil else { throw .link(.bridge) }
        try await transact { step throws(WalletConnectError) in
            let topic = V1SessionRecord.topic(of: uri.key)
            guard state.used[topic] == nil else { throw .link(.used) }
            guard state.sessions[topic] == nil else { return }
            guard state.sessions.values.filter({ $0.state != .settled }).count < limits.pairings else {
                throw .session(.tooMany)
            }
            var session = V1SessionRecord(
                topic: topic, handshakeTopic: uri.handshakeTopic, role: .wallet, state: .pairing, bridge: bridge,
                key: try seal(uri.key), ownID: V1URI.randomTopic(), methods: [], created: now, lastUsed: now,
                expiry: later(V1Durations.proposal))
            session.page = page?.description
            step.keys[topic] = uri.key
            step.put(.session(session))
        }
    }

    /// Takes an app's request for a session.
    func propose(_ request: RPCRequest, of session: V1SessionRecord, _ step: inout V1Step) {
        let proposal: V1SessionRequest
        do throws(WalletConnectError) {
            proposal = try V1SessionRequest(request.params)
        } catch {
            // Without the topic of the app, nobody can be told.
            statistics.malformed += 1
            return
        }
        let isOwn = proposal.peer.id == session.ownID || proposal.peer.id == session.handshakeTopic
        guard !isOwn, state.proposals.count < limits.proposals else {
            statistics.refused += 1
            return
        }
        var session = session
        session.state = .proposed
        session.peer = proposal.peer
        session.proposal = request.id
        session.wantedChain = proposal.chain
        session.expiry = later(V1Durations.proposal)
        step.put(.session(session))
        if let pending = session.pendingProposal { step.news.append(.proposal(pending)) }
    }

    /// Approves a proposal: one chain of the namespaces, and its accounts, are shared.
    ///
    /// - Parameters:
    ///   - key: What names the proposal.
    ///   - namespaces: What the app may use. Of several chains, the one that the app wants, or else the first.
    ///   - sessionProperties: Not sent.
    ///   - scopedProperties: Not sent.
    /// - Returns: The session.
    /// - Throws: ``WalletConnectError/namespaces(_:)``, after which the proposal still waits;
    ///   ``WalletConnectError/session(_:)``.
    @discardableResult package func approve(
        _ key: RequestKey, namespaces: SessionNamespaces, sessionProperties: JSONObject? = nil,
        scopedProperties: JSONObject? = nil
    ) async throws(WalletConnectError) -> SessionDetails {
        try await transact { step throws(WalletConnectError) in
            var session = try proposal(key)
            try namespaces.validate()
            guard let part = V1Scope.part(of: namespaces, preferring: session.wantedChain) else {
                throw .namespaces(.unsupportedChain)
            }
            guard state.sessions.values.filter({ $0.state == .settled }).count < limits.sessions else {
                throw .session(.tooMany)
            }
            session.state = .settled
            (session.chain, session.accounts, session.methods) = part
            (session.lastUsed, session.expiry) = (now, later(V1Durations.session))
            step.put(.session(session))
            let approval = V1Session(
                chain: part.chain, accounts: part.accounts, peer: V1Peer(id: session.ownID, metadata: metadata))
            answer(
                record(of: key, &step), RPCResponse(id: key.id, result: approval.json), in: session, &step)
            use(session.topic, &step)
            step.news.append(.settled(session.details))
            return session.details
        }
    }

    /// Rejects a proposal.
    ///
    /// - Parameters:
    ///   - key: What names the proposal.
    ///   - rejection: Whether the user rejected it, or the wallet without asking.
    ///   - reason: What the app gets; that the user rejected it, by default.
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func reject(
        _ key: RequestKey, by rejection: SessionMethod.Rejection = .user,
        reason: ErrorResponse = ErrorResponse(.userRejected)
    ) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            let session = try proposal(key)
            try send(.response(RPCResponse(id: key.id, failure: reason)), in: session, &step)
            step.remove(.session(session.topic))
            use(session.topic, &step)
        }
    }

    /// Notes that the user has decided on the proposal of a link: it opens nothing any more.
    private func use(_ topic: Topic, _ step: inout V1Step) {
        step.put(.used(UsedPairing(topic: topic, expiry: later(UsedPairing.memory))))
        guard state.used.count >= UsedPairing.most, state.used[topic] == nil,
            let oldest = state.used.values.min(by: { $0.expiry < $1.expiry })
        else { return }
        step.remove(.used(oldest.topic))
    }

    private func proposal(_ key: RequestKey) throws(WalletConnectError) -> V1SessionRecord {
        guard let session = state.sessions[key.topic], session.pendingProposal?.key == key else {
            throw .session(.unknownProposal)
        }
        guard session.expiry > now else { throw .session(.expired) }
        guard keys[key.topic] != nil else { throw .session(.locked) }
        return session
    }

    private func record(of key: RequestKey, _ step: inout V1Step) -> ReceivedRecord {
        record(of: Incoming(key: key, wireTopic: "", hash: "", size: 0), &step)
    }
}

extension V1URI {
    /// A topic that nobody can guess: a UUID of random bits (RFC 9562, section 5.4).
    static func randomTopic() -> String {
        var digits = Array(RandomName.make().utf8)
        guard digits.count == 32 else { return RandomName.make() }
        digits[12] = UInt8(ascii: "4")
        digits[16] = Array("89ab".utf8)[Int(digits[16] & 3)]
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return groups.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
    }
}
