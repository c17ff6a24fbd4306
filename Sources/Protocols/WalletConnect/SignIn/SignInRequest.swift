public import Bridge

/// What an app asks the user to sign (CAIP-122): `authPayload` in a request.
public struct SignInRequest: Hashable, Sendable {
    /// The kind of the message: `caip122` or `eip4361`, as the app wrote it.
    public var type: String
    /// The chains; the wallet signs for those that it supports.
    public var chains: [ChainID]
    /// The host of the app, with its port if one is named.
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
    /// What the user agrees to: one line.
    public var statement: String?
    /// A name that the app gives to the request.
    public var requestID: String?
    /// URIs; the last may be a ``Capabilities`` resource.
    public var resources: [String]?
    /// The kinds of signatures that the app can verify, by namespace.
    public var signatureTypes: JSONObject?

    /// The most resources.
    public static let maximumResources = 64

    /// The most bytes of a resource: a capability for many methods and chains.
    public static let maximumResourceBytes = 16_384

    /// Creates a request.
    public init(chains: [ChainID], domain: String, audience: String, nonce: String, issuedAt: String) {
        type = "caip122"
        self.chains = chains
        self.domain = domain
        self.audience = audience
        version = "1"
        self.nonce = nonce
        self.issuedAt = issuedAt
    }

    /// Creates a request that is made now.
    ///
    /// - Parameters:
    ///   - chains: The chains on which the app can use an account.
    ///   - domain: The host of the app, with its port if one is named.
    ///   - audience: What the user signs in to, a URI.
    ///   - nonce: What makes the message different from all others: random, and checked by the app's server.
    ///   - now: The time in seconds since 1970.
    public init(chains: [ChainID], domain: String, audience: String, nonce: String, at now: Int64) {
        self.init(
            chains: chains, domain: domain, audience: audience, nonce: nonce, issuedAt: Timestamp.text(of: now))
    }

    /// Reads a payload.
    ///
    /// Each text must be one line, since it becomes a line of the message.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    init(_ parameters: Parameters) throws(WalletConnectError) {
        type = try parameters.optionalText("type", upTo: 32) ?? "caip122"
        guard ["caip122", "eip4361"].contains(type) else { throw .parameters(parameters.path("type")) }
        chains = []
        for text in try parameters.texts("chains") {
            guard let chain = ChainID(text) else { throw .parameters(parameters.path("chains")) }
            chains.append(chain)
        }
        guard !chains.isEmpty else { throw .parameters(parameters.path("chains")) }
        domain = try Self.line("domain", of: parameters)
        audience = try Self.line(parameters.value("aud") == nil ? "uri" : "aud", of: parameters)
        version = try Self.optionalLine("version", of: parameters) ?? "1"
        guard version == "1" else { throw .parameters(parameters.path("version")) }
        nonce = try Self.line("nonce", of: parameters)
        issuedAt = try Self.line("iat", of: parameters)
        notBefore = try Self.optionalLine("nbf", of: parameters)
        expiration = try Self.optionalLine("exp", of: parameters)
        statement = try Self.optionalLine("statement", of: parameters, upTo: 4_096)
        requestID = try Self.optionalLine("requestId", of: parameters)
        resources = try Self.resources(of: parameters)
        signatureTypes = parameters.value("signatureTypes")?.object
    }

    /// The payload as JSON.
    public var json: JSON {
        JSON(members: [
            ("type", .string(type)), ("chains", JSON(chains.map(\.description))), ("domain", .string(domain)),
            ("aud", .string(audience)), ("version", .string(version)), ("nonce", .string(nonce)),
            ("iat", .string(issuedAt)), ("nbf", notBefore.map { .string($0) }),
            ("exp", expiration.map { .string($0) }), ("statement", statement.map { .string($0) }),
            ("requestId", requestID.map { .string($0) }), ("resources", resources.map { JSON($0) }),
            ("signatureTypes", signatureTypes.map { .object($0) }),
        ])
    }

    // MARK: Lines, which signed payloads have as well

    static func line(_ key: String, of parameters: Parameters) throws(WalletConnectError) -> String {
        guard let text = try optionalLine(key, of: parameters), !text.isEmpty else {
            throw .parameters(parameters.path(key))
        }
        return text
    }

    static func optionalLine(
        _ key: String, of parameters: Parameters, upTo limit: Int = 2_048
    ) throws(WalletConnectError) -> String? {
        guard let text = try parameters.optionalText(key, upTo: limit) else { return nil }
        guard isLine(text) else { throw .parameters(parameters.path(key)) }
        return text
    }

    static func resources(of parameters: Parameters) throws(WalletConnectError) -> [String]? {
        guard let resources = try parameters.optionalTexts("resources", upTo: maximumResourceBytes) else { return nil }
        guard resources.count <= maximumResources, resources.allSatisfy({ !$0.isEmpty && isLine($0) }) else {
            throw .parameters(parameters.path("resources"))
        }
        return resources
    }

    /// Whether the text has no line break and no other control character, of which a reader could make another line.
    private static func isLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) && $0.value != 0x2028 && $0.value != 0x2029
        }
    }
}
