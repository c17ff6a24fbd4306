internal import Bridge

/// Messages to peers.
extension SessionEngine {
    /// Encrypts a message, and queues it.
    ///
    /// - Returns: The envelope.
    /// - Throws: ``WalletConnectError/session(_:)`` with `tooLarge` or `unknownSession`.
    @discardableResult func send(
        _ message: RPCMessage, on topic: Topic, _ publishing: SessionMethod.Publishing, _ step: inout SessionStep
    ) throws(WalletConnectError) -> String {
        guard let key = step.keys[topic] ?? keys[topic] else { throw .session(.unknownSession) }
        let text = try Envelope.seal(message.json.bytes, with: key).text(for: .relay)
        guard text.utf8.count <= Envelope.maximumTextBytes else { throw .session(.tooLarge) }
        put(text, on: topic, publishing, &step)
        return text
    }

    /// Queues an envelope.
    func put(
        _ message: String, on topic: Topic, _ publishing: SessionMethod.Publishing, _ step: inout SessionStep
    ) {
        step.put(
            .outgoing(
                OutgoingRecord(
                    number: step.nextNumber(), topic: topic, message: message, publishing: publishing,
                    expiry: later(publishing.lifetime))))
    }

    /// Sends a request, and keeps a record of it if an answer is expected.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `tooLarge` or `tooMany`.
    @discardableResult func send(
        _ call: SessionCall, on topic: Topic, until end: Int64?, _ step: inout SessionStep
    ) throws(WalletConnectError) -> RequestKey {
        guard state.outgoing.count < limits.outgoing, state.outgoingBytes < limits.outgoingBytes else {
            throw .session(.tooMany)
        }
        var source = RPCIDSource(last: step.lastID ?? state.lastID)
        var generator = EnvironmentGenerator(random: environment.random)
        let key = RequestKey(topic: topic, id: source.next(at: environment.now(), using: &generator))
        step.lastID = source.last
        let request: SessionRequest? = if case .request(let request) = call { request } else { nil }
        let publishing = call.method.request(expiringAt: request?.expiry, now: now)
        let text = try send(.request(call.request(id: key.id)), on: topic, publishing, &step)
        step.put(.lastID(source.last))
        guard let end else { return key }
        guard makeRoom(for: text.utf8.count, &step) else { throw .session(.tooMany) }
        step.put(
            .sent(
                SentRecord(
                    key: key, method: call.method, request: request, state: .waiting,
                    hash: Envelope.hash(ofText: text), created: now, expiry: end, size: text.utf8.count)))
        return key
    }

    /// Removes the oldest outcomes that nobody has read if there are too many records, or they have too many bytes.
    ///
    /// - Returns: Whether there is room.
    @discardableResult func makeRoom(
        for size: Int, besides key: RequestKey? = nil, _ step: inout SessionStep
    ) -> Bool {
        var (count, bytes) = (state.sent.count, state.sentBytes)
        // An answer needs no other record than that of its request.
        let most = key == nil ? limits.sent - 1 : limits.sent
        guard count > most || bytes + size > limits.sentBytes else { return true }
        let unread = state.sent.values
            .filter { $0.state != .waiting && $0.key != key && !awaitedRequests.contains($0.key) }
            .sorted { $0.created < $1.created }
        for record in unread where count > most || bytes + size > limits.sentBytes {
            step.remove(.sent(record.key))
            count -= 1
            bytes -= record.size
        }
        return count <= most && bytes + size <= limits.sentBytes
    }

    // MARK: Answers

    /// Answers a request with a result.
    func reply(
        _ incoming: Incoming, _ result: JSON, _ publishing: SessionMethod.Publishing, _ step: inout SessionStep
    ) {
        answer(incoming, RPCResponse(id: incoming.key.id, result: result), publishing, &step)
    }

    /// Answers a request with an error.
    func reply(
        _ incoming: Incoming, _ failure: ErrorResponse, _ publishing: SessionMethod.Publishing,
        _ step: inout SessionStep
    ) {
        answer(incoming, RPCResponse(id: incoming.key.id, failure: failure), publishing, &step)
    }

    private func answer(
        _ incoming: Incoming, _ response: RPCResponse, _ publishing: SessionMethod.Publishing,
        _ step: inout SessionStep
    ) {
        let record = ReceivedRecord(
            key: incoming.key, number: step.nextNumber(), hash: incoming.hash, state: .answered("", publishing),
            received: now, expiry: later(SessionDurations.journal), size: 0)
        answer(record, response, publishing, &step)
    }

    /// Sends the answer to a request, and records it, in one step.
    func answer(
        _ record: ReceivedRecord, _ response: RPCResponse, _ publishing: SessionMethod.Publishing,
        _ step: inout SessionStep
    ) {
        var record = record
        let topic = record.key.topic
        var message = try? send(.response(response), on: topic, publishing, &step)
        if message == nil {
            // The peer must get an answer, even if the result is too large.
            let failure = RPCResponse(id: record.key.id, failure: ErrorResponse(.internalError))
            message = try? send(.response(failure), on: topic, publishing, &step)
        }
        guard let message else { return }
        record.state = .answered(message, publishing)
        record.size = message.utf8.count
        record.attestation = nil
        step.put(.received(record))
        forgetAnswers(on: topic, &step)
    }

    /// Forgets the oldest answers of a topic if there are too many; no request that could be one of them is accepted
    /// any more.
    func forgetAnswers(on topic: Topic, _ step: inout SessionStep) {
        forgetAnswers(on: topic, most: limits.answersOfTopic, mostBytes: limits.answerBytesOfTopic, &step)
        // The topic with the most answers gives way to the others.
        let excess = state.answeredBytes - limits.answerBytes
        guard excess > 0, let largest = state.answered.max(by: { $0.value.bytes < $1.value.bytes }) else { return }
        forgetAnswers(on: largest.key, most: .max, mostBytes: max(largest.value.bytes - excess, 0), &step)
    }

    private func forgetAnswers(on topic: Topic, most: Int, mostBytes: Int, _ step: inout SessionStep) {
        guard let answered = state.answered[topic] else { return }
        var (count, bytes) = (answered.keys.count, answered.bytes)
        var start: Int64?
        for key in answered.keys {
            guard count >= most || bytes >= mostBytes else { break }
            count -= 1
            bytes -= state.received[key]?.size ?? 0
            step.remove(.received(key))
            start = max(start ?? 0, key.id.milliseconds ?? 0)
        }
        guard let start, var session = current(topic, step) else { return }
        session.journalStart = max(session.journalStart ?? 0, start)
        step.put(.session(session))
    }

    /// Whether the journal no longer tells if a request was answered: its id is older than what was forgotten, or does
    /// not tell its age.
    func isForgotten(_ id: RPCID, in session: SessionRecord) -> Bool {
        guard let start = session.journalStart else { return false }
        return id.milliseconds.map { $0 <= start } ?? true
    }
}
