extension SessionChannel {
    /// Something that waits for the user.
    indirect enum Item {
        case proposal(PendingProposal)
        case authentication(PendingAuthentication)
        case request(PendingSessionRequest)

        /// Whether it is about a new session.
        var isProposal: Bool {
            if case .request = self { false } else { true }
        }

        /// Whether an earlier run of the program has begun it.
        var isInterrupted: Bool {
            if case .request(let request) = self { request.isInterrupted } else { false }
        }

        var key: RequestKey {
            switch self {
            case .proposal(let proposal): proposal.key
            case .authentication(let authentication): authentication.key
            case .request(let request): request.key
            }
        }

        var expiry: Int64 {
            switch self {
            case .proposal(let proposal): proposal.expiry
            case .authentication(let authentication): authentication.expiry
            case .request(let request): request.expiry
            }
        }
    }
}
