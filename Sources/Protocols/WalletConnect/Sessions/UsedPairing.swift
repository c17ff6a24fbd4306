/// A link that has done its work: the user has decided on what an app proposed with it.
///
/// It outlives its pairing, so that the link opens nothing when it is opened again.
package struct UsedPairing: Hashable, Sendable {
    /// The topic of the pairing.
    package var topic: Topic
    /// When it is forgotten, in seconds since 1970.
    package var expiry: Int64

    /// How long a link is remembered, in seconds; most links expire after minutes.
    static let memory: Int64 = 30 * 86_400

    /// The most links that are remembered.
    static let most = 4_096
}

extension SessionEngine {
    /// Notes that the user has decided on a proposal or a sign-in of a pairing, and withdraws what else waits on it.
    func use(_ key: RequestKey, _ step: inout SessionStep) {
        step.put(.used(UsedPairing(topic: key.topic, expiry: later(UsedPairing.memory))))
        if state.used.count >= UsedPairing.most, state.used[key.topic] == nil,
            let oldest = state.used.values.min(by: { $0.expiry < $1.expiry })
        {
            step.remove(.used(oldest.topic))
        }
        // The proposal beside a sign-in is not shown, and the app would take an error for the answer to the sign-in.
        let isHidden = state.authentications[key] != nil
        for proposal in state.proposals(on: key.topic) where proposal.key != key && proposal.agreementKey == nil {
            step.remove(.proposal(proposal.key))
            guard !isHidden else { continue }
            answer(
                Self.received(proposal, number: step.nextNumber(), at: now),
                RPCResponse(id: proposal.key.id, failure: ErrorResponse(.invalidProposal)),
                SessionMethod.propose.response(rejectedBy: .automatic), &step)
            step.news.append(.proposalWithdrawn(proposal.key, .ended))
        }
        for other in state.authentications(on: key.topic) where other.key != key && other.agreementKey == nil {
            decline(Incoming(key: other.key, hash: other.hash, size: 0, attestation: nil, made: now), &step)
            step.remove(.authentication(other.key))
            step.news.append(.authenticationWithdrawn(other.key, .ended))
        }
    }
}
