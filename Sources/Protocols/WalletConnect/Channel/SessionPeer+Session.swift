package import Bridge

extension SessionPeer {
    /// The app that proposes a session, with the account that would sign in, if the proposal asks for that.
    package init(_ proposal: PendingProposal, _ account: AccountID? = nil) {
        self.init(
            topic: proposal.key.topic.description, name: proposal.app.name, url: proposal.app.url,
            verification: Verification(proposal.verification), accounts: account.map { [$0] } ?? [],
            chain: account?.chain)
    }

    /// The app that asks for a sign-in, with the account that would sign.
    package init(_ authentication: PendingAuthentication, _ account: AccountID?) {
        self.init(
            topic: authentication.key.topic.description, name: authentication.app.name, url: authentication.app.url,
            verification: Verification(authentication.verification), accounts: account.map { [$0] } ?? [],
            chain: account?.chain)
    }

    /// The app of a session, for one of its requests.
    package init(_ session: SessionDetails, _ request: PendingSessionRequest) {
        self.init(
            topic: session.topic.description, name: session.peer.name, url: session.peer.url,
            verification: Verification(request.verification), accounts: session.namespaces.accounts,
            chain: request.request.chain, purpose: request.key.purpose)
    }

    /// The app of a session.
    package init(_ session: SessionDetails) {
        self.init(
            topic: session.topic.description, name: session.peer.name, url: session.peer.url,
            accounts: session.namespaces.accounts)
    }
}

extension SessionPeer.Verification {
    /// What an attestation says.
    init(_ verification: AppVerification) {
        self =
            switch verification {
            case .valid: .verified
            case .invalid(let origin): .mismatch(origin: origin)
            case .scam(let origin): .scam(origin: origin)
            case .unknown: .unknown
            }
    }
}

extension RequestKey {
    /// The wallet's name for its actions for a request: no two requests of all sessions have the same.
    var purpose: String { "walletconnect:\(topic):\(id.json.text)" }
}

extension ErrorResponse {
    /// The error that an app gets: the same as a page would.
    init(_ error: RPCError, of method: String) {
        let object = EthereumDialect.object(for: error, of: method)
        self = (try? ErrorResponse(object)) ?? ErrorResponse(.internalError)
    }
}
