internal import Bridge

/// Received messages.
extension RelayClient {
    /// Takes a message that the relay has delivered.
    func delivered(_ message: RelayMessage, _ id: RPCID, on connection: RelayConnection) {
        guard topics[message.topic] != nil else {
            // Delivered after the subscription has ended, or never asked for: it shall not come again.
            statistics.unknownTopics &+= 1
            append(RelayAnswer.confirmation(id), to: connection)
            return countUnwanted(on: connection)
        }
        let confirmation = IncomingQueue.Confirmation(connection: connection.number, id: id)
        if incoming.add(message, confirmation) == .refused {
            statistics.dropped &+= 1
            countUnwanted(on: connection)
        }
        receive()
    }

    /// Stores what waits, one message after the other; nothing while messages are being collected.
    private func receive() {
        guard !isReceiving, connection?.isGathering != true else { return }
        isReceiving = true
        Task {
            while connection?.isGathering != true, let message = incoming.begin() {
                await receive(message)
                if incoming.hasRoom {
                    for ticket in roomWaiters { settle(ticket, .value(.null)) }
                    roomWaiters = []
                }
            }
            isReceiving = false
        }
    }

    private func receive(_ message: RelayMessage) async {
        let isFetched = incoming.current?.isFetched ?? false
        // After the subscription has ended, what still waits is confirmed and dropped.
        let isStored = isStopped ? false : topics[message.topic] == nil && !isFetched ? true : await store(message)
        guard var entry = incoming.end() else { return }
        if isStored {
            for confirmation in entry.confirmations {
                guard let connection, connection.number == confirmation.connection else { continue }
                append(RelayAnswer.confirmation(confirmation.id), to: connection)
            }
        } else if entry.isFetched, entry.failures < Self.mostFailures, !isStopped {
            entry.failures += 1
            try? await time.sleep(timing.retry)
            incoming.putBack(entry)
        }
    }

    /// So often it is tried to store a message that the relay will not deliver again.
    private static let mostFailures = 5

    /// Passes a message on, unless that was done before; whether it is stored.
    private func store(_ message: RelayMessage) async -> Bool {
        do throws(WalletConnectError) {
            if try await receivedMessages.contains(message.key) {
                statistics.duplicates &+= 1
                return true
            }
            guard await receiver.receive(message) else { throw .relay(.storage) }
            try await receivedMessages.insert(message.key, at: environment.now())
            statistics.received &+= 1
            return true
        } catch {
            statistics.storageFailures &+= 1
            return false
        }
    }

    /// Ends the collection of messages on a connection after some time.
    func endGathering(of connection: RelayConnection, after duration: Duration) {
        Task {
            try? await time.sleep(duration)
            guard connection.isGathering else { return }
            connection.isGathering = false
            if self.connection === connection { endGathering() }
        }
    }

    /// Passes on what was collected, sorted.
    func endGathering() {
        incoming.sort()
        receive()
    }

    /// Fetches what the mailbox has for topics, which need no subscription, and passes it on like what is delivered.
    ///
    /// The relay removes messages when it answers. If the connection is cut at that moment, they are lost; a
    /// subscription does not lose them.
    ///
    /// - Returns: How many messages came.
    /// - Throws: ``WalletConnectError/relay(_:)``.
    @discardableResult package func fetch(_ list: [Topic]) async throws(WalletConnectError) -> Int {
        guard !isStopped else { throw .relay(.stopped) }
        defer { needChanged() }
        try await waitForConnection()
        var (count, rest) = (0, list[...])
        while !rest.isEmpty {
            let chunk = Array(rest.prefix(max(1, min(limits.batch, 500))))
            rest = rest.dropFirst(chunk.count)
            count += try await fetchAll(chunk)
        }
        return count
    }

    private func fetchAll(_ chunk: [Topic]) async throws(WalletConnectError) -> Int {
        let wanted = Set(chunk)
        var count = 0
        for _ in 0..<limits.pages {
            let reply = await send(.fetch(chunk))
            if let failure = reply.failure { throw .relay(failure) }
            guard case .value(let json) = reply, let page = RelayResults.page(json) else { throw .relay(.answer) }
            statistics.malformed &+= page.malformed
            for message in page.messages {
                if wanted.contains(message.topic) {
                    _ = incoming.add(message, nil, isFetched: true)
                    count += 1
                } else {
                    statistics.unknownTopics &+= 1
                }
            }
            if page.hasMore, connection?.isGathering == true { connection?.isGathering = false }
            if connection?.isGathering != true { endGathering() }
            guard page.hasMore, !page.messages.isEmpty else { break }
            try await waitForRoom()
        }
        return count
    }

    /// Waits until half of the queue is free.
    private func waitForRoom() async throws(WalletConnectError) {
        guard !incoming.hasRoom else { return }
        let ticket = issue()
        roomWaiters.insert(ticket)
        let reply = await wait(ticket, limit: timing.connection)
        roomWaiters.remove(ticket)
        if let failure = reply.failure { throw .relay(failure) }
    }
}
