internal import Bridge

/// Publications.
extension RelayClient {
    /// Publishes a message, and waits until the relay has accepted it.
    ///
    /// A caller that no longer waits does not end the publication.
    ///
    /// - Parameters:
    ///   - publication: What is published.
    ///   - isDurable: Whether it survives a restart.
    /// - Throws: ``WalletConnectError/relay(_:)``: `expired`, `rejected` with the relay's error, or why it cannot be
    ///   queued.
    package func publish(_ publication: Publication, isDurable: Bool = true) async throws(WalletConnectError) {
        let ticket = issue()
        do throws(WalletConnectError) {
            _ = try await queue(publication, isDurable: isDurable, ticket: ticket)
        } catch {
            tickets[ticket] = nil
            throw error
        }
        if let failure = await wait(ticket, limit: nil).failure { throw .relay(failure) }
    }

    /// Stores a message to publish, and returns; the outcome is told to the ``RelayReceiver``.
    ///
    /// - Parameters:
    ///   - publication: What is published.
    ///   - isDurable: Whether it survives a restart.
    /// - Returns: The id, which the ``OutboxEntry`` of the outcome has.
    /// - Throws: ``WalletConnectError/relay(_:)``: `outboxFull`, `storage` or `stopped`.
    @discardableResult package func enqueue(
        _ publication: Publication, isDurable: Bool = true
    ) async throws(WalletConnectError) -> UInt64 {
        try await queue(publication, isDurable: isDurable, ticket: nil)
    }

    private func queue(
        _ publication: Publication, isDurable: Bool, ticket: UInt64?
    ) async throws(WalletConnectError) -> UInt64 {
        guard !isStopped else { throw .relay(.stopped) }
        let size = publication.message.utf8.count
        guard outbox.count + storing < limits.outbox, outbox.bytes + storingBytes + size <= limits.outboxBytes else {
            throw .relay(.outboxFull)
        }
        let end = time.now() + .seconds(publication.lifetime)
        let expiry = environment.now().addingReportingOverflow(publication.lifetime * 1_000).partialValue
        let entry = OutboxEntry(id: nextID(), publication: publication, expiry: expiry)
        if isDurable {
            storing += 1
            storingBytes += size
            defer {
                storing -= 1
                storingBytes -= size
            }
            do throws(WalletConnectError) {
                try await outboxStore.add(entry)
            } catch {
                statistics.storageFailures &+= 1
                throw .relay(.storage)
            }
        }
        outbox.insert(OutboxQueue.Item(entry: entry, end: end, isStored: isDurable))
        if let ticket { publishers[entry.id] = ticket }
        watchExpiry()
        needChanged()
        publish()
        return entry.id
    }

    /// Takes over what was stored before a restart.
    func restore(_ entries: [OutboxEntry]) {
        let now = environment.now()
        for entry in entries {
            ids.avoid(entry.id)
            // A clock that was set back does not make a lifetime longer.
            let rest = min(
                max(entry.expiry.subtractingReportingOverflow(now).partialValue, 0),
                entry.publication.lifetime.multipliedReportingOverflow(by: 1_000).partialValue)
            outbox.insert(
                OutboxQueue.Item(entry: entry, end: time.now() + .milliseconds(rest), isStored: true))
        }
        expire()
    }

    /// Sends what waits for its turn.
    func publish() {
        guard let connection, !connection.isClosedByClient else { return }
        while outbox.sent < limits.publishing, let entry = outbox.next {
            outbox.set(entry.id, .sent)
            Task { await send(entry) }
        }
    }

    private func send(_ entry: OutboxEntry) async {
        guard outbox[entry.id] != nil else { return }
        let reply = await send(.publish(entry.publication), id: entry.id)
        guard outbox[entry.id] != nil else { return publish() }
        switch reply {
        case .value: end(entry.id, .accepted)
        case .failure(let fault) where Self.isRepeated(fault):
            outbox.set(entry.id, .idle)
        case .failure(let fault) where fault.isTemporary:
            outbox.set(entry.id, .paused)
            Task {
                try? await time.sleep(pause(after: fault))
                outbox.set(entry.id, .idle)
                publish()
            }
        case .failure(let fault): end(entry.id, .rejected(fault))
        }
        publish()
    }

    /// Whether the relay may not have seen the publication at all, so that it is sent again as soon as possible.
    private static func isRepeated(_ fault: WalletConnectError.Relay) -> Bool {
        switch fault {
        case .timedOut, .interrupted, .stopped, .cancelled: true
        case .rejected(WalletConnectError.Relay.unauthorized, _): true
        default: false
        }
    }

    /// Ends a publication: out of the store first, then its publisher and the receiver are told.
    private func end(_ id: UInt64, _ outcome: PublicationOutcome) {
        guard let item = outbox.remove(id) else { return }
        watchExpiry()
        Task {
            if item.isStored {
                do throws(WalletConnectError) {
                    try await outboxStore.remove(id)
                } catch {
                    statistics.storageFailures &+= 1
                }
            }
            if let ticket = publishers.removeValue(forKey: id) {
                switch outcome {
                case .accepted: settle(ticket, .value(.null))
                case .expired: settle(ticket, .failure(.expired))
                case .rejected(let fault): settle(ticket, .failure(fault))
                }
            }
            await receiver.publicationEnded(item.entry, outcome)
        }
        needChanged()
    }

    /// Ends the publications whose lifetime is over.
    private func expire() {
        for id in outbox.ended(at: time.now()) { end(id, .expired) }
        watchExpiry()
    }

    private func watchExpiry() {
        guard let first = outbox.firstEnd else {
            expiryTimer?.cancel()
            (expiryTimer, nextExpiry) = (nil, nil)
            return
        }
        guard first != nextExpiry else { return }
        expiryTimer?.cancel()
        nextExpiry = first
        expiryTimer = Task {
            guard (try? await time.sleep(max(.zero, first - time.now()))) != nil else { return }
            nextExpiry = nil
            expire()
        }
    }
}
