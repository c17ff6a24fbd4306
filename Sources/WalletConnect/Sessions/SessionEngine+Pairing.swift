package import Bridge

/// Pairings and proposals, in a wallet.
extension SessionEngine {
    /// Waits for the proposal of an app; a second call with the same URI changes nothing.
    ///
    /// - Parameter uri: What the app showed.
    /// - Throws: ``WalletConnectError/link(_:)`` with `expired`, or ``WalletConnectError/session(_:)`` with `tooMany`,
    ///   `locked` or `storage`.
    package func pair(_ uri: PairingURI) async throws(WalletConnectError) {
        guard !uri.isExpired(at: now) else { throw .link(.expired) }
        try await transact { step throws(WalletConnectError) in
            guard state.pairings[uri.topic] == nil else { return }
            guard state.pairings.count < limits.pairings, !state.isKnown(uri.topic) else { throw .session(.tooMany) }
            // A link that never ends would be a subscription that never ends.
            try add(uri.key, role: .wallet, expiry: min(uri.expiry, later(86_400)), methods: uri.methods, &step)
        }
    }

    /// Adds a pairing.
    func add(
        _ key: SymmetricKey, role: SessionRole, expiry: Int64, methods: [String], _ step: inout SessionStep
    ) throws(WalletConnectError) {
        let sealed = try key.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
        step.keys[key.topic] = key
        step.put(
            .pairing(
                PairingRecord(topic: key.topic, role: role, key: sealed, expiry: expiry, methods: methods)))
    }

    /// Takes a proposal.
    func take(_ proposal: SessionProposal, _ incoming: Incoming, _ step: inout SessionStep) {
        let rejection = SessionMethod.propose.response(rejectedBy: .automatic)
        let expiry = proposal.expiry ?? later(SessionMethod.propose.request.lifetime)
        guard expiry > now else { return reply(incoming, ErrorResponse(.requestExpired), rejection, &step) }
        do throws(WalletConnectError) {
            try proposal.required.validate()
            try proposal.optional.validate()
        } catch {
            guard case .namespaces(let fault) = error else { return }
            return reply(incoming, fault.response, rejection, &step)
        }
        let own = state.proposals.values.filter { $0.agreementKey == nil }.count
        guard own < limits.proposals, proposal.relays.isEmpty || proposal.relays.contains(where: { $0.name == "irn" })
        else { return reply(incoming, ErrorResponse(.invalidProposal), rejection, &step) }
        let record = ProposalRecord(
            key: incoming.key, proposal: proposal, expiry: min(expiry, later(SessionDurations.journal)),
            attestation: incoming.attestation)
        step.put(.proposal(record))
        // The pairing must last as long as the answer may take.
        if var pairing = state.pairings[incoming.key.topic], pairing.expiry < record.expiry {
            pairing.expiry = record.expiry
            step.put(.pairing(pairing))
        }
        step.news.append(.proposal(PendingProposal(record)))
    }

    /// Approves a proposal.
    ///
    /// The session is stored together with the settlement and the approval, which the peer gets in this order.
    ///
    /// - Parameters:
    ///   - key: What names the proposal.
    ///   - namespaces: What the app may use; see ``SupportedNamespaces``.
    ///   - sessionProperties: What the wallet says about the whole session (CAIP-25).
    ///   - scopedProperties: What the wallet says about single namespaces and chains (CAIP-25).
    /// - Returns: The session, which the app has not acknowledged yet.
    /// - Throws: ``WalletConnectError/namespaces(_:)``, after which the proposal still waits;
    ///   ``WalletConnectError/key`` if the app's key is not valid; ``WalletConnectError/session(_:)``.
    @discardableResult package func approve(
        _ key: RequestKey, namespaces: SessionNamespaces, sessionProperties: JSONObject? = nil,
        scopedProperties: JSONObject? = nil
    ) async throws(WalletConnectError) -> SessionDetails {
        try await transact { step throws(WalletConnectError) in
            let record = try proposal(key)
            guard !namespaces.entries.isEmpty else { throw .namespaces(.missingNamespace) }
            try namespaces.validate(against: record.proposal.required)
            guard state.sessions.count < limits.sessions else { throw .session(.tooMany) }
            let own = AgreementKey.random()
            let shared = try own.sharedKey(with: record.proposal.proposer.publicKey)
            let sealed = try shared.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
            var settlement = SessionSettlement(
                controller: Participant(publicKey: own.publicKey, metadata: metadata), namespaces: namespaces,
                expiry: later(SessionSettlement.lifetime))
            settlement.sessionProperties = sessionProperties
            settlement.scopedProperties = scopedProperties
            let session = SessionRecord(
                topic: shared.topic, proposal: key, role: .wallet, state: .settling, key: sealed,
                own: settlement.controller, peer: record.proposal.proposer, namespaces: namespaces,
                required: record.proposal.required, sessionProperties: sessionProperties,
                scopedProperties: scopedProperties, expiry: settlement.expiry,
                settlementEnd: later(SessionDurations.settlement), created: now, lastUsed: now, lastEvents: [:])
            step.keys[shared.topic] = shared
            step.put(.session(session))
            try send(.settle(settlement), on: shared.topic, until: session.settlementEnd, &step)
            let approval = ProposalApproval(responderPublicKey: own.publicKey)
            answer(
                Self.received(record, number: step.nextNumber(), at: now),
                RPCResponse(id: key.id, result: approval.json), SessionMethod.propose.response, &step)
            step.remove(.proposal(key))
            return SessionDetails(session)
        }
    }

    /// Rejects a proposal.
    ///
    /// - Parameters:
    ///   - key: What names the proposal.
    ///   - rejection: Whether the user rejected it, or the wallet without asking.
    ///   - reason: What the app gets; that the user rejected it, by default.
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func reject(
        _ key: RequestKey, by rejection: SessionMethod.Rejection = .user,
        reason: ErrorResponse = ErrorResponse(.userRejected)
    ) async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            let record = try proposal(key)
            answer(
                Self.received(record, number: step.nextNumber(), at: now),
                RPCResponse(id: key.id, failure: reason), SessionMethod.propose.response(rejectedBy: rejection), &step)
            step.remove(.proposal(key))
        }
    }

    private func proposal(_ key: RequestKey) throws(WalletConnectError) -> ProposalRecord {
        guard let record = state.proposals[key], record.agreementKey == nil else {
            throw .session(.unknownProposal)
        }
        guard record.expiry > now else { throw .session(.expired) }
        guard keys[key.topic] != nil else { throw .session(.locked) }
        return record
    }

    /// The record of a proposal's answer; it repeats the answer as long as there is the pairing.
    static func received(_ record: ProposalRecord, number: Int64, at now: Int64) -> ReceivedRecord {
        ReceivedRecord(
            key: record.key, number: number, hash: "", state: .answered("", SessionMethod.propose.response),
            received: now, expiry: record.expiry, size: 0)
    }

    /// Ends a pairing, and what waits on it.
    func end(_ pairing: PairingRecord, _ reason: ErrorResponse, _ step: inout SessionStep) {
        for proposal in state.proposals(on: pairing.topic) {
            step.remove(.proposal(proposal.key))
            if proposal.agreementKey == nil { step.news.append(.proposalWithdrawn(proposal.key, .ended)) }
        }
        for record in state.sent.values where record.key.topic == pairing.topic && record.state == .waiting {
            step.remove(.sent(record.key))
            step.connected[pairing.topic] = .failure(.session(.ended(reason)))
        }
        remove(pairing, &step)
    }

    /// Removes a pairing and its journal.
    func remove(_ pairing: PairingRecord, _ step: inout SessionStep) {
        for key in state.answered[pairing.topic]?.keys ?? [] { step.remove(.received(key)) }
        step.remove(.pairing(pairing.topic))
    }
}
