package import Bridge

/// The app's side of WalletConnect: connect, request.
///
///     let session = try await AppClient(engine).connect(wanted) { link in print(link) }
///     let hash = try await session.request("eth_sendTransaction", [transaction])
package struct AppClient: Sendable {
    /// What does the work.
    package let engine: SessionEngine

    /// Creates a client of an engine that runs.
    package init(_ engine: SessionEngine) {
        self.engine = engine
    }

    /// Proposes a session, and waits until a wallet has settled it.
    ///
    /// - Parameters:
    ///   - wanted: What the app could use.
    ///   - required: What it cannot do without.
    ///   - show: Shows the link to the user, as text or as a picture.
    /// - Returns: The session.
    /// - Throws: ``WalletConnectError/session(_:)``: `rejected`, `expired` after five minutes, `cancelled`, `stopped`;
    ///   ``WalletConnectError/namespaces(_:)`` if something is not valid.
    package func connect(
        _ wanted: ProposalNamespaces, required: ProposalNamespaces = ProposalNamespaces(),
        show: (String) async -> Void
    ) async throws(WalletConnectError) -> AppSession {
        let uri = try await engine.propose(required: required, optional: wanted)
        await show(uri.text)
        return AppSession(try await engine.connection(uri.topic), engine)
    }

    /// The sessions, the newest first; also those from before a restart.
    package func sessions() async -> [AppSession] {
        await engine.sessions().filter { $0.role == .app }.map { AppSession($0, engine) }
    }

    /// What happens from now on: events of wallets, changes and ends of sessions.
    package func news() async -> AsyncStream<SessionNews> { await engine.news() }
}

/// A session of an app.
package struct AppSession: Sendable {
    /// What it was when this value was made.
    package let details: SessionDetails

    private let engine: SessionEngine

    init(_ details: SessionDetails, _ engine: SessionEngine) {
        self.details = details
        self.engine = engine
    }

    /// The accounts that the wallet shares, as they are now; none if the session has ended.
    package func accounts() async -> [AccountID] {
        await engine.session(details.topic)?.namespaces.accounts ?? []
    }

    /// Calls a method of the wallet, and waits for the answer.
    ///
    /// - Parameters:
    ///   - method: The method, such as `personal_sign`.
    ///   - params: Its parameters.
    ///   - chain: The chain; the first one of the session by default.
    ///   - lifetime: For how many seconds the wallet may ask its user; from 300 to 604,800.
    /// - Returns: The result.
    /// - Throws: As ``SessionEngine/request(_:_:_:chain:lifetime:)``.
    package func request(
        _ method: String, _ params: JSON, on chain: ChainID? = nil, lifetime: Int64 = 300
    ) async throws(WalletConnectError) -> JSON {
        guard let chain = chain ?? details.namespaces.chains.first else { throw .namespaces(.unauthorizedChain) }
        return try await engine.request(details.topic, method, params, chain: chain, lifetime: lifetime)
    }

    /// Asks the wallet whether it is there.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `expired` if there is no answer within 30 seconds.
    package func ping() async throws(WalletConnectError) { try await engine.ping(details.topic) }

    /// Ends the session.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func disconnect() async throws(WalletConnectError) { try await engine.disconnect(details.topic) }
}
