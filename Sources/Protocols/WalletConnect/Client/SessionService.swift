package import Bridge

/// The sessions of one version of the protocol.
///
/// ``WalletClient`` and ``AppClient`` find the service of a session by its topic.
package protocol SessionService: Sendable {
    /// The version.
    nonisolated var version: SessionVersion { get }

    /// The time in seconds since 1970.
    var now: Int64 { get async }

    /// Loads what is stored, and continues what was begun.
    func start() async throws(WalletConnectError)

    /// Ends the service, and returns when nothing more is stored.
    func stop() async

    /// Forgets the keys, because the wallet was locked.
    func locked() async

    /// Opens the keys after the wallet was unlocked.
    func unlocked() async throws(WalletConnectError)

    /// Whether a topic is that of a pairing, a proposal or a session of this service.
    func knows(_ topic: Topic) async -> Bool

    /// Takes a link of this version; a second call with the same link changes nothing.
    func pair(_ link: ConnectionLink) async throws(WalletConnectError)

    /// Begins a connection, whose link the app shows to the user.
    func offer(_ offer: ConnectionOffer) async throws(WalletConnectError) -> OfferedLink

    /// Waits until the wallet has settled the session that was offered.
    func connection(_ topic: Topic) async throws(WalletConnectError) -> SessionDetails

    /// The proposals that wait for the user, the first to end first.
    func proposals() async -> [PendingProposal]

    /// The requests that wait for the user, in the order in which they came.
    func requests() async -> [PendingSessionRequest]

    /// The sessions, the newest first.
    func sessions() async -> [SessionDetails]

    /// The session with a topic, if there is one.
    func session(_ topic: Topic) async -> SessionDetails?

    /// What happens from now on; what waits for the user comes first.
    func news() async -> AsyncStream<SessionNews>

    /// Approves a proposal.
    func approve(
        _ key: RequestKey, namespaces: SessionNamespaces, sessionProperties: JSONObject?,
        scopedProperties: JSONObject?
    ) async throws(WalletConnectError) -> SessionDetails

    /// Rejects a proposal.
    func reject(
        _ key: RequestKey, by rejection: SessionMethod.Rejection, reason: ErrorResponse
    ) async throws(WalletConnectError)

    /// Notes that the user has approved a request, before anything is signed.
    func begin(_ key: RequestKey) async throws(WalletConnectError)

    /// Answers a request, once.
    func answer(_ key: RequestKey, with outcome: RPCResponse.Outcome) async throws(WalletConnectError)

    /// Calls a method of the wallet, and waits for the answer.
    func request(
        _ topic: Topic, _ method: String, _ params: JSON, chain: ChainID, lifetime: Int64
    ) async throws(WalletConnectError) -> JSON

    /// Changes what a session may use.
    func update(_ topic: Topic, namespaces: SessionNamespaces) async throws(WalletConnectError)

    /// Extends a session.
    func extend(_ topic: Topic) async throws(WalletConnectError)

    /// Tells the app something.
    func emit(_ event: SessionEvent, to topic: Topic) async throws(WalletConnectError)

    /// Asks the other side whether it is there.
    func ping(_ topic: Topic) async throws(WalletConnectError)

    /// Ends a session.
    func disconnect(_ topic: Topic, reason: ErrorResponse) async throws(WalletConnectError)

    /// The outcomes that no caller has got.
    func unreadAnswers() async -> [UnreadAnswer]

    /// Forgets an outcome.
    func forgetAnswer(_ key: RequestKey) async throws(WalletConnectError)
}

/// What an app offers when it connects.
package struct ConnectionOffer: Hashable, Sendable {
    /// What the app cannot do without.
    package var required: ProposalNamespaces
    /// What the app could use.
    package var optional: ProposalNamespaces
    /// What the app says about the whole session (CAIP-25).
    package var sessionProperties: JSONObject?
    /// What the app says about single namespaces and chains (CAIP-25).
    package var scopedProperties: JSONObject?

    /// Creates an offer.
    package init(
        required: ProposalNamespaces = ProposalNamespaces(), optional: ProposalNamespaces,
        sessionProperties: JSONObject? = nil, scopedProperties: JSONObject? = nil
    ) {
        self.required = required
        self.optional = optional
        self.sessionProperties = sessionProperties
        self.scopedProperties = scopedProperties
    }
}

/// A connection that has begun.
package struct OfferedLink: Hashable, Sendable {
    /// The link, which contains a key.
    package let text: String
    /// What names the connection.
    package let topic: Topic

    /// Creates a value.
    package init(text: String, topic: Topic) {
        self.text = text
        self.topic = topic
    }
}

/// The services of a client.
struct SessionServices: Sendable {
    let all: [any SessionService]

    /// The service of a version.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `unsupported`.
    func service(for version: SessionVersion) throws(WalletConnectError) -> any SessionService {
        guard let service = all.first(where: { $0.version == version }) else { throw .session(.unsupported) }
        return service
    }

    /// The service of version 2, for what only it has.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `unsupported`.
    func engine() throws(WalletConnectError) -> SessionEngine {
        guard let engine = all.lazy.compactMap({ $0 as? SessionEngine }).first else { throw .session(.unsupported) }
        return engine
    }

    /// The engine of version 1.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `unsupported`.
    func legacy() throws(WalletConnectError) -> V1Engine {
        guard let engine = all.lazy.compactMap({ $0 as? V1Engine }).first else { throw .session(.unsupported) }
        return engine
    }

    /// The service of a topic.
    ///
    /// - Throws: `otherwise`, if no service knows it.
    func service(
        of topic: Topic, otherwise fault: WalletConnectError.Session = .unknownSession
    ) async throws(WalletConnectError) -> any SessionService {
        for service in all {
            if await service.knows(topic) { return service }
        }
        throw .session(fault)
    }

    /// The sessions in a role, the newest first.
    func sessions(_ role: SessionRole) async -> [SessionDetails] {
        var sessions: [SessionDetails] = []
        for service in all { sessions += await service.sessions().filter { $0.role == role } }
        return sessions.sorted { ($0.created, $0.topic.description) > ($1.created, $1.topic.description) }
    }

    /// The news of all services.
    func news() async -> AsyncStream<SessionNews> {
        if let only = all.first, all.count == 1 { return await only.news() }
        var streams: [AsyncStream<SessionNews>] = []
        for service in all { streams.append(await service.news()) }
        return NewsBuffer.merged(streams)
    }
}
