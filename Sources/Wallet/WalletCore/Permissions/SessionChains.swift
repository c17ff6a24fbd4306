package import Bridge

/// Changes the chains of WalletConnect sessions.
@MainActor package final class SessionChains {
    /// Lets the session use a chain, and tells its app that it is on that chain now.
    package typealias Use = @MainActor (ChainID, SessionPeer) async throws(RPCError) -> Void

    /// What changes a session; without it, no session can be changed.
    package var onUse: Use?

    /// Creates a value without sessions.
    package init() {}

    /// Lets `session` use `chain`, and tells its app that it is on that chain now.
    ///
    /// - Throws: ``/Bridge/RPCError`` if the session has ended, or the wallet has no sessions.
    package func use(_ chain: ChainID, in session: SessionPeer) async throws(RPCError) {
        guard let onUse else { throw RPCError(.unsupported, "This wallet cannot change the chains of a session.") }
        try await onUse(chain, session)
    }
}
