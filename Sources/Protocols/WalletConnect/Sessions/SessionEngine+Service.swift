package import Bridge

/// What clients of all versions have in common.
extension SessionEngine: SessionService {
    /// Version 2.
    package nonisolated var version: SessionVersion { .v2 }

    /// Whether a topic is that of a pairing or a session.
    package func knows(_ topic: Topic) -> Bool { state.isKnown(topic) }

    /// Takes a link of version 2.
    ///
    /// - Throws: ``WalletConnectError/link(_:)`` with `version` for another link, or what ``pair(_:)-(PairingURI)``
    ///   throws.
    package func pair(_ link: ConnectionLink) async throws(WalletConnectError) {
        guard case .pairing(let uri) = link else { throw .link(.version) }
        try await pair(uri)
    }

    /// Proposes a session.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` or ``WalletConnectError/session(_:)``.
    package func offer(_ offer: ConnectionOffer) async throws(WalletConnectError) -> OfferedLink {
        let uri = try await propose(
            required: offer.required, optional: offer.optional, sessionProperties: offer.sessionProperties,
            scopedProperties: offer.scopedProperties)
        return OfferedLink(text: uri.text, topic: uri.topic)
    }

    /// Approves a proposal without a sign-in.
    ///
    /// - Throws: As ``approve(_:namespaces:sessionProperties:scopedProperties:authentications:)``.
    package func approve(
        _ key: RequestKey, namespaces: SessionNamespaces, sessionProperties: JSONObject?,
        scopedProperties: JSONObject?
    ) async throws(WalletConnectError) -> SessionDetails {
        try await approve(
            key, namespaces: namespaces, sessionProperties: sessionProperties, scopedProperties: scopedProperties,
            authentications: [])
    }

    /// The outcomes that no caller has got, the oldest first.
    package func unreadAnswers() -> [UnreadAnswer] {
        answers().compactMap { record in
            guard let request = record.request, let outcome = record.outcome else { return nil }
            return UnreadAnswer(key: record.key, request: request, outcome: outcome)
        }
    }
}

/// What the engine checks.
extension SessionEngine {
    /// Checks that a session is not larger than what is kept of one.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `tooLarge`.
    func checkSize(of session: SessionRecord) throws(WalletConnectError) {
        let properties = [session.sessionProperties, session.scopedProperties].compactMap { $0 }
        let size = properties.reduce(session.namespaces.json.bytes.count + session.required.json.bytes.count) {
            $0 + JSON.object($1).bytes.count
        }
        guard size <= limits.sessionBytes else { throw .session(.tooLarge) }
    }

    /// Removes what cannot be read, and what belonged to it.
    ///
    /// A request whose record is lost may have been answered, so it must not be shown again: it counts as answered with
    /// an error. If it is not known which request that is, sessions take no request that was made before now, by clocks
    /// that may differ by five minutes.
    func repair(_ damaged: [StoredKey], _ step: inout SessionStep) {
        guard !damaged.isEmpty else { return }
        for key in damaged {
            statistics.damagedRecords += 1
            step.remove(key)
            guard case .received(let key) = key, state.isKnown(key.topic) else { continue }
            step.put(
                .received(
                    ReceivedRecord(
                        key: key, number: step.nextNumber(), hash: "",
                        state: .answered("", SessionMethod.unknownResponse), received: now,
                        expiry: later(SessionDurations.journal), size: 0)))
        }
        let isUnknown = damaged.contains { if case .row = $0 { true } else { false } }
        for var session in isUnknown ? Array(state.sessions.values) : [] {
            let latest = environment.now().addingReportingOverflow(300_000).partialValue
            session.journalStart = max(session.journalStart ?? 0, latest)
            step.put(.session(session))
        }
        for key in state.proposals.keys where !state.isKnown(key.topic) { step.remove(.proposal(key)) }
        for key in state.authentications.keys where state.pairings[key.topic] == nil {
            step.remove(.authentication(key))
        }
        for key in state.received.keys where !state.isKnown(key.topic) { step.remove(.received(key)) }
        for message in state.unopened.values where !state.isKnown(message.topic) {
            step.remove(.unopened(message.number))
        }
        for record in state.sent.values where record.state == .waiting && !state.isKnown(record.key.topic) {
            step.settle(record, .ended(ErrorResponse(.noSessionForTopic)))
        }
    }
}
