internal import Bridge

/// What is known about where messages come from.
extension SessionEngine {
    /// The most verdicts that are kept; each can be made again.
    private static let maximumVerdicts = 1_024

    /// A proposal with what is known about it.
    func pending(_ record: ProposalRecord) -> PendingProposal {
        PendingProposal(record, verification(of: record))
    }

    /// A sign-in with what is known about it.
    func pending(_ record: AuthenticationRecord) -> PendingAuthentication {
        PendingAuthentication(record, verification(of: record))
    }

    /// A request with what is known about it; `nil` for one that was answered.
    func pending(_ record: ReceivedRecord) -> PendingSessionRequest? {
        PendingSessionRequest(record, verification(of: record), run: run)
    }

    private func verification(of record: ProposalRecord) -> AppVerification {
        verification(
            record.attestation, record.hash, of: record.proposal.proposer.metadata,
            page: state.pairings[record.key.topic]?.page)
    }

    private func verification(of record: AuthenticationRecord) -> AppVerification {
        verification(
            record.attestation, record.hash, of: record.request.requester.metadata,
            page: state.pairings[record.key.topic]?.page)
    }

    private func verification(of record: ReceivedRecord) -> AppVerification {
        guard let session = state.sessions[record.key.topic] else { return .unknown }
        return verification(record.attestation, record.hash, of: session.peer.metadata, page: session.page)
    }

    /// The verdict about a message.
    ///
    /// A page in a window of the wallet is known better than any service knows it; but what the service knows as a threat
    /// is one in any window.
    private func verification(
        _ attestation: String?, _ hash: String, of metadata: AppMetadata, page: String?
    ) -> AppVerification {
        let verdict = verdict(attestation, hash, of: metadata)
        if case .scam = verdict { return verdict }
        guard let page, let origin = try? Origin(serialized: page) else { return verdict }
        return AppVerification(page: origin, metadata: metadata)
    }

    private func verdict(_ token: String?, _ hash: String, of metadata: AppMetadata) -> AppVerification {
        guard let token, let attestationKey else { return .unknown }
        if let known = verdicts[hash] { return known }
        let attestation = try? Attestation(verifying: token, key: attestationKey, messageHash: hash, now: now)
        let verdict = AppVerification(attestation, metadata: metadata)
        if verdicts.count >= Self.maximumVerdicts { verdicts = [:] }
        verdicts[hash] = verdict
        return verdict
    }

    // MARK: The key

    /// Asks for the key of the attestation service, which may have to be fetched; nothing waits for it.
    func refreshAttestationKey() {
        guard let attestationKeys, !isRefreshing else { return }
        isRefreshing = true
        Task {
            let key = await attestationKeys.current()
            isRefreshing = false
            if let key, key != attestationKey { use(key) }
        }
    }

    /// Uses another key, and tells what is known more about what waits.
    private func use(_ key: AttestationKey) {
        guard isRunning else { return }
        let before = verifications
        attestationKey = key
        verdicts = [:]
        for (key, verdict) in verifications where verdict != before[key] { tell(.verification(key, verdict)) }
    }

    /// What waits for the user, with what is known about it.
    private var verifications: [RequestKey: AppVerification] {
        var known: [RequestKey: AppVerification] = [:]
        for proposal in proposals() { known[proposal.key] = proposal.verification }
        for authentication in authentications() { known[authentication.key] = authentication.verification }
        for request in requests() { known[request.key] = request.verification }
        return known
    }
}
