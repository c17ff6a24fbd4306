public import Bridge
public import Primitives

/// A sign-in that waits for the user of a wallet: it makes a session, too, if the app asks for methods.
public struct PendingAuthentication: Hashable, Sendable {
    /// What names it.
    public let key: RequestKey
    /// What the app says about itself; nothing of it is proven.
    public let app: AppMetadata
    /// What the user is to sign, for all chains that the app has named.
    public let signIn: SignInRequest
    /// When it ends, in seconds since 1970.
    public let expiry: Int64
    /// What is known about where the request comes from.
    public let verification: AppVerification

    init(_ record: AuthenticationRecord, _ verification: AppVerification) {
        key = record.key
        app = record.request.requester.metadata
        signIn = record.request.signIn
        expiry = record.expiry
        self.verification = verification
    }
}

/// A message with which the user signs in with one account on one chain.
public struct AuthenticationText: Hashable, Sendable {
    /// Who signs, on which chain.
    public let account: AccountID
    /// The exact text, which is signed with `personal_sign` (EIP-191).
    public let text: String
    /// What the text allows the app besides the sign-in; `nil` if nothing.
    public let capabilities: Capabilities?

    private let type: String
    private let payload: SignedAuthentication.Payload

    init(_ request: SignInRequest, account: AccountID) throws(WalletConnectError) {
        self.account = account
        type = request.type
        payload = SignedAuthentication.Payload(request, account: account)
        text = try payload.message()
        capabilities = try request.capabilities()
    }

    /// The message with the signature of the account's key.
    public func signed(_ signature: RecoverableSignature) -> SignedAuthentication {
        var signed = SignedAuthentication(payload: payload, eip191: signature)
        signed.type = type
        return signed
    }

    /// The message with the signature of an account that is a contract, in hexadecimal digits after `0x`; the app checks
    /// it on the chain (ERC-1271).
    public func signed(byContract signature: String) -> SignedAuthentication {
        var signed = SignedAuthentication(payload: payload, signature: .init(type: "eip1271", text: signature))
        signed.type = type
        return signed
    }
}

extension SignInRequest {
    /// What the user can sign: a message for each account on each chain that the app has named and the wallet supports,
    /// in the app's order, with the methods that the wallet supports.
    ///
    /// One signature is enough for a session on all these chains. Only accounts of Ethereum sign in.
    ///
    /// - Parameter supported: What the wallet can do, with the accounts that the user shares.
    /// - Returns: The messages; none if no chain remains.
    /// - Throws: ``WalletConnectError/signIn(_:)``.
    public func messages(for supported: SupportedNamespaces) throws(WalletConnectError) -> [AuthenticationText] {
        let own = supported.entries.filter { $0.scope.namespace == "eip155" }
        let accounts = own.flatMap(\.accounts)
        let chains = own.flatMap(\.scope.chains).filter { chain in accounts.contains { $0.chain == chain } }
        let request = try approved(namespace: "eip155", chains: chains, methods: own.flatMap(\.scope.methods))
        guard let request else { return [] }
        var messages: [AuthenticationText] = []
        for chain in request.chains {
            for account in accounts where account.chain == chain {
                messages.append(try AuthenticationText(request, account: account))
            }
        }
        return messages
    }

    /// The same request with the methods of the session that the app wants, such as `personal_sign`, as a capability
    /// (ERC-5573) on all chains of the request.
    public func requesting(_ methods: [String]) -> SignInRequest {
        var request = self
        let wanted = Capabilities(namespace: "eip155", methods: methods, chains: chains)
        request.resources = (resources ?? []) + [wanted.text]
        return request
    }
}

extension SessionNamespaces {
    /// What a session may use that a sign-in has made: the methods of its capabilities, on the chains of these and of the
    /// accounts that signed; `nil` without methods.
    ///
    /// Both sides compute it, because there is no settlement.
    ///
    /// - Throws: ``WalletConnectError/signIn(_:)``.
    init?(_ authentications: [SignedAuthentication], answering request: SignInRequest) throws(WalletConnectError) {
        let asked = Set(request.chains)
        var entries: [Entry] = []
        for authentication in authentications {
            guard let account = authentication.payload.account else { throw .signIn(.issuer) }
            let namespace = account.chain.namespace
            guard let granted = try authentication.payload.resources?.capabilities() else { continue }
            let methods = granted.methods(of: namespace)
            guard !methods.isEmpty else { continue }
            let chains = ([account.chain] + granted.chains(of: namespace)).unique
                .filter { $0.namespace == namespace && asked.contains($0) }
            let accounts = chains.map { AccountID(chain: $0, address: account.address).description }
            let place = entries.firstIndex { $0.key == namespace }
            let known = place.map { entries[$0] } ?? Entry(namespace, accounts: [], events: Self.signInEvents)
            let all = (known.accounts + accounts).unique
            let entry = Entry(
                namespace, chains: all.compactMap { AccountID($0)?.chain }.unique.map(\.description), accounts: all,
                methods: (known.methods + methods).unique, events: known.events)
            if let place { entries[place] = entry } else { entries.append(entry) }
        }
        guard !entries.isEmpty else { return nil }
        self.init(entries)
        try validate()
    }

    /// A sign-in does not name events; all clients use these.
    private static let signInEvents = ["chainChanged", "accountsChanged"]
}
