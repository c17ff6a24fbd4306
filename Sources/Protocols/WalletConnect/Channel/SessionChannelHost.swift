package import Bridge
package import Primitives

/// What a ``SessionChannel`` needs of the wallet around it.
@MainActor package protocol SessionChannelHost: AnyObject {
    /// Why a proposal or a request of `peer` cannot be shown now; `nil` if it can.
    func obstacle(for peer: SessionPeer) -> SessionObstacle?

    /// What the wallet can do, with the accounts that a session would share now.
    func supported() -> SupportedNamespaces

    /// Asks the user for the session that a proposal would make.
    ///
    /// - Parameters:
    ///   - proposal: The proposal.
    ///   - namespaces: What the session would be allowed to use.
    ///   - request: The question of the channel, for the gate.
    /// - Throws: ``/Bridge/RPCError/rejected``, or the reason why the user could not be asked.
    func ask(
        about proposal: PendingProposal, _ namespaces: SessionNamespaces, for request: Request
    ) async throws(RPCError)

    /// Asks the user for a sign-in, and signs it.
    ///
    /// - Parameters:
    ///   - message: The message that is signed.
    ///   - namespaces: What the session of a proposal would be allowed to use; `nil` for a sign-in without a proposal,
    ///     which allows what its message says.
    ///   - request: The question of the channel, for the gate.
    /// - Returns: The signature of the account of the message.
    /// - Throws: ``/Bridge/RPCError/rejected``, or the reason why the user could not be asked.
    func signIn(
        _ message: AuthenticationText, connecting namespaces: SessionNamespaces?, for request: Request
    ) async throws(RPCError) -> RecoverableSignature

    /// The outcome of a request that an earlier run of the program has acted on without answering it; `nil` if it has
    /// not.
    func earlierOutcome(of request: PendingSessionRequest, for peer: SessionPeer) async -> Result<JSON, RPCError>?

    /// Takes what has happened.
    func take(_ event: SessionChannelEvent)
}

/// Why something of a session waits.
package enum SessionObstacle: Hashable, Sendable {
    /// The wallet is locked.
    case locked
    /// The session shares other accounts than the one in use.
    case otherAccount
}

/// What the user must know about sessions.
package enum SessionChannelEvent: Hashable, Sendable {
    /// These wait: the first of each session, with the number of its requests and proposals.
    case waiting([Waiting])
    /// The wallet cannot do what an app requires; the app was informed.
    case unsupported(SessionPeer, NamespaceFault)
    /// A proposal or a request ended before the user decided on it.
    case withdrawn(SessionPeer, isProposal: Bool, Withdrawal)
    /// The app and the wallet have a session.
    case connected(SessionDetails)
    /// A session is no longer there; `nil` if it has expired.
    case ended(SessionDetails, ErrorResponse?)
    /// The list of sessions has changed.
    case changed

    /// A session whose requests wait.
    package struct Waiting: Hashable, Sendable {
        /// The session.
        package let peer: SessionPeer
        /// Why they wait.
        package let obstacle: SessionObstacle
        /// How many wait.
        package let count: Int
    }
}
