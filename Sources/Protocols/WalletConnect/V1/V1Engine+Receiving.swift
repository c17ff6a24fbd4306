internal import Bridge
internal import Primitives

/// Messages of peers.
extension V1Engine {
    /// A request on its way through the engine.
    struct Incoming {
        let key: RequestKey
        let wireTopic: String
        let hash: String
        let size: Int
    }

    /// A message that a key has opened.
    private struct Opened {
        let session: Topic
        let plain: [UInt8]
        let hash: String
    }

    /// Takes messages of a bridge server, sorted: servers deliver what they kept newest first.
    ///
    /// - Returns: Whether they need not be passed again: what follows from them is durable, or they are worth nothing.
    package func receive(_ messages: [V1Message]) async -> Bool {
        for message in sorted(messages) {
            do throws(WalletConnectError) {
                try await transact { step throws(WalletConnectError) in
                    guard state.outgoing.count < limits.outgoing, state.outgoingBytes < limits.outgoingBytes else {
                        statistics.refused += 1
                        throw .session(.tooMany)
                    }
                    try take(message, &step)
                }
            } catch {
                return false
            }
        }
        return true
    }

    /// Takes the news that a server has a message.
    package func published(_ number: Int64) async {
        // If this fails, the message is sent again after a restart.
        try? await transact { step throws(WalletConnectError) in
            if state.outgoing[number] != nil { step.remove(.outgoing(number)) }
        }
    }

    /// Sorts messages: the responses, of which one may approve a session, and then the requests.
    ///
    /// Requests are sorted by the times of their ids, and stay as they are if one of them has an id without a time.
    func sorted(_ messages: [V1Message]) -> [V1Message] {
        guard messages.count > 1 else { return messages }
        var (responses, requests): ([V1Message], [(time: Int64?, place: Int, message: V1Message)]) = ([], [])
        for (place, message) in messages.enumerated() {
            guard let opened = open(message), case .request(let request) = try? RPCMessage(parsing: opened.plain) else {
                // Or something that is dropped or kept, wherever it stands.
                responses.append(message)
                continue
            }
            requests.append((request.id.milliseconds, place, message))
        }
        if requests.allSatisfy({ $0.time != nil }) {
            requests.sort { ($0.time ?? 0, $0.place) < ($1.time ?? 0, $1.place) }
        }
        return responses + requests.map(\.message)
    }

    private func open(_ message: V1Message) -> Opened? {
        let sessions = state.sessions(on: message.topic, at: message.bridge)
        guard !sessions.isEmpty, let payload = try? V1Payload(parsing: message.payload) else { return nil }
        for session in sessions {
            guard let key = keys[session.topic], let plain = try? payload.open(with: key) else { continue }
            return Opened(session: session.topic, plain: plain, hash: Hex.encode(payload.code))
        }
        return nil
    }

    /// Takes a message, or keeps it until its key can be opened.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `locked` if there is no room to keep it.
    func take(_ message: V1Message, _ step: inout V1Step) throws(WalletConnectError) {
        let sessions = state.sessions(on: message.topic, at: message.bridge)
        guard !sessions.isEmpty else {
            statistics.unknownTopics += 1
            return
        }
        guard let opened = open(message) else {
            guard sessions.contains(where: { keys[$0.topic] == nil }) else {
                statistics.undecryptable += 1
                return
            }
            return try keep(message, &step)
        }
        guard let session = state.sessions[opened.session] else { return }
        do throws(WalletConnectError) {
            switch try RPCMessage(parsing: opened.plain) {
            case .request(let request):
                let incoming = Incoming(
                    key: RequestKey(topic: session.topic, id: request.id), wireTopic: message.topic,
                    hash: opened.hash, size: opened.plain.count)
                take(request, incoming, of: session, &step)
            case .response(let response): take(response, opened.plain.count, of: session, &step)
            }
        } catch {
            statistics.malformed += 1
            // An app answers nothing, or two clients could answer each other's errors for ever.
            guard session.role == .wallet, session.state == .settled, message.topic == session.ownID else { return }
            let code: PeerErrorCode = if case .json = error { .parseError } else { .invalidRequest }
            _ = try? send(.response(RPCResponse(id: nil, failure: ErrorResponse(code))), in: session, &step)
        }
    }

    private func keep(_ message: V1Message, _ step: inout V1Step) throws(WalletConnectError) {
        // Without the form of a payload no key will ever open it.
        guard (try? V1Payload(parsing: message.payload)) != nil else {
            statistics.undecryptable += 1
            return
        }
        guard !state.unopened.values.contains(where: { $0.message == message }) else { return }
        guard state.unopened.count < limits.unopened, state.unopenedBytes < limits.unopenedBytes else {
            statistics.refused += 1
            throw .session(.locked)
        }
        step.put(
            .unopened(
                V1Unopened(number: step.nextNumber(), message: message, expiry: later(V1Durations.journal))))
    }

    // MARK: Requests

    private func take(
        _ request: RPCRequest, _ incoming: Incoming, of session: V1SessionRecord, _ step: inout V1Step
    ) {
        guard !repeated(incoming, of: session, &step) else { return }
        switch (request.method, session.role, session.state) {
        case (V1SessionRequest.method, .wallet, .pairing) where incoming.wireTopic == session.handshakeTopic:
            propose(request, of: session, &step)
        case (V1Session.updateMethod, _, _) where incoming.wireTopic == session.ownID:
            take(update: request, incoming, of: session, &step)
        case (_, .wallet, .settled) where incoming.wireTopic == session.ownID:
            serve(request, incoming, of: session, &step)
        default:
            // A server can send a client's own messages back to it: an app is asked nothing, and answers nothing.
            statistics.refused += 1
        }
    }

    /// Whether a request has come before; if it was answered, the answer is sent again.
    private func repeated(_ incoming: Incoming, of session: V1SessionRecord, _ step: inout V1Step) -> Bool {
        if let record = state.received[incoming.key] {
            statistics.repetitions += 1
            if case .answered(let payload, _) = record.state, !payload.isEmpty {
                put(payload, in: session, &step)
            }
            return true
        }
        // Ids of the two sides have nothing to do with each other.
        guard session.role == .wallet, session.proposal == incoming.key.id else { return false }
        statistics.repetitions += 1
        return true
    }

    // MARK: Responses

    private func take(
        _ response: RPCResponse, _ size: Int, of session: V1SessionRecord, _ step: inout V1Step
    ) {
        guard session.role == .app, let id = response.id else {
            statistics.unexpectedAnswers += 1
            return
        }
        if id == session.proposal {
            guard session.state == .proposed else {
                statistics.repetitions += 1
                return
            }
            return take(approval: response.outcome, of: session, &step)
        }
        guard var record = state.sent[RequestKey(topic: session.topic, id: id)] else {
            statistics.unexpectedAnswers += 1
            return
        }
        switch record.state {
        case .waiting:
            makeRoom(for: size, besides: record.key, &step)
            step.settle(record, .answered(response.outcome), size: size)
            used(session.topic, &step)
        case .expired:
            makeRoom(for: size, besides: record.key, &step)
            record.state = .answeredLate(response.outcome)
            record.size += size
            step.put(.sent(record))
            step.news.append(.lateAnswer(record.key))
        default: statistics.repetitions += 1
        }
    }
}
