public import Bridge

/// The app's side of WalletConnect: connect, request.
///
///     let session = try await client.app.connect(wanted) { link in print(link) }
///     let hash = try await session.request("eth_sendTransaction", [transaction])
public struct AppClient: Sendable {
    let services: SessionServices

    /// Creates a client of services that run.
    package init(_ services: [any SessionService]) { self.services = SessionServices(all: services) }

    /// Creates a client of a service that runs.
    package init(_ service: any SessionService) { self.init([service]) }

    /// Proposes a session, and waits until a wallet has settled it.
    ///
    /// A cancelled task ends the attempt, and the link with it.
    ///
    /// - Parameters:
    ///   - wanted: What the app could use.
    ///   - required: What it cannot do without. It is proposed as optional, as apps of today do, so that a wallet that
    ///     supports less is not refused after its user approved; ``AppSession/missing(of:)`` tells what is missing.
    ///   - sessionProperties: What the app says about the whole session (CAIP-25).
    ///   - scopedProperties: What the app says about single namespaces and chains (CAIP-25).
    ///   - version: The version of the protocol; version 1 needs a bridge server.
    ///   - show: Shows the link to the user, as text or as an image. It contains a key.
    /// - Returns: The session.
    /// - Throws: ``WalletConnectError/session(_:)``: `rejected`, `expired` after five minutes, `cancelled`, `stopped`,
    ///   `unsupported` for a version that is not configured; ``WalletConnectError/namespaces(_:)`` if something is not
    ///   valid.
    public func connect(
        _ wanted: ProposalNamespaces, required: ProposalNamespaces = ProposalNamespaces(),
        sessionProperties: JSONObject? = nil, scopedProperties: JSONObject? = nil, version: SessionVersion = .v2,
        show: (String) async -> Void
    ) async throws(WalletConnectError) -> AppSession {
        let service = try services.service(for: version)
        let link = try await service.offer(
            ConnectionOffer(
                required: required, optional: wanted, sessionProperties: sessionProperties,
                scopedProperties: scopedProperties))
        await show(link.text)
        return AppSession(try await service.connection(link.topic), service)
    }

    /// The sessions, the newest first; also those from before a restart.
    public func sessions() async -> [AppSession] {
        var sessions: [AppSession] = []
        for service in services.all {
            sessions += await service.sessions().filter { $0.role == .app }.map { AppSession($0, service) }
        }
        return sessions.sorted { $0.details.created > $1.details.created }
    }

    /// What happens from now on: events of wallets, changes and ends of sessions.
    ///
    /// A reader that is far behind loses the oldest; ``sessions()`` and ``answers()`` are always complete.
    public func news() async -> AsyncStream<SessionNews> { await services.news() }

    /// The outcomes of requests for which nobody waited, the oldest first; they are kept for seven days.
    public func answers() async -> [UnreadAnswer] {
        var answers: [UnreadAnswer] = []
        for service in services.all { answers += await service.unreadAnswers() }
        return answers
    }

    /// Forgets an outcome of ``answers()``.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage` or `stopped`.
    public func forget(_ answer: UnreadAnswer) async throws(WalletConnectError) {
        // The session may have ended, so the topic does not tell the service.
        for service in services.all { try await service.forgetAnswer(answer.key) }
    }
}

/// A session of an app.
public struct AppSession: Sendable {
    /// What it was when this value was made.
    public let details: SessionDetails

    private let service: any SessionService

    init(_ details: SessionDetails, _ service: any SessionService) {
        self.details = details
        self.service = service
    }

    /// The accounts that the wallet shares, as they are now; none if the session has ended.
    public func accounts() async -> [AccountID] {
        await service.session(details.topic)?.namespaces.accounts ?? []
    }

    /// What the session lacks of what the app cannot do without.
    ///
    /// - Parameter required: What the app needs.
    /// - Returns: The first fault; `nil` if nothing is missing.
    public func missing(of required: ProposalNamespaces) -> NamespaceFault? {
        details.namespaces.missing(of: required)
    }

    /// Calls a method of the wallet, and waits for the answer.
    ///
    /// There is one outcome, whatever happens. An answer that comes after `expired`, or after a restart, is kept for
    /// seven days; see ``AppClient/answers()``.
    ///
    /// - Parameters:
    ///   - method: The method, such as `personal_sign`.
    ///   - params: Its parameters.
    ///   - chain: The chain; the first one of the session by default.
    ///   - lifetime: For how many seconds the wallet may ask its user; from 300 to 604,800.
    /// - Returns: The result.
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if the session does not include the method or the chain;
    ///   ``WalletConnectError/session(_:)``: `rejected` with the wallet's error, `expired`, `ended`, `undelivered`,
    ///   `cancelled`, `stopped`, or why it could not be sent.
    public func request(
        _ method: String, _ params: JSON, on chain: ChainID? = nil, lifetime: Int64 = 300
    ) async throws(WalletConnectError) -> JSON {
        guard let chain = chain ?? details.namespaces.chains.first else { throw .namespaces(.unauthorizedChain) }
        return try await service.request(details.topic, method, params, chain: chain, lifetime: lifetime)
    }

    /// Asks the wallet whether it is there.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `expired` if there is no answer within 30 seconds, and
    ///   `unsupported` in version 1.
    public func ping() async throws(WalletConnectError) { try await service.ping(details.topic) }

    /// Ends the session; nothing happens if it has ended.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage` or `stopped`.
    public func disconnect() async throws(WalletConnectError) {
        try await service.disconnect(details.topic, reason: ErrorResponse(.userDisconnected))
    }
}
