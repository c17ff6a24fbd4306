internal import Bridge

/// Changes of sessions.
extension SessionEngine {
    // MARK: By the wallet

    /// Changes what a session may use; the wallet allows nothing else from now on.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if the namespaces are not valid, or lack something that the app
    ///   requires; ``WalletConnectError/session(_:)``.
    package func update(_ topic: Topic, namespaces: SessionNamespaces) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            var session = try controlled(topic)
            guard !namespaces.entries.isEmpty else { throw .namespaces(.missingNamespace) }
            try namespaces.validate(against: session.required)
            session.namespaces = namespaces
            try checkSize(of: session)
            try send(.update(namespaces), on: topic, until: later(SessionMethod.update.request.lifetime), &step)
            step.put(.session(session))
            step.news.append(.updated(SessionDetails(session)))
        }
    }

    /// Extends a session to seven days from now.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func extend(_ topic: Topic) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            var session = try controlled(topic)
            session.expiry = max(session.expiry, later(SessionSettlement.lifetime))
            let call = SessionCall.extend(SessionExtension(expiry: session.expiry))
            try send(call, on: topic, until: later(call.method.request.lifetime), &step)
            step.put(.session(session))
            step.news.append(.extended(SessionDetails(session)))
        }
    }

    /// Tells the app something; no answer is expected, because many apps give none.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if the session does not include the event;
    ///   ``WalletConnectError/session(_:)``.
    package func emit(_ event: SessionEvent, to topic: Topic) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            let session = try controlled(topic)
            try session.namespaces.check(event: event.name, on: event.chain)
            try send(.event(event), on: topic, until: nil, &step)
        }
    }

    private func controlled(_ topic: Topic) throws(WalletConnectError) -> SessionRecord {
        guard let session = state.sessions[topic], session.expiry > now else { throw .session(.unknownSession) }
        guard session.isController else { throw .session(.otherRole) }
        guard keys[topic] != nil else { throw .session(.locked) }
        return session
    }

    // MARK: By the wallet, in an app

    func take(
        _ namespaces: SessionNamespaces, _ incoming: Incoming, of session: SessionRecord, _ step: inout SessionStep
    ) {
        let publishing = SessionMethod.update.response
        let time = incoming.key.id.milliseconds
        if let time, let last = session.lastUpdate, time <= last {
            return reply(incoming, ErrorResponse(.invalidUpdateRequest), publishing, &step)
        }
        var session = session
        session.namespaces = namespaces
        do throws(WalletConnectError) {
            guard !namespaces.entries.isEmpty else { throw .namespaces(.missingNamespace) }
            try namespaces.validate(against: session.required)
            try checkSize(of: session)
        } catch {
            var response = ErrorResponse(.invalidUpdateRequest)
            if case .namespaces(let fault) = error { response = fault.response }
            return reply(incoming, response, publishing, &step)
        }
        // The names of events that are gone must not pile up.
        session.lastEvents = session.lastEvents.filter { name, _ in
            namespaces.entries.contains { $0.events.contains(name) }
        }
        session.lastUpdate = time ?? session.lastUpdate
        session.lastUsed = now
        step.put(.session(session))
        step.news.append(.updated(SessionDetails(session)))
        reply(incoming, true, publishing, &step)
    }

    func take(
        _ extending: SessionExtension, _ incoming: Incoming, of session: SessionRecord, _ step: inout SessionStep
    ) {
        var session = session
        session.expiry = extending.expiry(extending: session.expiry, now: now)
        session.lastUsed = now
        step.put(.session(session))
        step.news.append(.extended(SessionDetails(session)))
        reply(incoming, true, SessionMethod.extend.response, &step)
    }

    func take(_ event: SessionEvent, _ incoming: Incoming, of session: SessionRecord, _ step: inout SessionStep) {
        let publishing = SessionMethod.event.response
        do throws(WalletConnectError) {
            try session.namespaces.check(event: event.name, on: event.chain)
        } catch {
            guard case .namespaces(let fault) = error else { return }
            return reply(incoming, fault.response, publishing, &step)
        }
        // The names are those that the session includes, so there are not many.
        let time = incoming.key.id.milliseconds
        if let time, let last = session.lastEvents[event.name], time <= last {
            return reply(incoming, true, publishing, &step)
        }
        var session = session
        session.lastEvents[event.name] = time ?? session.lastEvents[event.name]
        session.lastUsed = now
        step.put(.session(session))
        step.news.append(.event(session.topic, event))
        reply(incoming, true, publishing, &step)
    }

    // MARK: By either side

    /// Asks the other side whether it is there.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `expired` if there is no answer within 30 seconds.
    package func ping(_ topic: Topic) async throws(WalletConnectError) {
        let key = try await transact { step throws(WalletConnectError) in
            guard state.sessions[topic] != nil else { throw .session(.unknownSession) }
            guard keys[topic] != nil else { throw .session(.locked) }
            let key = try send(.ping, on: topic, until: later(SessionMethod.ping.request.lifetime), &step)
            step.awaitedRequest = key
            return key
        }
        _ = try await wait(for: key)
    }

    /// Ends a session: at once on this side, and for the other side when it gets the message.
    ///
    /// - Parameters:
    ///   - topic: The session; an unknown one is ignored.
    ///   - reason: What the other side gets.
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
    func leave(_ session: SessionRecord, _ reason: ErrorResponse, _ step: inout SessionStep) {
        _ = try? send(.delete(reason), on: session.topic, until: nil, &step)
        end(session, reason, &step)
    }

    /// Ends a session that the other side knows to be ended.
    func end(
        _ session: SessionRecord, _ reason: ErrorResponse, news: SessionNews? = nil, _ step: inout SessionStep
    ) {
        let topic = session.topic
        for key in state.pendingKeys(on: topic) {
            step.remove(.received(key))
            step.news.append(.requestWithdrawn(key, .ended))
        }
        for key in state.answered[topic]?.keys ?? [] { step.remove(.received(key)) }
        for case .put(.received(let record)) in step.operations where record.key.topic == topic {
            step.remove(.received(record.key))
        }
        for record in state.sent.values where record.key.topic == topic && record.state == .waiting {
            step.settle(record, .ended(reason))
        }
        for message in state.unopened.values where message.topic == topic { step.remove(.unopened(message.number)) }
        step.remove(.session(topic))
        if !session.isController, session.state == .settling {
            fail(connection: session.proposal, .session(.ended(reason)), &step)
        } else {
            step.news.append(news ?? .ended(topic, reason))
        }
    }
}
