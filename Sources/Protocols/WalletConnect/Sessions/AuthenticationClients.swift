public import Bridge
public import Primitives

// MARK: Apps

/// What came out of a sign-in.
public struct AppSignIn: Sendable {
    /// The session; `nil` if the app asked for no methods, or the wallet supports none of them.
    public let session: AppSession?
    /// The signed messages; none if the wallet has no sign-in, or the user did not sign in.
    public let authentications: [SignedAuthentication]

    /// The accounts with which the user signed in.
    public var accounts: [AccountID] { authentications.compactMap(\.payload.account).unique }
}

extension AppClient {
    /// Asks the user to sign in and to connect in one step, and waits until that is done.
    ///
    /// A wallet without sign-in gets a plain proposal: then there is a session, and no signed message.
    ///
    /// - Parameters:
    ///   - signIn: What the user is to sign.
    ///   - wanted: What the app could use: its methods on the chains of `signIn` become part of the text that is signed,
    ///     and all of it is proposed to a wallet without sign-in.
    ///   - isValid: Checks the signature of a contract on the chain (ERC-1271, ERC-6492); without it, none counts.
    ///   - show: Shows the link to the user, as text or as an image.
    /// - Returns: The session and the signed messages, whose signatures are checked.
    /// - Throws: ``WalletConnectError/session(_:)``: `rejected`, `expired` after five minutes, `cancelled`, `stopped`;
    ///   ``WalletConnectError/signIn(_:)`` if what was signed is not what was asked for;
    ///   ``WalletConnectError/namespaces(_:)`` if something is not valid.
    public func authenticate(
        _ signIn: SignInRequest, _ wanted: ProposalNamespaces,
        isValid: (SignedAuthentication) async -> Bool = { _ in false }, show: (String) async -> Void
    ) async throws(WalletConnectError) -> AppSignIn {
        let engine = try services.engine()
        let methods = wanted.entries.filter { $0.key.hasPrefix("eip155") }.flatMap(\.methods).unique
        let request = methods.isEmpty ? signIn : signIn.requesting(methods)
        let uri = try await engine.authenticate(request, fallback: wanted)
        await show(uri.text)
        let outcome = try await engine.signIn(uri.topic)
        for authentication in outcome.authentications where authentication.needsChain {
            guard await !isValid(authentication) else { continue }
            if let session = outcome.session { try await engine.disconnect(session.topic) }
            throw .signIn(.signature)
        }
        return AppSignIn(
            session: outcome.session.map { AppSession($0, engine) }, authentications: outcome.authentications)
    }
}

extension SignedAuthentication {
    /// Whether only a node of the chain can check the signature.
    public var needsChain: Bool { ["eip1271", "eip6492"].contains(signature.type) }
}

// MARK: Wallets

extension WalletClient {
    /// Signs in on these chains from now on; without any, which is the default, apps get a plain proposal instead.
    public func signIn(on chains: [ChainID]) async { await (try? services.engine())?.signIn(on: chains) }

    /// The sign-ins that wait for the user.
    public func authentications() async -> [PendingAuthentication] {
        await (try? services.engine())?.authentications() ?? []
    }

    /// Approves a sign-in with messages that the user has seen.
    ///
    /// - Parameters:
    ///   - authentication: The sign-in.
    ///   - messages: One or more of ``SignInRequest/messages(for:)``.
    ///   - sign: Signs the text of a message with the key of its account (EIP-191); `nil` if the user has rejected it, and
    ///     with it the sign-in.
    /// - Returns: The session; `nil` if the user rejected it or the app requested no methods.
    /// - Throws: ``WalletConnectError/signIn(_:)`` if a signature is not of the account, after which the sign-in still
    ///   waits; ``WalletConnectError/session(_:)``.
    @discardableResult public func approve(
        _ authentication: PendingAuthentication, _ messages: [AuthenticationText],
        sign: (AuthenticationText) async -> RecoverableSignature?
    ) async throws(WalletConnectError) -> SessionDetails? {
        var signed: [SignedAuthentication] = []
        for message in messages {
            guard let signature = await sign(message) else {
                try await reject(authentication)
                return nil
            }
            signed.append(message.signed(signature))
        }
        return try await services.engine().approve(authentication.key, authentications: signed)
    }

    /// Rejects a sign-in because the user did.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    public func reject(_ authentication: PendingAuthentication) async throws(WalletConnectError) {
        try await services.engine().reject(authentication: authentication.key)
    }

    /// Offers the plain proposal instead of a sign-in.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    public func decline(_ authentication: PendingAuthentication) async throws(WalletConnectError) {
        try await services.engine().decline(authentication: authentication.key)
    }

    /// Approves a proposal that asks for sign-ins as well, as ``approve(_:with:sessionProperties:scopedProperties:)``
    /// does.
    ///
    /// - Parameters:
    ///   - proposal: The proposal.
    ///   - supported: What the wallet can do, and the accounts that the user shares.
    ///   - authentications: What the user has signed of ``PendingProposal/authentications``; see
    ///     ``SignInRequest/messages(for:)``.
    /// - Returns: The session, which the app has not acknowledged yet.
    /// - Throws: ``WalletConnectError/signIn(_:)`` if a signature is not of its account; ``WalletConnectError/namespaces(_:)``
    ///   or ``WalletConnectError/session(_:)``. The proposal still waits after that.
    @discardableResult public func approve(
        _ proposal: PendingProposal, with supported: SupportedNamespaces, authentications: [SignedAuthentication]
    ) async throws(WalletConnectError) -> SessionDetails {
        let namespaces = try supported.approve(required: proposal.required, optional: proposal.optional)
        return try await services.engine().approve(
            proposal.key, namespaces: namespaces, authentications: authentications)
    }

    /// Takes a link that a page in a window of the wallet has opened: then it is known where the app is, and
    /// ``PendingProposal/verification`` compares that with what the app says.
    ///
    /// - Parameters:
    ///   - link: A link in any form; one of version 1 must not lead to a server of this machine.
    ///   - page: The origin of the page, as the web view knows it.
    /// - Throws: As ``pair(_:)``.
    public func pair(_ link: String, from page: Origin) async throws(WalletConnectError) {
        let engine = try services.engine()
        switch try ConnectionLink(link, now: await engine.now) {
        case .pairing(let uri): try await engine.pair(uri, from: page)
        case .legacy(let uri): try await services.legacy().pair(uri, from: page)
        case .wakeUp: break
        }
    }
}
