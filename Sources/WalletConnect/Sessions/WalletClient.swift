package import Bridge

/// The wallet's side of WalletConnect: pair, approve, answer.
///
///     let wallet = WalletClient(engine)
///     try await wallet.pair(link)
///     for await news in await wallet.news() {
///         switch news {
///         case .proposal(let proposal): try await wallet.approve(proposal, with: supported)
///         case .request(let request): try await wallet.answer(request, with: sign(request))
///         default: break
///         }
///     }
package struct WalletClient: Sendable {
    /// What does the work.
    package let engine: SessionEngine

    /// Creates a client of an engine that runs.
    package init(_ engine: SessionEngine) {
        self.engine = engine
    }

    /// Takes a link of version 2 in any form; a second call with the same link changes nothing.
    ///
    /// - Throws: ``WalletConnectError/link(_:)``, with `version` for a link of version 1;
    ///   ``WalletConnectError/session(_:)``.
    package func pair(_ link: String) async throws(WalletConnectError) {
        switch try ConnectionLink(link, now: await engine.now) {
        case .pairing(let uri): try await engine.pair(uri)
        case .legacy: throw .link(.version)
        case .wakeUp: break
        }
    }

    /// What happens from now on; what waits for the user comes first.
    package func news() async -> AsyncStream<SessionNews> { await engine.news() }

    /// Approves a proposal with everything that is required, and what is supported of the rest.
    ///
    /// A proposal that requires something else is rejected without asking the user.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` for what is not supported, after the rejection;
    ///   ``WalletConnectError/session(_:)``.
    @discardableResult package func approve(
        _ proposal: PendingProposal, with supported: SupportedNamespaces
    ) async throws(WalletConnectError) -> SessionDetails {
        let namespaces: SessionNamespaces
        do throws(WalletConnectError) {
            namespaces = try supported.approve(
                required: proposal.proposal.required, optional: proposal.proposal.optional)
        } catch {
            if case .namespaces(let fault) = error {
                try await engine.reject(proposal.key, by: .automatic, reason: fault.response)
            }
            throw error
        }
        return try await engine.approve(proposal.key, namespaces: namespaces)
    }

    /// Rejects a proposal because the user did.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func reject(_ proposal: PendingProposal) async throws(WalletConnectError) {
        try await engine.reject(proposal.key)
    }

    /// Answers a request with its result.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``: `unknownRequest` if it was answered or withdrawn, `expired`.
    package func answer(_ request: PendingSessionRequest, with result: JSON) async throws(WalletConnectError) {
        try await engine.answer(request.key, with: .result(result))
    }

    /// Answers a request with an error; that the user rejected it, by default.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``: `unknownRequest` if it was answered or withdrawn, `expired`.
    package func reject(
        _ request: PendingSessionRequest, reason: ErrorResponse = ErrorResponse(.userRejectedRequest)
    ) async throws(WalletConnectError) {
        try await engine.answer(request.key, with: .failure(reason))
    }

    /// The sessions, the newest first.
    package func sessions() async -> [SessionDetails] { await engine.sessions() }

    /// Ends a session.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func disconnect(_ session: SessionDetails) async throws(WalletConnectError) {
        try await engine.disconnect(session.topic)
    }
}
