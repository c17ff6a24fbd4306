internal import Bridge

/// Changes of sessions.
extension V1Engine {
    // MARK: By the wallet

    /// Changes the chain, the accounts and the methods of a session.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if the namespaces are not valid, or have no chain of `eip155`;
    ///   ``WalletConnectError/session(_:)``.
    package func update(_ topic: Topic, namespaces: SessionNamespaces) async throws(WalletConnectError) {
        try namespaces.validate()
        try await transact { step throws(WalletConnectError) in
            let session = try controlled(topic)
            guard let part = V1Scope.part(of: namespaces, preferring: session.chain) else {
                throw .namespaces(.unsupportedChain)
            }
            try change(session, chain: part.chain, accounts: part.accounts, methods: part.methods, &step)
        }
    }

    /// Tells the app that the chain or the accounts have changed.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `unsupported` for other events;
    ///   ``WalletConnectError/parameters(_:)`` if the data do not have the form that the event has (EIP-1193);
    ///   ``WalletConnectError/namespaces(_:)`` for accounts of another chain.
    package func emit(_ event: SessionEvent, to topic: Topic) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            let session = try controlled(topic)
            switch event.name {
            case "chainChanged":
                let chain = try V1Session.chain(Parameters(["chainId": event.data]))
                guard let chain else { throw .parameters("data") }
                try change(session, chain: chain, accounts: session.accounts, methods: session.methods, &step)
            case "accountsChanged":
                guard event.chain.eip155 == session.chain else { throw .namespaces(.unauthorizedChain) }
                let texts = event.data.array?.compactMap(\.string) ?? []
                let accounts = texts.compactMap { text in
                    let account = AccountID(text) ?? AccountID("\(event.chain):\(text)")
                    return account?.chain == event.chain ? account?.address : nil
                }
                guard 1...V1Session.maximumAccounts ~= accounts.count, accounts.count == event.data.array?.count
                else { throw .parameters("data") }
                try change(session, chain: session.chain, accounts: accounts, methods: session.methods, &step)
            default: throw .session(.unsupported)
            }
        }
    }

    private func change(
        _ session: V1SessionRecord, chain: UInt64?, accounts: [String], methods: [String],
        _ step: inout V1Step
    ) throws(WalletConnectError) {
        var session = session
        let isNews = session.chain != chain || session.accounts != accounts
        (session.chain, session.accounts, session.methods) = (chain, accounts, methods)
        if isNews { try send(V1Session(chain: chain, accounts: accounts), in: session, &step) }
        step.put(.session(session))
        step.news.append(.updated(session.details))
    }

    private func controlled(_ topic: Topic) throws(WalletConnectError) -> V1SessionRecord {
        guard let session = state.sessions[topic], session.state == .settled, session.expiry > now else {
            throw .session(.unknownSession)
        }
        guard session.role == .wallet else { throw .session(.otherRole) }
        guard keys[topic] != nil else { throw .session(.locked) }
        return session
    }

    // MARK: By the peer

    /// Takes a change, or the end, of a session.
    ///
    /// Only the wallet's changes count: the app can do nothing but end it.
    func take(
        update request: RPCRequest, _ incoming: Incoming, of session: V1SessionRecord, _ step: inout V1Step
    ) {
        guard let update = try? V1Session(update: request.params), V1Scope.areAddresses(update.accounts) else {
            statistics.malformed += 1
            return
        }
        guard session.state != .pairing, !isForgotten(request.id, in: session) else {
            statistics.refused += 1
            return
        }
        guard update.isApproved else { return end(session, ErrorResponse(.userDisconnected), &step) }
        guard session.role == .app else {
            statistics.refused += 1
            return
        }
        let time = request.id.milliseconds
        if let time, let last = session.lastUpdate, time <= last {
            statistics.repetitions += 1
            return
        }
        guard session.state == .settled else {
            // The approval, which tells the same, has not come yet.
            statistics.refused += 1
            return
        }
        var session = session
        (session.chain, session.accounts) = (update.chain, update.accounts)
        session.lastUpdate = time ?? session.lastUpdate
        (session.lastUsed, session.expiry) = (now, later(V1Durations.session))
        step.put(.session(session))
        // So that it is recognized if it comes again, also without a time in its id.
        remember(record(of: incoming, &step), &step)
        step.news.append(.updated(session.details))
    }

    // MARK: By either side

    /// Keeps a session for seven days from now; version 1 does not tell the other side.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func extend(_ topic: Topic) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            var session = try controlled(topic)
            session.expiry = later(V1Durations.session)
            step.put(.session(session))
            step.news.append(.extended(session.details))
        }
    }

    /// Version 1 has no ping.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `unsupported`.
    package func ping(_ topic: Topic) async throws(WalletConnectError) {
        throw .session(state.sessions[topic] == nil ? .unknownSession : .unsupported)
    }

    /// Ends a session: at once on this side, and for the other side when it gets the message.
    ///
    /// - Parameters:
    ///   - topic: The session; an unknown one is ignored.
    ///   - reason: Why; version 1 does not tell the other side.
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func disconnect(
        _ topic: Topic, reason: ErrorResponse = ErrorResponse(.userDisconnected)
    ) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            guard let session = state.sessions[topic] else { return }
            leave(session, reason, &step)
        }
    }

    /// Ends a session, and tells the other side if that is possible.
    func leave(
        _ session: V1SessionRecord, _ reason: ErrorResponse, news: SessionNews? = nil, _ step: inout V1Step
    ) {
        if session.peer != nil { try? send(V1Session(chain: nil, accounts: []), in: session, &step) }
        end(session, reason, news: news, &step)
    }

    /// Ends a session that the other side knows to be ended.
    func end(
        _ session: V1SessionRecord, _ reason: ErrorResponse, news: SessionNews? = nil, _ step: inout V1Step
    ) {
        let topic = session.topic
        if let proposal = session.pendingProposal {
            step.news.append(.proposalWithdrawn(proposal.key, .ended))
        }
        for key in state.pending[topic] ?? [] {
            step.remove(.received(key))
            step.news.append(.requestWithdrawn(key, .ended))
        }
        for key in state.answered[topic]?.keys ?? [] { step.remove(.received(key)) }
        for record in state.sent.values where record.key.topic == topic && record.state == .waiting {
            step.settle(record, .ended(reason))
        }
        step.remove(.session(topic))
        switch (session.role, session.state) {
        case (_, .settled): step.news.append(news ?? .ended(topic, reason))
        case (.app, _): step.connected[topic] = .failure(.session(.ended(reason)))
        default: break
        }
    }
}
