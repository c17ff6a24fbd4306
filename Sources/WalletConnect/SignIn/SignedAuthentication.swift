package import Bridge
package import Primitives

/// A signed sign-in message (CAIP-74): a CACAO.
package struct SignedAuthentication: Hashable, Sendable {
    /// What is signed.
    package struct Payload: Hashable, Sendable {
        /// Who signs: `did:pkh:` and an account (did:pkh method).
        package var issuer: String
        /// The host of the app.
        package var domain: String
        /// What the user signs in to, a URI.
        package var audience: String
        /// Always `1`.
        package var version: String
        /// What makes the message different from all others.
        package var nonce: String
        /// When the request was made (RFC 3339).
        package var issuedAt: String
        /// From when on it counts (RFC 3339).
        package var notBefore: String?
        /// From when on it no longer counts (RFC 3339).
        package var expiration: String?
        /// What the user agrees to.
        package var statement: String?
        /// A name that the app gave to the request.
        package var requestID: String?
        /// URIs; `nil` and an empty list give different messages.
        package var resources: [String]?
    }

    /// A signature.
    package struct Signature: Hashable, Sendable {
        /// The kind: `eip191`, `eip1271`, `eip6492`, or one of another chain.
        package var type: String
        /// The signature as the kind writes it: for `eip191` 65 bytes in hexadecimal digits.
        package var text: String
    }

    /// The kind of the message: `caip122` or `eip4361`.
    package var type: String
    /// What is signed.
    package var payload: Payload
    /// The signature.
    package var signature: Signature

    /// The most bytes of the text of a signature: one of ERC-6492 contains code.
    static let maximumSignatureBytes = 65_536

    /// Creates a signed message of a payload that was signed with a key of Ethereum.
    package init(payload: Payload, eip191 signature: RecoverableSignature) {
        type = "caip122"
        self.payload = payload
        self.signature = Signature(type: "eip191", text: "0x" + Hex.encode(signature.encoded))
    }

    /// Reads `{h: {t}, p: {…}, s: {t, s}}`.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ json: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(json, path: "cacao")
        type = try parameters.object("h").text("t", upTo: 32)
        guard ["caip122", "eip4361"].contains(type) else { throw .parameters("h.t") }
        payload = try Payload(parameters.object("p"))
        let signature = try parameters.object("s")
        self.signature = Signature(
            type: try signature.text("t", upTo: 32), text: try signature.text("s", upTo: Self.maximumSignatureBytes))
    }

    /// The message as JSON.
    package var json: JSON {
        [
            "h": ["t": .string(type)], "p": payload.json,
            "s": ["t": .string(signature.type), "s": .string(signature.text)],
        ]
    }
}

extension SignedAuthentication.Payload {
    /// Creates the payload of `request` for one account.
    package init(_ request: SignInRequest, account: AccountID) {
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
    package var account: AccountID? {
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
