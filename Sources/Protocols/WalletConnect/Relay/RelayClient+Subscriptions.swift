internal import Bridge

/// Topics.
extension RelayClient {
    /// What the relay knows of a topic.
    struct Subscription: Sendable {
        /// The relay's id of the subscription, and the connection to which it belongs.
        var confirmed: (id: String, connection: Int)?
        /// The connection on which the relay refused it.
        var refusedOn: Int?
    }

    /// Subscribes to topics, now and after each reconnection, until ``unsubscribe(_:)``; does not wait.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)`` with `tooManyTopics`; then none is added.
    package func watch(_ new: [Topic]) throws(WalletConnectError) {
        let added = Set(new).filter { topics[$0] == nil }
        guard topics.count + added.count <= limits.topics else { throw .relay(.tooManyTopics) }
        for topic in new { topics[topic, default: Subscription()].refusedOn = nil }
        needChanged()
        if let connection { subscribe(on: connection) }
    }

    /// Subscribes to topics, and waits until the relay has confirmed it.
    ///
    /// If it throws, the topics stay, and are subscribed to as soon as that is possible, until ``unsubscribe(_:)``; only
    /// after `tooManyTopics` they do not.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)``.
    package func subscribe(_ list: [Topic]) async throws(WalletConnectError) {
        guard !isStopped else { throw .relay(.stopped) }
        guard subscribers.count < limits.callers else { throw .relay(.busy) }
        try watch(list)
        let open = Set(list).filter { !isSubscribed($0) }
        guard !open.isEmpty else { return }
        if let refusal { throw .relay(.refused(refusal)) }
        let ticket = issue()
        subscribers[ticket] = open
        let reply = await wait(ticket, limit: timing.connection)
        subscribers[ticket] = nil
        if let failure = reply.failure { throw .relay(failure) }
    }

    /// Ends the subscription to a topic, and waits until the relay has confirmed it, or the connection has ended.
    package func unsubscribe(_ topic: Topic) async {
        guard let subscription = topics.removeValue(forKey: topic) else { return }
        for (ticket, open) in subscribers where open.contains(topic) {
            subscribers[ticket] = nil
            settle(ticket, .failure(.cancelled))
        }
        if let confirmed = subscription.confirmed, confirmed.connection == connection?.number {
            _ = await send(.unsubscribe(topic, id: confirmed.id))
        }
        needChanged()
    }

    private func isSubscribed(_ topic: Topic) -> Bool {
        guard let connection, let confirmed = topics[topic]?.confirmed else { return false }
        return confirmed.connection == connection.number
    }

    /// Asks for all topics that the relay has not been asked for on this connection.
    func subscribe(on connection: RelayConnection) {
        guard !connection.isSubscribing else { return }
        connection.isSubscribing = true
        if connection.isGathering { endGathering(of: connection, after: timing.longestGathering) }
        Task {
            await subscribeAll(on: connection)
            connection.isSubscribing = false
            guard connection.isGathering, self.connection === connection else { return }
            if configuration.mailbox == .fetched { _ = try? await fetch(Array(topics.keys)) }
            endGathering(of: connection, after: timing.gathering)
        }
    }

    private func subscribeAll(on connection: RelayConnection) async {
        while self.connection === connection, !connection.isClosedByClient {
            let open = topics.lazy.filter { [number = connection.number] in
                $0.value.confirmed?.connection != number && $0.value.refusedOn != number
            }
            let chunk = Array(open.prefix(max(1, min(limits.batch, 500))).map(\.key))
            guard !chunk.isEmpty else { return }
            let reply = await ask(for: chunk)
            guard self.connection === connection else { return }
            switch reply {
            case .value(let json):
                if let ids = Self.ids(json, count: chunk.count) {
                    for (topic, id) in zip(chunk, ids) { confirmed(topic, id, on: connection) }
                } else {
                    refused(chunk, .answer, on: connection)
                }
            case .failure(.timedOut): break
            case .failure(.interrupted), .failure(.stopped), .failure(.cancelled): return
            case .failure(let fault) where fault.isTemporary:
                guard (try? await time.sleep(pause(after: fault))) != nil else { return }
            case .failure(let fault) where chunk.count > 1:
                await subscribeEach(chunk, on: connection, otherwise: fault)
            case .failure(let fault): refused(chunk, fault, on: connection)
            }
        }
    }

    private func ask(for chunk: [Topic]) async -> Reply {
        guard chunk.count == 1, let topic = chunk.first else { return await send(.subscribeAll(chunk)) }
        return await send(.subscribe(topic))
    }

    private static func ids(_ json: JSON, count: Int) -> [String]? {
        count == 1 && json.array == nil
            ? RelayResults.subscription(json).map { [$0] } : RelayResults.subscriptions(json, count: count)
    }

    /// Finds out which topics of a refused batch the relay accepts.
    private func subscribeEach(
        _ chunk: [Topic], on connection: RelayConnection, otherwise fault: WalletConnectError.Relay
    ) async {
        let reply = await send(.subscribeEach(chunk))
        guard self.connection === connection else { return }
        guard case .value(let json) = reply, let outcomes = RelayResults.outcomes(json, count: chunk.count) else {
            return refused(chunk, fault, on: connection)
        }
        for (topic, outcome) in zip(chunk, outcomes) {
            switch outcome {
            case .success(let id): confirmed(topic, id, on: connection)
            case .failure(.relay(let fault)): refused([topic], fault, on: connection)
            case .failure: refused([topic], .answer, on: connection)
            }
        }
    }

    private func confirmed(_ topic: Topic, _ id: String, on connection: RelayConnection) {
        guard topics[topic] != nil else {
            // It was given up in the meantime.
            Task { _ = await send(.unsubscribe(topic, id: id)) }
            return
        }
        topics[topic]?.confirmed = (id, connection.number)
        for (ticket, open) in subscribers where open.contains(topic) {
            subscribers[ticket]?.remove(topic)
            if open.count == 1 { settle(ticket, .value(.null)) }
        }
    }

    private func refused(_ chunk: [Topic], _ fault: WalletConnectError.Relay, on connection: RelayConnection) {
        for topic in chunk {
            topics[topic]?.refusedOn = connection.number
            for (ticket, open) in subscribers where open.contains(topic) { settle(ticket, .failure(fault)) }
        }
    }
}
