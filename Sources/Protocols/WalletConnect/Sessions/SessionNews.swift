public import Bridge

/// The version of the protocol of a session.
public enum SessionVersion: String, Hashable, Sendable, CaseIterable {
    /// The legacy version: one chain, a bridge server, no relay.
    case v1
    /// WalletConnect Sign.
    case v2
}

/// Which side of a session a client is.
public enum SessionRole: String, Hashable, Sendable {
    /// It asks.
    case app
    /// It controls the session.
    case wallet
}

/// What identifies a request or a proposal on one side: its topic, and its id.
public struct RequestKey: Hashable, Sendable {
    /// The topic.
    public let topic: Topic
    /// The id of JSON-RPC.
    public let id: RPCID

    /// Creates a key.
    public init(topic: Topic, id: RPCID) {
        self.topic = topic
        self.id = id
    }
}

/// A session, as its users see it.
public struct SessionDetails: Hashable, Sendable {
    /// The topic, which names it; in version 1 a hash of its key, which is never sent.
    public let topic: Topic
    /// The version of the protocol.
    public let version: SessionVersion
    /// This client's side.
    public let role: SessionRole
    /// What the other side says about itself; nothing of it is proven.
    public let peer: AppMetadata
    /// What the app may use.
    public let namespaces: SessionNamespaces
    /// What the wallet says about the whole session (CAIP-25).
    public let sessionProperties: JSONObject?
    /// What the wallet says about single namespaces and chains (CAIP-25).
    public let scopedProperties: JSONObject?
    /// When it ends, in seconds since 1970; `Int64.max` if it does not end automatically.
    public let expiry: Int64
    /// When it was made, in seconds since 1970.
    public let created: Int64
    /// When a message of the peer last came, in seconds since 1970, to the minute.
    public let lastUsed: Int64
    /// Whether both sides have it.
    public let isSettled: Bool

    /// Creates a value.
    package init(
        topic: Topic, version: SessionVersion, role: SessionRole, peer: AppMetadata, namespaces: SessionNamespaces,
        sessionProperties: JSONObject? = nil, scopedProperties: JSONObject? = nil, expiry: Int64, created: Int64,
        lastUsed: Int64, isSettled: Bool
    ) {
        self.topic = topic
        self.version = version
        self.role = role
        self.peer = peer
        self.namespaces = namespaces
        self.sessionProperties = sessionProperties
        self.scopedProperties = scopedProperties
        self.expiry = expiry
        self.created = created
        self.lastUsed = lastUsed
        self.isSettled = isSettled
    }

    init(_ record: SessionRecord) {
        self.init(
            topic: record.topic, version: .v2, role: record.role, peer: record.peer.metadata,
            namespaces: record.namespaces, sessionProperties: record.sessionProperties,
            scopedProperties: record.scopedProperties, expiry: record.expiry, created: record.created,
            lastUsed: record.lastUsed, isSettled: record.state == .settled)
    }
}

/// A proposal that waits for the user of a wallet.
public struct PendingProposal: Hashable, Sendable {
    /// What names it.
    public let key: RequestKey
    /// The version of the protocol.
    public let version: SessionVersion
    /// What the app says about itself; nothing of it is proven.
    public let app: AppMetadata
    /// What the app cannot do without.
    public let required: ProposalNamespaces
    /// What the app could use.
    public let optional: ProposalNamespaces
    /// What the app says about the whole session (CAIP-25).
    public let sessionProperties: JSONObject?
    /// What the app says about single namespaces and chains (CAIP-25).
    public let scopedProperties: JSONObject?
    /// When it ends, in seconds since 1970.
    public let expiry: Int64
    /// What is known about where the proposal comes from.
    public let verification: AppVerification
    /// The sign-ins that the app asks for together with the session.
    public let authentications: [SignInRequest]

    /// Creates a value.
    package init(
        key: RequestKey, version: SessionVersion, app: AppMetadata, required: ProposalNamespaces,
        optional: ProposalNamespaces, sessionProperties: JSONObject? = nil, scopedProperties: JSONObject? = nil,
        expiry: Int64, verification: AppVerification = .unknown, authentications: [SignInRequest] = []
    ) {
        self.key = key
        self.version = version
        self.app = app
        self.required = required
        self.optional = optional
        self.sessionProperties = sessionProperties
        self.scopedProperties = scopedProperties
        self.expiry = expiry
        self.verification = verification
        self.authentications = authentications
    }

    init(_ record: ProposalRecord, _ verification: AppVerification) {
        let proposal = record.proposal
        self.init(
            key: record.key, version: .v2, app: proposal.proposer.metadata, required: proposal.required,
            optional: proposal.optional, sessionProperties: proposal.sessionProperties,
            scopedProperties: proposal.scopedProperties, expiry: record.expiry, verification: verification,
            authentications: proposal.authentications)
    }
}

/// A request that waits for the user of a wallet; the session allows it.
public struct PendingSessionRequest: Hashable, Sendable {
    /// What names it.
    public let key: RequestKey
    /// What is requested.
    public let request: SessionRequest
    /// When it ends, in seconds since 1970.
    public let expiry: Int64
    /// What is known about where the request comes from.
    public let verification: AppVerification
    /// Whether the user has approved it, and the program has ended before it was answered; see
    /// ``WalletClient/begin(_:)``.
    ///
    /// Answer it without asking the user, and without signing anything: whether something was signed is not known.
    public let isInterrupted: Bool

    /// Creates a value.
    package init(
        key: RequestKey, request: SessionRequest, expiry: Int64, verification: AppVerification = .unknown,
        isInterrupted: Bool = false
    ) {
        self.key = key
        self.request = request
        self.expiry = expiry
        self.verification = verification
        self.isInterrupted = isInterrupted
    }

    /// The request of a record in a run of the program; `nil` if it was answered.
    init?(_ record: ReceivedRecord, _ verification: AppVerification, run: Int64) {
        let request: SessionRequest
        var isInterrupted = false
        switch record.state {
        case .pending(let pending): request = pending
        case .begun(let begun, let other): (request, isInterrupted) = (begun, other != run)
        case .answered: return nil
        }
        self.init(
            key: record.key, request: request, expiry: record.expiry, verification: verification,
            isInterrupted: isInterrupted)
    }
}

/// The outcome of a request of an app for which nobody waited: the caller was cancelled, the program ended, or the
/// answer came too late.
public struct UnreadAnswer: Hashable, Sendable {
    /// What names it.
    public let key: RequestKey
    /// What was requested.
    public let request: SessionRequest
    /// What the caller would have got.
    public let outcome: Result<JSON, WalletConnectError>

    /// Creates a value.
    package init(key: RequestKey, request: SessionRequest, outcome: Result<JSON, WalletConnectError>) {
        self.key = key
        self.request = request
        self.outcome = outcome
    }
}

/// Why a proposal or a request no longer waits.
public enum Withdrawal: Hashable, Sendable {
    /// It was not answered in time.
    case expired
    /// The session or the pairing has ended.
    case ended
    /// The app asks for a sign-in, which makes the session, and which is shown instead.
    case replaced
}

/// What happened to pairings and sessions.
public indirect enum SessionNews: Hashable, Sendable {
    /// An app proposes a session to the wallet.
    case proposal(PendingProposal)
    /// A proposal no longer waits.
    case proposalWithdrawn(RequestKey, Withdrawal)
    /// An app asks the wallet's user to sign in.
    case authentication(PendingAuthentication)
    /// A sign-in no longer waits.
    case authenticationWithdrawn(RequestKey, Withdrawal)
    /// More is known about where a proposal, a sign-in or a request comes from that waits.
    case verification(RequestKey, AppVerification)
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
    /// Records that could not be read.
    package var damagedRecords = 0
}
