internal import Bridge

/// Messages to peers.
extension V1Engine {
    /// Encrypts a message to the other side, and queues it.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - session: The session.
    ///   - topic: Where it is published; the topic of the peer by default.
    ///   - isSilent: Whether the server does not notify a wallet that is away.
    ///   - lifetime: How long it is tried, in seconds.
    ///   - step: The step of which it is a part.
    /// - Returns: The text of the payload.
    /// - Throws: ``WalletConnectError/session(_:)`` with `locked`, `tooLarge` or `unknownSession`.
    @discardableResult func send(
        _ message: RPCMessage, in session: V1SessionRecord, to topic: String? = nil, isSilent: Bool = true,
        lifetime: Int64 = V1Durations.message, _ step: inout V1Step
    ) throws(WalletConnectError) -> String {
        guard let key = step.keys[session.topic] ?? keys[session.topic] else { throw .session(.locked) }
        let payload = V1Payload(sealing: message.json.bytes, with: key).text
        guard payload.utf8.count <= Envelope.maximumTextBytes else { throw .session(.tooLarge) }
        guard topic != nil || session.peer != nil else { throw .session(.unknownSession) }
        put(payload, in: session, to: topic, isSilent: isSilent, lifetime: lifetime, &step)
        return payload
    }

    /// Queues a payload.
    func put(
        _ payload: String, in session: V1SessionRecord, to topic: String? = nil, isSilent: Bool = true,
        lifetime: Int64 = V1Durations.message, _ step: inout V1Step
    ) {
        guard let topic = topic ?? session.peer?.id else { return }
        step.put(
            .outgoing(
                V1Outgoing(
                    number: step.nextNumber(),
                    message: V1Message(bridge: session.bridge, topic: topic, payload: payload),
                    isSilent: isSilent, expiry: later(lifetime))))
    }

    /// Makes a request with a new id.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `tooMany`.
    func newRequest(
        _ method: String, _ params: JSON, _ step: inout V1Step
    ) throws(WalletConnectError) -> RPCRequest {
        guard state.outgoing.count < limits.outgoing, state.outgoingBytes < limits.outgoingBytes else {
            throw .session(.tooMany)
        }
        var source = RPCIDSource(last: step.lastID ?? state.lastID)
        var generator = EnvironmentGenerator(random: environment.random)
        let id = source.next(at: environment.now(), using: &generator)
        step.lastID = source.last
        step.put(.lastID(source.last))
        return RPCRequest(id: id, method: method, params: params)
    }

    /// Tells the other side what a session is now, or that it has ended.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `tooMany` or `locked`.
    func send(
        _ update: V1Session, in session: V1SessionRecord, _ step: inout V1Step
    ) throws(WalletConnectError) {
        try send(.request(newRequest(V1Session.updateMethod, [update.json], &step)), in: session, &step)
    }

    // MARK: Answers

    /// Answers a request.
    func reply(
        _ incoming: Incoming, _ failure: ErrorResponse, in session: V1SessionRecord, _ step: inout V1Step
    ) {
        answer(
            record(of: incoming, &step), RPCResponse(id: incoming.key.id, failure: failure), in: session, &step)
    }

    /// The record of a request that gets no answer, or a new one.
    func record(of incoming: Incoming, _ step: inout V1Step) -> ReceivedRecord {
        ReceivedRecord(
            key: incoming.key, number: step.nextNumber(), hash: incoming.hash,
            state: .answered("", SessionMethod.request.response), received: now,
            expiry: later(V1Durations.journal), size: 0)
    }

    /// Sends the answer to a request, and records it, in one step.
    func answer(
        _ record: ReceivedRecord, _ response: RPCResponse, in session: V1SessionRecord, _ step: inout V1Step
    ) {
        var record = record
        var payload = try? send(.response(response), in: session, &step)
        if payload == nil {
            // The peer must get an answer, even if the result is too large.
            let failure = RPCResponse(id: record.key.id, failure: ErrorResponse(.internalError))
            payload = try? send(.response(failure), in: session, &step)
        }
        guard let payload else { return }
        record.state = .answered(payload, SessionMethod.request.response)
        record.size = payload.utf8.count
        remember(record, &step)
    }

    /// Records a request that was answered, or needs no answer, and forgets the oldest ones if there are too many; no
    /// request that could be one of them is accepted any more.
    func remember(_ record: ReceivedRecord, _ step: inout V1Step) {
        step.put(.received(record))
        forgetAnswers(on: record.key.topic, most: limits.answersOfTopic, mostBytes: limits.answerBytesOfTopic, &step)
        // The session with the most answers gives way to the others.
        let excess = state.answeredBytes - limits.answerBytes
        guard excess > 0, let largest = state.answered.max(by: { $0.value.bytes < $1.value.bytes }) else { return }
        forgetAnswers(on: largest.key, most: .max, mostBytes: max(largest.value.bytes - excess, 0), &step)
    }

    private func forgetAnswers(on topic: Topic, most: Int, mostBytes: Int, _ step: inout V1Step) {
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

    /// Whether the journal no longer tells if a request came before: its id is older than what was forgotten, or does
    /// not tell its age.
    func isForgotten(_ id: RPCID, in session: V1SessionRecord) -> Bool {
        guard let start = session.journalStart else { return false }
        return id.milliseconds.map { $0 <= start } ?? true
    }
}
