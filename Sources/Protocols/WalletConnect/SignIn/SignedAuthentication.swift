public import Bridge
public import Primitives

/// A signed sign-in message (CAIP-74): a CACAO.
public struct SignedAuthentication: Hashable, Sendable {
    /// What is signed.
    public struct Payload: Hashable, Sendable {
        /// Who signs: `did:pkh:` and an account (did:pkh method).
        public var issuer: String
        /// The host of the app.
        public var domain: String
        /// What the user signs in to, a URI.
        public var audience: String
        /// Always `1`.
        public var version: String
        /// What makes the message different from all others.
        public var nonce: String
        /// When the request was made (RFC 3339).
        public var issuedAt: String
        /// From when on it counts (RFC 3339).
        public var notBefore: String?
        /// From when on it no longer counts (RFC 3339).
        public var expiration: String?
        /// What the user agrees to.
        public var statement: String?
        /// A name that the app gave to the request.
        public var requestID: String?
        /// URIs; `nil` and an empty list give different messages.
        public var resources: [String]?
    }

    /// A signature.
    public struct Signature: Hashable, Sendable {
        /// The kind: `eip191`, `eip1271`, `eip6492`, or one of another chain.
        public var type: String
        /// The signature as the kind writes it: for `eip191` 65 bytes in hexadecimal digits.
        public var text: String
    }

    /// The kind of the message: `caip122` or `eip4361`.
    public var type: String
    /// What is signed.
    public var payload: Payload
    /// The signature.
    public var signature: Signature

    /// The most bytes of the text of a signature: one of ERC-6492 contains code.
    static let maximumSignatureBytes = 65_536

    /// Creates a signed message of a payload that was signed with a key of Ethereum.
    public init(payload: Payload, eip191 signature: RecoverableSignature) {
        self.init(
            payload: payload, signature: Signature(type: "eip191", text: "0x" + Hex.encode(signature.encoded)))
    }

    /// Creates a signed message.
    init(payload: Payload, signature: Signature) {
        type = "caip122"
        self.payload = payload
        self.signature = signature
    }

    /// Reads `{h: {t}, p: {…}, s: {t, s}}`.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    public init(_ json: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(json, path: "cacao")
        type = try parameters.object("h").text("t", upTo: 32)
        guard ["caip122", "eip4361"].contains(type) else { throw .parameters("h.t") }
        payload = try Payload(parameters.object("p"))
        let signature = try parameters.object("s")
        self.signature = Signature(
            type: try signature.text("t", upTo: 32), text: try signature.text("s", upTo: Self.maximumSignatureBytes))
    }

    /// The message as JSON.
    public var json: JSON {
        [
            "h": ["t": .string(type)], "p": payload.json,
            "s": ["t": .string(signature.type), "s": .string(signature.text)],
        ]
    }
}

extension SignedAuthentication.Payload {
    /// Creates the payload of `request` for one account.
    public init(_ request: SignInRequest, account: AccountID) {
        issuer = "did:pkh:\(account)"
        domain = request.domain
        audience = request.audience
        version = request.version
        nonce = request.nonce
        issuedAt = request.issuedAt
        notBefore = request.notBefore
        expiration = request.expiration
        statement = request.statement
        requestID = request.requestID
        resources = request.resources
    }

    init(_ parameters: Parameters) throws(WalletConnectError) {
        issuer = try SignInRequest.line("iss", of: parameters)
        domain = try SignInRequest.line("domain", of: parameters)
        audience = try SignInRequest.line(parameters.value("aud") == nil ? "uri" : "aud", of: parameters)
        version = try SignInRequest.optionalLine("version", of: parameters) ?? "1"
        nonce = try SignInRequest.line("nonce", of: parameters)
        issuedAt = try SignInRequest.line("iat", of: parameters)
        notBefore = try SignInRequest.optionalLine("nbf", of: parameters)
        expiration = try SignInRequest.optionalLine("exp", of: parameters)
        statement = try SignInRequest.optionalLine("statement", of: parameters, upTo: 4_096)
        requestID = try SignInRequest.optionalLine("requestId", of: parameters)
        resources = try SignInRequest.resources(of: parameters)
    }

    /// The account that signs; `nil` if the issuer is not a `did:pkh`.
    public var account: AccountID? {
        issuer.hasPrefix("did:pkh:") ? AccountID(issuer.dropFirst("did:pkh:".count)) : nil
    }

    var json: JSON {
        JSON(members: [
            ("iss", .string(issuer)), ("domain", .string(domain)), ("aud", .string(audience)),
            ("version", .string(version)), ("nonce", .string(nonce)), ("iat", .string(issuedAt)),
            ("nbf", notBefore.map { .string($0) }), ("exp", expiration.map { .string($0) }),
            ("statement", statement.map { .string($0) }), ("requestId", requestID.map { .string($0) }),
            ("resources", resources.map { JSON($0) }),
        ])
    }
}
