public import Bridge

/// The wallet's side of WalletConnect: pair, approve, answer.
///
///     try await client.wallet.pair(link)
///     for await news in await client.wallet.news() {
///         switch news {
///         case .proposal(let proposal): try await client.wallet.approve(proposal, with: supported)
///         case .request(let request): try await client.wallet.answer(request, with: sign(request))
///         default: break
///         }
///     }
public struct WalletClient: Sendable {
    let services: SessionServices

    /// Creates a client of services that run.
    package init(_ services: [any SessionService]) { self.services = SessionServices(all: services) }

    /// Creates a client of a service that runs.
    package init(_ service: any SessionService) { self.init([service]) }

    // MARK: Connecting

    /// Takes a link in any form in use; a second call with the same link changes nothing.
    ///
    /// The proposal of the app comes as ``SessionNews/proposal(_:)``. A link that only brings the wallet to the front
    /// changes nothing.
    ///
    /// - Parameter link: What was pasted, scanned or opened; anything, of at most 8,192 bytes.
    /// - Throws: ``WalletConnectError/link(_:)``, whose ``WalletConnectError/Link/sentence`` is for the user;
    ///   ``WalletConnectError/session(_:)``: `unsupported` for a version that is not configured, `tooMany`, `locked`,
    ///   `storage`, `stopped`.
    public func pair(_ link: String) async throws(WalletConnectError) {
        guard let first = services.all.first else { throw .session(.stopped) }
        let link = try ConnectionLink(link, now: await first.now)
        switch link {
        case .pairing: try await services.service(for: .v2).pair(link)
        case .legacy: try await services.service(for: .v1).pair(link)
        case .wakeUp: break
        }
    }

    /// What happens from now on; what waits for the user comes first.
    ///
    /// A reader that is far behind loses the oldest; ``proposals()``, ``requests()`` and ``sessions()`` are always
    /// complete.
    public func news() async -> AsyncStream<SessionNews> { await services.news() }

    /// The proposals that wait for the user, the first to end first.
    public func proposals() async -> [PendingProposal] {
        var proposals: [PendingProposal] = []
        for service in services.all { proposals += await service.proposals() }
        return proposals.sorted { $0.expiry < $1.expiry }
    }

    /// Approves a proposal with everything that is required, and what is supported of the rest.
    ///
    /// A proposal that requires something else is rejected without asking the user.
    ///
    /// - Parameters:
    ///   - proposal: The proposal.
    ///   - supported: What the wallet can do, and the accounts that the user shares.
    ///   - sessionProperties: What the wallet says about the whole session (CAIP-25).
    ///   - scopedProperties: What the wallet says about single namespaces and chains (CAIP-25).
    /// - Returns: The session, which the app has not acknowledged yet.
    /// - Throws: ``WalletConnectError/namespaces(_:)`` for what is not supported, after the rejection;
    ///   ``WalletConnectError/session(_:)``: `unknownProposal` if it was answered or withdrawn, `expired`, `locked`,
    ///   `tooMany`, `storage`, `stopped`.
    @discardableResult public func approve(
        _ proposal: PendingProposal, with supported: SupportedNamespaces, sessionProperties: JSONObject? = nil,
        scopedProperties: JSONObject? = nil
    ) async throws(WalletConnectError) -> SessionDetails {
        let service = try await services.service(of: proposal.key.topic, otherwise: .unknownProposal)
        let namespaces: SessionNamespaces
        do throws(WalletConnectError) {
            namespaces = try supported.approve(required: proposal.required, optional: proposal.optional)
        } catch {
            if case .namespaces(let fault) = error {
                try await service.reject(proposal.key, by: .automatic, reason: fault.response)
            }
            throw error
        }
        return try await service.approve(
            proposal.key, namespaces: namespaces, sessionProperties: sessionProperties,
            scopedProperties: scopedProperties)
    }

    /// Rejects a proposal because the user did.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``: `unknownProposal`, `expired`, `locked`, `storage`, `stopped`.
    public func reject(_ proposal: PendingProposal) async throws(WalletConnectError) {
        let service = try await services.service(of: proposal.key.topic, otherwise: .unknownProposal)
        try await service.reject(proposal.key, by: .user, reason: ErrorResponse(.userRejected))
    }

    // MARK: Requests

    /// The requests that wait for the user, in the order in which they came.
    public func requests() async -> [PendingSessionRequest] {
        var requests: [PendingSessionRequest] = []
        for service in services.all { requests += await service.requests() }
        return requests
    }

    /// Notes that the user has approved a request, before anything is signed; a second call changes nothing.
    ///
    /// If the program ends before the request is answered, it comes again with
    /// ``PendingSessionRequest/isInterrupted``, so that the user is not asked twice, and nothing is signed twice.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``: `unknownRequest` if it was answered or withdrawn, or is interrupted;
    ///   `expired`, `storage`, `stopped`. Then nothing may be signed.
    public func begin(_ request: PendingSessionRequest) async throws(WalletConnectError) {
        let service = try await services.service(of: request.key.topic, otherwise: .unknownRequest)
        try await service.begin(request.key)
    }

    /// Answers a request with its result.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``: `unknownRequest` if it was answered or withdrawn, `expired`,
    ///   `locked`, `storage`, `stopped`.
    public func answer(_ request: PendingSessionRequest, with result: JSON) async throws(WalletConnectError) {
        let service = try await services.service(of: request.key.topic, otherwise: .unknownRequest)
        try await service.answer(request.key, with: .result(result))
    }

    /// Answers a request with an error; that the user rejected it, by default.
    ///
    /// - Throws: As ``answer(_:with:)``.
    public func reject(
        _ request: PendingSessionRequest, reason: ErrorResponse = ErrorResponse(.userRejectedRequest)
    ) async throws(WalletConnectError) {
        let service = try await services.service(of: request.key.topic, otherwise: .unknownRequest)
        try await service.answer(request.key, with: .failure(reason))
    }

    // MARK: Sessions

    /// The sessions, the newest first.
    public func sessions() async -> [SessionDetails] { await services.sessions(.wallet) }

    /// Changes what a session may use; the wallet allows nothing else from now on.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if the namespaces are not valid, or lack something that the app
    ///   requires; ``WalletConnectError/session(_:)``.
    public func update(_ topic: Topic, namespaces: SessionNamespaces) async throws(WalletConnectError) {
        try await services.service(of: topic).update(topic, namespaces: namespaces)
    }

    /// Extends a session to seven days from now; sessions that are used are extended without it.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    public func extend(_ topic: Topic) async throws(WalletConnectError) {
        try await services.service(of: topic).extend(topic)
    }

    /// Tells the app something, such as another account or chain.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if the session does not include the event;
    ///   ``WalletConnectError/session(_:)``.
    public func emit(_ event: SessionEvent, to topic: Topic) async throws(WalletConnectError) {
        try await services.service(of: topic).emit(event, to: topic)
    }

    /// Asks the app whether it is there.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `expired` if there is no answer within 30 seconds.
    public func ping(_ topic: Topic) async throws(WalletConnectError) {
        try await services.service(of: topic).ping(topic)
    }

    /// Ends a session: at once on this side, and for the app when it gets the message.
    ///
    /// An unknown topic is ignored.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage` or `stopped`.
    public func disconnect(_ topic: Topic) async throws(WalletConnectError) {
        guard let service = try? await services.service(of: topic) else { return }
        try await service.disconnect(topic, reason: ErrorResponse(.userDisconnected))
    }

    /// Ends all sessions of the wallet.
    ///
    /// - Throws: The first error; the other sessions are ended.
    public func disconnectAll() async throws(WalletConnectError) {
        var first: WalletConnectError?
        for session in await sessions() {
            do throws(WalletConnectError) { try await disconnect(session.topic) } catch { first = first ?? error }
        }
        if let first { throw first }
    }
}
