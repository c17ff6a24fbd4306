package import Bridge

/// Pairings and proposals, in a wallet.
extension SessionEngine {
    /// Waits for the proposal of an app; a second call with the same URI changes nothing.
    ///
    /// - Parameters:
    ///   - uri: What the app showed.
    ///   - page: The origin of the page in a window of the wallet that opened the URI, if one did: then it is known where
    ///     the app is.
    /// - Throws: ``WalletConnectError/link(_:)`` with `expired` or `used`, or ``WalletConnectError/session(_:)`` with `tooMany`,
    ///   `locked` or `storage`.
    package func pair(_ uri: PairingURI, from page: Origin? = nil) async throws(WalletConnectError) {
        guard !uri.isExpired(at: now) else { throw .link(.expired) }
        try await transact { step throws(WalletConnectError) in
            guard state.used[uri.topic] == nil else { throw .link(.used) }
            guard state.pairings[uri.topic] == nil else { return }
            guard state.pairings.count < limits.pairings, !state.isKnown(uri.topic) else { throw .session(.tooMany) }
            // A link that never ends would be a subscription that never ends.
            let expiry = min(uri.expiry, later(86_400))
            try add(uri.key, role: .wallet, expiry: expiry, methods: uri.methods, page: page, &step)
        }
    }

    /// Adds a pairing.
    func add(
        _ key: SymmetricKey, role: SessionRole, expiry: Int64, methods: [String], page: Origin? = nil,
        _ step: inout SessionStep
    ) throws(WalletConnectError) {
        let sealed = try key.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
        step.keys[key.topic] = key
        step.put(
            .pairing(
                PairingRecord(
                    topic: key.topic, role: role, key: sealed, expiry: expiry, methods: methods,
                    page: page?.description)))
    }

    /// Takes a proposal.
    func take(_ proposal: SessionProposal, _ incoming: Incoming, _ step: inout SessionStep) {
        // The sign-in of the same pairing has been answered: it takes the place of the proposal.
        guard !isSignedIn(incoming.key.topic) else { return }
        let expiry = proposal.expiry ?? incoming.made + SessionMethod.propose.request.lifetime
        if let fault = fault(of: proposal, on: incoming.key.topic, expiry: expiry) {
            // Beside a sign-in, the app would take an error for the answer to that as well.
            guard !isHeld(incoming.key.topic) else { return }
            return reply(incoming, fault, SessionMethod.propose.response(rejectedBy: .automatic), &step)
        }
        let record = ProposalRecord(
            key: incoming.key, proposal: proposal, expiry: min(expiry, later(SessionDurations.journal)),
            attestation: incoming.attestation, hash: incoming.hash)
        step.put(.proposal(record))
        keepPairing(of: record.key, until: record.expiry, &step)
        if !isHeld(incoming.key.topic) { step.news.append(.proposal(pending(record))) }
    }

    /// Why a proposal is not shown to the user.
    private func fault(of proposal: SessionProposal, on topic: Topic, expiry: Int64) -> ErrorResponse? {
        // A link is good for one decision.
        guard state.used[topic] == nil else { return ErrorResponse(.invalidProposal) }
        guard expiry > now else { return ErrorResponse(.requestExpired) }
        do throws(WalletConnectError) {
            try proposal.required.validate()
            try proposal.optional.validate()
        } catch {
            guard case .namespaces(let fault) = error else { return ErrorResponse(.invalidProposal) }
            return fault.response
        }
        guard proposal.required.json.bytes.count <= limits.sessionBytes / 2, waitingForUser < limits.proposals,
            proposal.relays.isEmpty || proposal.relays.contains(where: { $0.name == "irn" })
        else { return ErrorResponse(.invalidProposal) }
        return nil
    }

    /// Lets a pairing last as long as an answer may take.
    func keepPairing(of key: RequestKey, until expiry: Int64, _ step: inout SessionStep) {
        guard var pairing = state.pairings[key.topic], pairing.expiry < expiry else { return }
        pairing.expiry = expiry
        step.put(.pairing(pairing))
    }

    /// How many proposals and sign-ins wait for the user.
    var waitingForUser: Int {
        state.proposals.values.filter { $0.agreementKey == nil }.count
            + state.authentications.values.filter { $0.agreementKey == nil }.count
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
    ///   - authentications: The answers to the sign-ins that the proposal contains.
    /// - Returns: The session, which the app has not acknowledged yet.
    /// - Throws: ``WalletConnectError/namespaces(_:)`` or ``WalletConnectError/signIn(_:)``, after which the proposal
    ///   still waits; ``WalletConnectError/key`` if the app's key is not valid; ``WalletConnectError/session(_:)``.
    @discardableResult package func approve(
        _ key: RequestKey, namespaces: SessionNamespaces, sessionProperties: JSONObject? = nil,
        scopedProperties: JSONObject? = nil, authentications: [SignedAuthentication] = []
    ) async throws(WalletConnectError) -> SessionDetails {
        try await transact { step throws(WalletConnectError) in
            let record = try proposal(key)
            guard !namespaces.entries.isEmpty else { throw .namespaces(.missingNamespace) }
            try namespaces.validate(against: record.proposal.required)
            try check(authentications, answer: record.proposal.authentications)
            guard state.sessions.count < limits.sessions else { throw .session(.tooMany) }
            let own = AgreementKey.random()
            let shared = try own.sharedKey(with: record.proposal.proposer.publicKey)
            let sealed = try shared.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
            var settlement = SessionSettlement(
                controller: Participant(publicKey: own.publicKey, metadata: metadata), namespaces: namespaces,
                expiry: later(SessionSettlement.lifetime))
            settlement.sessionProperties = sessionProperties
            settlement.scopedProperties = scopedProperties
            settlement.authentications = authentications
            let session = SessionRecord(
                topic: shared.topic, proposal: key, role: .wallet, state: .settling, key: sealed,
                own: settlement.controller, peer: record.proposal.proposer, namespaces: namespaces,
                required: record.proposal.required, sessionProperties: sessionProperties,
                scopedProperties: scopedProperties, expiry: settlement.expiry,
                settlementEnd: later(SessionDurations.settlement), created: now, lastUsed: now, lastEvents: [:],
                page: state.pairings[key.topic]?.page)
            try checkSize(of: session)
            step.keys[shared.topic] = shared
            step.put(.session(session))
            try send(.settle(settlement), on: shared.topic, until: session.settlementEnd, &step)
            let approval = ProposalApproval(responderPublicKey: own.publicKey)
            answer(
                Self.received(record, number: step.nextNumber(), at: now),
                RPCResponse(id: key.id, result: approval.json), SessionMethod.propose.response, &step)
            step.remove(.proposal(key))
            use(key, &step)
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
            use(key, &step)
        }
    }

    private func proposal(_ key: RequestKey) throws(WalletConnectError) -> ProposalRecord {
        guard let record = state.proposals[key], record.agreementKey == nil, !isHeld(key.topic) else {
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
        for authentication in state.authentications(on: pairing.topic) {
            step.remove(.authentication(authentication.key))
            if authentication.agreementKey == nil {
                step.news.append(.authenticationWithdrawn(authentication.key, .ended))
            }
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
