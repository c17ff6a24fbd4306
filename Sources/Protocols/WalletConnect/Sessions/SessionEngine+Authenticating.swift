package import Bridge

/// What came out of a connection.
struct ConnectionOutcome: Sendable {
    /// The session; `nil` if the app asked for a sign-in only.
    var session: SessionDetails?
    /// What the user signed in with; the signatures are checked, except those of contracts.
    var authentications: [SignedAuthentication] = []
}

/// Sign-ins, in an app.
extension SessionEngine {
    /// Asks the user to sign in, which makes a session as well; a wallet that has no sign-in gets a plain proposal.
    ///
    /// Both are sent on one pairing: `wc_sessionAuthenticate`, which such a wallet answers with the code 10001, and a
    /// proposal that contains the sign-in, too.
    ///
    /// - Parameters:
    ///   - signIn: What the user is to sign, with the methods of the session as a capability; see
    ///     ``SignInRequest/requesting(_:)``.
    ///   - fallback: What the app proposes to a wallet without sign-in.
    ///   - sessionProperties: What the app says about the whole session (CAIP-25).
    ///   - scopedProperties: What the app says about single namespaces and chains (CAIP-25).
    /// - Returns: The URI, whose topic ``signIn(_:)`` takes.
    /// - Throws: ``WalletConnectError/namespaces(_:)``, ``WalletConnectError/signIn(_:)`` or
    ///   ``WalletConnectError/session(_:)``.
    package func authenticate(
        _ signIn: SignInRequest, fallback: ProposalNamespaces, sessionProperties: JSONObject? = nil,
        scopedProperties: JSONObject? = nil
    ) async throws(WalletConnectError) -> PairingURI {
        try fallback.validate()
        _ = try signIn.capabilities()
        return try await transact { step throws(WalletConnectError) in
            let (own, uri) = try addPairing(methods: [.authenticate, .propose], &step)
            let requester = Participant(publicKey: own.publicKey, metadata: metadata)
            let request = AuthenticationRequest(requester: requester, signIn: signIn, expiry: uri.expiry)
            let key = try send(.authenticate(request), on: uri.topic, until: uri.expiry, &step)
            step.agreementKeys[key] = own
            step.put(
                .authentication(
                    AuthenticationRecord(key: key, request: request, expiry: uri.expiry, agreementKey: try seal(own))))
            var proposal = SessionProposal(proposer: requester, optional: fallback, expiry: uri.expiry)
            proposal.sessionProperties = sessionProperties
            proposal.scopedProperties = scopedProperties
            proposal.authentications = [signIn]
            try send(proposal, own, on: uri, &step)
            return uri
        }
    }

    /// Waits until the user has signed in, or the wallet has settled a session without that.
    ///
    /// The session survives a restart, the signed messages do not: pass them to your server before the program ends.
    ///
    /// - Parameter topic: The topic of the URI.
    /// - Returns: The session, `nil` if no methods were asked for, or granted; and the signed messages, none if the
    ///   wallet has no sign-in. Signatures of contracts (`eip1271`, `eip6492`) are not checked, because that needs the
    ///   chain.
    /// - Throws: ``WalletConnectError/session(_:)``: `rejected`, `expired`, `cancelled`, `stopped`, `undelivered`,
    ///   `malformedAnswer`; ``WalletConnectError/signIn(_:)`` if what was signed is not what was asked for;
    ///   ``WalletConnectError/namespaces(_:)``.
    package func signIn(
        _ topic: Topic
    ) async throws(WalletConnectError) -> (session: SessionDetails?, authentications: [SignedAuthentication]) {
        let connection = try await outcome(of: topic)
        return (connection.session, connection.authentications)
    }

    // MARK: Answers of the wallet

    /// Takes the answer to a sign-in.
    func take(
        _ outcome: RPCResponse.Outcome, ofAuthentication record: SentRecord, on topic: Topic, _ step: inout SessionStep
    ) {
        guard let authentication = state.authentications[record.key] else { return step.remove(.sent(record.key)) }
        switch outcome {
        // The proposal still waits, whose settlement may bring the sign-in.
        case .failure(let response) where response.isOfMissingMethod: step.remove(.sent(record.key))
        case .failure(let response): fail(connection: record.key, .session(.rejected(response)), &step)
        // Everyone with the link can write on the topic of the pairing.
        case .result where topic != authentication.responseTopic: statistics.unexpectedAnswers += 1
        case .result(let json):
            do throws(WalletConnectError) {
                try take(AuthenticationResponse(json), authentication, &step)
            } catch {
                let isOfPeer =
                    switch error {
                    case .session, .signIn: false
                    default: true
                    }
                fail(connection: record.key, isOfPeer ? .session(.malformedAnswer) : error, &step)
            }
        }
    }

    private func take(
        _ response: AuthenticationResponse, _ record: AuthenticationRecord, _ step: inout SessionStep
    ) throws(WalletConnectError) {
        guard let own = agreementKeys[record.key] else { throw .session(.locked) }
        let shared = try own.sharedKey(with: response.responder.publicKey)
        let namespaces: SessionNamespaces?
        do throws(WalletConnectError) {
            try check(response.authentications, answer: [record.request.signIn])
            namespaces = try SessionNamespaces(response.authentications, answering: record.request.signIn)
        } catch {
            // The wallet believes that there is a session.
            leave(shared, ErrorResponse(.signatureVerificationFailed), &step)
            throw error
        }
        guard let namespaces else {
            return connected(record.key.topic, ConnectionOutcome(authentications: response.authentications), &step)
        }
        guard state.sessions.count < limits.sessions, !state.isKnown(shared.topic) else { throw .session(.tooMany) }
        let session = try add(
            shared, of: record, .app, own: record.request.requester, peer: response.responder, namespaces, &step)
        connected(
            record.key.topic,
            ConnectionOutcome(session: SessionDetails(session), authentications: response.authentications), &step)
    }

    /// Tells a wallet that a session of which there is no record has ended.
    private func leave(_ key: SymmetricKey, _ reason: ErrorResponse, _ step: inout SessionStep) {
        guard step.keys[key.topic] == nil, keys[key.topic] == nil else { return }
        step.keys[key.topic] = key
        _ = try? send(.delete(reason), on: key.topic, until: nil, &step)
        step.keys[key.topic] = nil
    }

    // MARK: Both sides

    /// Adds the session that a sign-in has made; there is no settlement.
    func add(
        _ key: SymmetricKey, of record: AuthenticationRecord, _ role: SessionRole, own: Participant,
        peer: Participant, _ namespaces: SessionNamespaces, _ step: inout SessionStep
    ) throws(WalletConnectError) -> SessionRecord {
        let sealed = try key.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
        let expiry = later(SessionSettlement.lifetime)
        let session = SessionRecord(
            topic: key.topic, proposal: record.key, role: role, state: .settled, key: sealed, own: own, peer: peer,
            namespaces: namespaces, required: ProposalNamespaces(), expiry: expiry, settlementEnd: expiry, created: now,
            lastUsed: now, lastEvents: [:], page: state.pairings[record.key.topic]?.page)
        step.keys[key.topic] = key
        step.put(.session(session))
        step.news.append(.settled(SessionDetails(session)))
        return session
    }

    /// Checks that each signed message answers a request, and is signed by its issuer.
    ///
    /// - Throws: ``WalletConnectError/signIn(_:)``; not for signatures of contracts, which only a node can check.
    func check(
        _ authentications: [SignedAuthentication], answer requests: [SignInRequest]
    ) throws(WalletConnectError) {
        for authentication in authentications {
            guard let request = requests.first(where: { $0.nonce == authentication.payload.nonce }) else {
                throw .signIn(.otherRequest)
            }
            try authentication.check(answers: request)
            do throws(WalletConnectError) {
                try authentication.verify(now: now)
            } catch {
                guard error == .signIn(.needsChain) else { throw error }
            }
        }
    }
}

extension ErrorResponse {
    /// Whether the peer has no such method: then it gets a plain proposal.
    fileprivate var isOfMissingMethod: Bool {
        known == .unsupportedProtocolMethod || known == .methodNotFound || known == .invalidMethod
    }
}
