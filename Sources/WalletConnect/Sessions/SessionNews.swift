package import Bridge

/// A session, as its users see it.
package struct SessionDetails: Hashable, Sendable {
    /// The topic, which names it.
    package let topic: Topic
    /// This client's side.
    package let role: SessionRole
    /// The other side; nothing that it says about itself is proven.
    package let peer: Participant
    /// What the app may use.
    package let namespaces: SessionNamespaces
    /// What the wallet says about the whole session.
    package let sessionProperties: JSONObject?
    /// What the wallet says about single namespaces and chains.
    package let scopedProperties: JSONObject?
    /// When it ends, in seconds since 1970.
    package let expiry: Int64
    /// When it was made, in seconds since 1970.
    package let created: Int64
    /// When a message of the peer last came, in seconds since 1970.
    package let lastUsed: Int64
    /// Whether both sides have it.
    package let isSettled: Bool

    init(_ record: SessionRecord) {
        topic = record.topic
        role = record.role
        peer = record.peer
        namespaces = record.namespaces
        sessionProperties = record.sessionProperties
        scopedProperties = record.scopedProperties
        expiry = record.expiry
        created = record.created
        lastUsed = record.lastUsed
        isSettled = record.state == .settled
    }
}

/// A proposal that waits for the user of a wallet.
package struct PendingProposal: Hashable, Sendable {
    /// What names it.
    package let key: RequestKey
    /// What is proposed.
    package let proposal: SessionProposal
    /// When it ends, in seconds since 1970.
    package let expiry: Int64
    /// The attestation of the app's origin, if there is one; not checked yet.
    package let attestation: String?

    init(_ record: ProposalRecord) {
        key = record.key
        proposal = record.proposal
        expiry = record.expiry
        attestation = record.attestation
    }
}

/// A request that waits for the user of a wallet; the session allows it.
package struct PendingSessionRequest: Hashable, Sendable {
    /// What names it.
    package let key: RequestKey
    /// What is requested.
    package let request: SessionRequest
    /// When it ends, in seconds since 1970.
    package let expiry: Int64
    /// The attestation of the app's origin, if there is one; not checked yet.
    package let attestation: String?

    init?(_ record: ReceivedRecord) {
        guard case .pending(let request) = record.state else { return nil }
        key = record.key
        self.request = request
        expiry = record.expiry
        attestation = record.attestation
    }
}

/// Why a proposal or a request no longer waits.
package enum Withdrawal: Hashable, Sendable {
    /// It was not answered in time.
    case expired
    /// The session or the pairing has ended.
    case ended
}

/// What happened to pairings and sessions.
package enum SessionNews: Hashable, Sendable {
    /// An app proposes a session to the wallet.
    case proposal(PendingProposal)
    /// A proposal no longer waits.
    case proposalWithdrawn(RequestKey, Withdrawal)
    /// An app requests something of the wallet.
    case request(PendingSessionRequest)
    /// A request no longer waits.
    case requestWithdrawn(RequestKey, Withdrawal)
    /// Both sides have a session.
    case settled(SessionDetails)
    /// The wallet has changed what a session may use.
    case updated(SessionDetails)
    /// The wallet has extended a session.
    case extended(SessionDetails)
    /// The wallet tells the app something.
    case event(Topic, SessionEvent)
    /// A session has ended, because either side or a failed settlement ended it.
    case ended(Topic, ErrorResponse)
    /// A session has expired.
    case expired(Topic)
    /// An answer came that nobody waits for any more; it is kept.
    case lateAnswer(RequestKey)
}

/// What was dropped, in numbers.
package struct SessionStatistics: Hashable, Sendable {
    /// Messages on topics that are not known.
    package var unknownTopics = 0
    /// Messages that could not be decrypted.
    package var undecryptable = 0
    /// Messages that are not JSON-RPC.
    package var malformed = 0
    /// Answers to nothing that was asked.
    package var unexpectedAnswers = 0
    /// Requests that came again.
    package var repetitions = 0
    /// Messages that were not taken because a limit was reached.
    package var refused = 0
    /// Failures of the store.
    package var storageFailures = 0
}
