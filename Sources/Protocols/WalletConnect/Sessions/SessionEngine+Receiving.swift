internal import Bridge

/// Messages of peers.
extension SessionEngine {
    /// A request on its way through the engine.
    struct Incoming {
        let key: RequestKey
        let hash: String
        let size: Int
        let attestation: String?
        /// When it was made, in seconds since 1970.
        let made: Int64
    }

    /// Takes a message of the relay.
    ///
    /// - Parameters:
    ///   - message: The text of an envelope; anything.
    ///   - topic: The topic.
    ///   - attestation: The attestation of the publisher's origin, if there is one.
    ///   - publishedAt: When the relay got it, in milliseconds since 1970; zero if the relay does not say so.
    /// - Returns: Whether the message needs no second delivery: what follows from it is durable, or it is worth nothing.
    package func receive(
        _ message: String, on topic: Topic, attestation: String? = nil, publishedAt: Int64 = 0
    ) async -> Bool {
        do throws(WalletConnectError) {
            try await transact { step throws(WalletConnectError) in
                guard state.outgoing.count < limits.outgoing, state.outgoingBytes < limits.outgoingBytes else {
                    throw refuse(.tooMany)
                }
                if isEarly(on: topic, message) { throw .session(.unknownSession) }
                let arrived = arrival(publishedAt: publishedAt / 1_000)
                if state.isKnown(topic), !canOpen(topic) {
                    try keep(message, on: topic, attestation, arrived, &step)
                } else {
                    take(message, on: topic, attestation, arrived, &step)
                }
            }
            if attestation != nil { refreshAttestationKey() }
            return true
        } catch {
            return false
        }
    }

    /// When a message came to the relay, if the relay says so and can know, or else now.
    private func arrival(publishedAt seconds: Int64) -> Int64 { 1..<max(now, 1) ~= seconds ? seconds : now }

    /// When a request was made, in seconds since 1970: when it came to the relay.
    ///
    /// Its id tells the time of the app's clock, which may be wrong: only one that is hours older counts, since a relay
    /// can keep messages back.
    private func made(_ id: RPCID, arrived: Int64) -> Int64 {
        guard let own = id.milliseconds.map({ $0 / 1_000 }), own < arrived - SessionDurations.clockSkew,
            own > arrived - SessionDurations.journal
        else { return arrived }
        return own
    }

    private func refuse(_ fault: WalletConnectError.Session) -> WalletConnectError {
        statistics.refused += 1
        return .session(fault)
    }

    /// Keeps a message until its key can be opened.
    private func keep(
        _ message: String, on topic: Topic, _ attestation: String?, _ arrived: Int64, _ step: inout SessionStep
    ) throws(WalletConnectError) {
        guard message.utf8.count <= Envelope.maximumTextBytes else { return }
        guard state.unopened.count < limits.unopened, state.unopenedBytes < limits.unopenedBytes else {
            throw refuse(.locked)
        }
        guard !state.unopened.values.contains(where: { $0.topic == topic && $0.message == message }) else { return }
        step.put(
            .unopened(
                UnopenedMessage(
                    number: step.nextNumber(), topic: topic, message: message, attestation: attestation,
                    expiry: later(SessionDurations.journal), arrived: arrived)))
    }

    /// Whether a message is for a session of which the app has not got the settlement: it will come again.
    private func isEarly(on topic: Topic, _ message: String) -> Bool {
        guard let session = state.sessions[topic], !session.isController, session.state == .settling,
            case .request(let request) = open(message, on: topic), let call = try? SessionCall(request)
        else { return false }
        return call.needsSettlement
    }

    private func open(_ message: String, on topic: Topic) -> RPCMessage? {
        guard let key = keys[topic], let envelope = try? Envelope(parsing: message, from: .relay),
            let plain = try? envelope.open(with: key)
        else { return nil }
        return try? RPCMessage(parsing: plain)
    }

    /// Whether the key of a topic is open: that of a pairing or a session, or the app's own for the answer to a
    /// sign-in.
    func canOpen(_ topic: Topic) -> Bool { keys[topic] != nil || responseKey(of: topic) != nil }

    private func responseKey(of topic: Topic) -> AgreementKey? {
        state.responses[topic].flatMap { agreementKeys[$0] }
    }

    private func openEnvelope(_ message: String, on topic: Topic) throws(WalletConnectError) -> [UInt8] {
        let envelope = try Envelope(parsing: message, from: .relay)
        if let key = keys[topic] { return try envelope.open(with: key) }
        guard let own = responseKey(of: topic) else { throw .session(.unknownSession) }
        return try envelope.open(with: own)
    }

    /// Takes a message whose key is open.
    func take(
        _ message: String, on topic: Topic, _ attestation: String?, _ arrived: Int64, _ step: inout SessionStep
    ) {
        guard canOpen(topic) else {
            statistics.unknownTopics += 1
            return
        }
        let plain: [UInt8]
        do throws(WalletConnectError) {
            plain = try openEnvelope(message, on: topic)
        } catch {
            statistics.undecryptable += 1
            return
        }
        do throws(WalletConnectError) {
            switch try RPCMessage(parsing: plain) {
            case .request(let request):
                let incoming = Incoming(
                    key: RequestKey(topic: topic, id: request.id), hash: Envelope.hash(ofText: message),
                    size: plain.count, attestation: attestation, made: made(request.id, arrived: arrived))
                take(request, incoming, &step)
            case .response(let response): take(response, of: plain.count, on: topic, &step)
            }
        } catch {
            statistics.malformed += 1
            let code: PeerErrorCode = if case .json = error { .parseError } else { .invalidRequest }
            let response = RPCResponse(id: nil, failure: ErrorResponse(code))
            _ = try? send(.response(response), on: topic, SessionMethod.unknownResponse, &step)
        }
    }

    private func take(_ request: RPCRequest, _ incoming: Incoming, _ step: inout SessionStep) {
        guard !repeated(incoming.key, &step) else { return }
        let call: SessionCall
        do throws(WalletConnectError) {
            guard let known = try SessionCall(request) else {
                let code: PeerErrorCode =
                    request.method.hasPrefix("wc_") ? .unsupportedProtocolMethod : .methodNotFound
                return reply(incoming, ErrorResponse(code), SessionMethod.unknownResponse, &step)
            }
            call = known
        } catch {
            let method = SessionMethod(rawValue: request.method)
            let publishing = method?.response(rejectedBy: .automatic) ?? SessionMethod.unknownResponse
            return reply(incoming, ErrorResponse(.invalidParameters), publishing, &step)
        }
        if let session = state.sessions[incoming.key.topic] {
            take(call, incoming, of: session, &step)
        } else if let pairing = state.pairings[incoming.key.topic] {
            take(call, incoming, of: pairing, &step)
        }
    }

    /// Whether a request has come before; if it was answered, the answer is sent again.
    private func repeated(_ key: RequestKey, _ step: inout SessionStep) -> Bool {
        if let record = state.received[key] {
            statistics.repetitions += 1
            if case .answered(let message, let publishing) = record.state {
                if message.isEmpty {
                    // The answer was lost with its record.
                    let failure = RPCResponse(id: key.id, failure: ErrorResponse(.internalError))
                    answer(record, failure, publishing, &step)
                } else {
                    put(message, on: record.answerTopic ?? key.topic, publishing, &step)
                }
            }
            return true
        }
        guard state.proposals[key] != nil || state.authentications[key] != nil else { return false }
        statistics.repetitions += 1
        return true
    }

    private func take(
        _ call: SessionCall, _ incoming: Incoming, of pairing: PairingRecord, _ step: inout SessionStep
    ) {
        switch call {
        case .propose(let proposal) where pairing.role == .wallet: take(proposal, incoming, &step)
        case .propose: reply(incoming, ErrorResponse(.invalidProposal), call.method.response, &step)
        case .authenticate(let request) where pairing.role == .wallet: take(request, incoming, &step)
        case .authenticate: decline(incoming, &step)
        case .pairingPing, .ping: reply(incoming, true, call.method.response, &step)
        case .pairingDelete(let reason):
            reply(incoming, true, call.method.response, &step)
            end(pairing, reason, &step)
        default: reply(incoming, ErrorResponse(.noSessionForTopic), call.method.response, &step)
        }
    }

    private func take(
        _ call: SessionCall, _ incoming: Incoming, of session: SessionRecord, _ step: inout SessionStep
    ) {
        let publishing = call.method.response
        if session.expiry <= now || !session.isController && session.state == .settling && call.needsSettlement {
            return reply(incoming, ErrorResponse(.noSessionForTopic), publishing, &step)
        }
        switch call {
        case .request(let request) where session.isController: take(request, incoming, of: session, &step)
        case .settle(let settlement) where !session.isController: take(settlement, incoming, of: session, &step)
        case .update(let namespaces) where !session.isController:
            take(namespaces, incoming, of: session, &step)
        case .extend(let extending) where !session.isController: take(extending, incoming, of: session, &step)
        case .event(let event) where !session.isController: take(event, incoming, of: session, &step)
        case .request: reply(incoming, ErrorResponse(.unauthorizedMethod), publishing, &step)
        case .settle: reply(incoming, ErrorResponse(.invalidSettleRequest), publishing, &step)
        case .update: reply(incoming, ErrorResponse(.unauthorizedUpdateRequest), publishing, &step)
        case .extend: reply(incoming, ErrorResponse(.unauthorizedExtendRequest), publishing, &step)
        case .event: reply(incoming, ErrorResponse(.unauthorizedEvent), publishing, &step)
        case .ping, .pairingPing:
            reply(incoming, true, publishing, &step)
            used(session.topic, &step)
        case .delete(let reason):
            reply(incoming, true, publishing, &step)
            end(session, reason, &step)
        case .propose, .authenticate, .pairingDelete:
            reply(incoming, ErrorResponse(.invalidRequest), publishing, &step)
        }
    }

    private func take(_ response: RPCResponse, of size: Int, on topic: Topic, _ step: inout SessionStep) {
        // The answer to a sign-in has a topic of its own.
        let key = state.responses[topic] ?? response.id.map { RequestKey(topic: topic, id: $0) }
        guard let key, key.id == response.id, var record = state.sent[key] else {
            statistics.unexpectedAnswers += 1
            return
        }
        guard record.state == .waiting else {
            guard record.state == .expired else {
                statistics.repetitions += 1
                return
            }
            record.state = .answeredLate(response.outcome)
            record.size += size
            makeRoom(for: size, besides: record.key, &step)
            step.put(.sent(record))
            step.news.append(.lateAnswer(record.key))
            return
        }
        switch record.method {
        case .propose: take(response.outcome, ofProposal: record, &step)
        case .authenticate: take(response.outcome, ofAuthentication: record, on: topic, &step)
        case .settle: take(response.outcome, ofSettlement: record, &step)
        default:
            makeRoom(for: size, besides: record.key, &step)
            step.settle(record, .answered(response.outcome), size: size)
            if case .result = response.outcome { used(topic, &step) }
        }
    }

    // MARK: What steps are made of

    /// A time so many seconds from now.
    func later(_ seconds: Int64) -> Int64 { now.addingReportingOverflow(seconds).partialValue }

    /// The session with a topic as the step leaves it.
    func current(_ topic: Topic, _ step: SessionStep) -> SessionRecord? {
        step.sessions[topic] ?? state.sessions[topic]
    }

    /// Notes that the peer uses a session, which shows that it has the settlement.
    func used(_ topic: Topic, _ step: inout SessionStep) {
        guard var session = current(topic, step) else { return }
        let isNew = session.isController && session.state == .settling
        // To the minute: the time is for people, and each change is one for the store.
        guard isNew || now - session.lastUsed >= 60 else { return }
        session.lastUsed = now
        if isNew {
            session.state = .settled
            step.news.append(.settled(SessionDetails(session)))
        }
        step.put(.session(session))
    }
}

extension SessionCall {
    /// Whether an app can do nothing with it before the settlement.
    fileprivate var needsSettlement: Bool {
        switch self {
        case .update, .extend, .event: true
        default: false
        }
    }
}
