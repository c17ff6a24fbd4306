package import Bridge

/// One side of a session of version 1: the topic on which it listens, and what it says about itself.
package struct V1Peer: Hashable, Sendable {
    /// The topic: usually a UUID.
    package var id: String
    /// What the side says about itself.
    package var metadata: AppMetadata

    /// Creates a value.
    package init(id: String, metadata: AppMetadata) {
        self.id = id
        self.metadata = metadata
    }

    init(_ parameters: Parameters) throws(WalletConnectError) {
        id = try parameters.text("peerId", upTo: 64)
        guard V1URI.isTopic(id) else { throw .parameters(parameters.path("peerId")) }
        metadata = AppMetadata(Parameters(parameters.json["peerMeta"] ?? .null))
    }

    /// The side as JSON, with the members `peerId` and `peerMeta`.
    var json: JSON { JSON(members: members) }

    fileprivate var members: [(String, JSON?)] {
        [("peerId", .string(id)), ("peerMeta", metadata.json)]
    }
}

/// What an app asks for when it connects: the parameters of `wc_sessionRequest` of version 1.
package struct V1SessionRequest: Hashable, Sendable {
    /// The name of the method, which version 2 uses for something else.
    package static let method = "wc_sessionRequest"

    /// The app.
    package var peer: V1Peer
    /// The chain that the app wants; `nil` if it does not say.
    package var chain: UInt64?

    /// Creates a request.
    package init(peer: V1Peer, chain: UInt64?) {
        self.peer = peer
        self.chain = chain
    }

    /// Reads the parameters: a list with one object.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ params: JSON) throws(WalletConnectError) {
        let parameters = try V1Session.only(params)
        peer = try V1Peer(parameters)
        chain = try V1Session.chain(parameters)
    }

    /// The parameters as JSON.
    package var json: JSON {
        [JSON(members: peer.members + [("chainId", chain.map { V1Session.json($0) } ?? .null)])]
    }
}

/// What a wallet shares: the parameters of `wc_sessionUpdate`, and with a peer the answer to `wc_sessionRequest`.
package struct V1Session: Hashable, Sendable {
    /// The name of the method by which either side changes or ends a session.
    package static let updateMethod = "wc_sessionUpdate"

    /// Whether there is a session; an update without it ends the session.
    package var isApproved: Bool
    /// The chain; `nil` without a session.
    package var chain: UInt64?
    /// The accounts, as addresses of the chain.
    package var accounts: [String]
    /// The address of a node, which some wallets name.
    package var rpcURL: String?
    /// The wallet; `nil` in an update.
    package var peer: V1Peer?

    /// The most accounts.
    package static let maximumAccounts = 256

    /// Creates a session, or without a chain the end of one.
    package init(chain: UInt64?, accounts: [String], peer: V1Peer? = nil) {
        isApproved = chain != nil
        self.chain = chain
        self.accounts = accounts
        self.peer = peer
    }

    /// Reads the result of `wc_sessionRequest`.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(result: JSON) throws(WalletConnectError) {
        try self.init(Parameters.object(result, path: "result"))
        guard !isApproved || peer != nil else { throw .parameters("peerId") }
    }

    /// Reads the parameters of `wc_sessionUpdate`: a list with one object.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(update params: JSON) throws(WalletConnectError) {
        try self.init(Self.only(params))
    }

    private init(_ parameters: Parameters) throws(WalletConnectError) {
        guard let isApproved = parameters.json["approved"]?.bool else { throw .parameters("approved") }
        self.isApproved = isApproved
        chain = try Self.chain(parameters)
        accounts = try parameters.optionalTexts("accounts", upTo: 128) ?? []
        guard accounts.count <= Self.maximumAccounts else { throw .parameters("accounts") }
        guard !isApproved || chain != nil && !accounts.isEmpty else { throw .parameters("accounts") }
        rpcURL = parameters.lenientAddress("rpcUrl")
        peer = parameters.value("peerId") == nil ? nil : try V1Peer(parameters)
    }

    /// The result or the element of the parameters as JSON.
    package var json: JSON {
        let id = chain.map { Self.json($0) }
        return JSON(
            members: [
                ("approved", .bool(isApproved)), ("chainId", id ?? .null), ("networkId", id ?? .null),
                ("accounts", JSON(accounts)), ("rpcUrl", rpcURL.map { .string($0) }),
            ] + (peer?.members ?? []))
    }

    // MARK: Members that both methods have

    /// The only element of a list, which is an object.
    fileprivate static func only(_ params: JSON) throws(WalletConnectError) -> Parameters {
        guard let elements = params.array, elements.count == 1, let element = elements.first else {
            throw .parameters("params")
        }
        return try Parameters.object(element, path: "params[0]")
    }

    /// The number of a chain, which some write as text in decimal digits, or in hexadecimal ones with `0x`.
    static func chain(_ parameters: Parameters) throws(WalletConnectError) -> UInt64? {
        guard let value = parameters.value("chainId") else { return nil }
        let text = value.number?.text ?? value.string ?? ""
        let chain = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
        guard let chain, chain > 0, !text.hasPrefix("+"), !text.hasPrefix("0x+") else {
            throw .parameters(parameters.path("chainId"))
        }
        return chain
    }

    fileprivate static func json(_ chain: UInt64) -> JSON {
        JSONNumber(String(chain)).map { .number($0) } ?? .null
    }
}
