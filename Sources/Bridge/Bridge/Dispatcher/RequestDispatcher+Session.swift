extension RequestDispatcher {
    /// The dialect of WalletConnect sessions, which has its own table of methods.
    public static let sessionDialect = "session"

    /// Handles a request of a WalletConnect session, and waits for the response.
    ///
    /// It is handled like a page's request: with the same limits, gate and approval, in which the session is the
    /// requester. Cancelling the task withdraws its question; but it returns only when no part of it is in progress any
    /// more, with the true outcome.
    ///
    /// - Parameters:
    ///   - method: The method, such as `personal_sign`.
    ///   - params: Its parameters, as the app sent them.
    ///   - session: The session.
    ///   - lifetime: How long the user may take, from now.
    /// - Returns: The result, or the reason for a failure. With ``RPCError/Kind/locked`` and ``RPCError/Kind/gone``, the
    ///   wallet was locked, another account was chosen, or the task was cancelled before the user decided: the request
    ///   has no answer yet.
    public func perform(
        _ method: String, _ params: JSON, for session: SessionPeer, within lifetime: Duration
    ) async -> Result<JSON, RPCError> {
        let call = Call(method: method, params: params, claim: session.claim)
        let direct = DirectCall(call: call, peer: .session(session), dialect: Self.sessionDialect, lifetime: lifetime)
        return await perform(direct, onCancel: .withdrawn).result
    }

    /// Asks the user whether a session may do something that is not a request of its app, such as begin.
    ///
    /// - Parameters:
    ///   - method: The name of the question, for the log.
    ///   - session: The session, which is shown as the requester.
    ///   - lifetime: How long the user may take, from now.
    ///   - body: Asks ``gate``, and acts on the consent.
    /// - Returns: The result of `body`, or the reason for a failure, as for ``perform(_:_:for:within:)``.
    public func ask(
        _ method: String, for session: SessionPeer, within lifetime: Duration,
        _ body: @escaping @MainActor (Request) async throws(RPCError) -> JSON
    ) async -> Result<JSON, RPCError> {
        let call = Call(method: method, claim: session.claim)
        let direct = DirectCall(
            call: call, peer: .session(session), dialect: Self.sessionDialect, lifetime: lifetime, body: body)
        return await perform(direct, onCancel: .withdrawn).result
    }
}
