/// One request to the wallet, from any peer.
public struct Request: Sendable {
    /// The wallet's number of a request; unique while the program runs.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// The number.
    public let id: ID

    /// The requester as the channel authenticated it, never as the message claims.
    public let peer: Peer

    /// The dialect of the request, by its ``Dialect/name``.
    public let dialect: String

    /// The name of the method in that dialect.
    public let method: String

    /// Its parameters, as they were sent; `null` if there were none.
    public let params: JSON

    /// What the asking site says about itself.
    public let claim: SiteClaim?

    /// The ID of the request in its dialect, by which the page matches its progress; `null` if it has none.
    public let replyID: JSON

    /// The user's request in the wallet's own window, instead of a page's; ``RequestDispatcher/run(_:_:)`` creates it.
    init(ofWallet method: String, number: UInt64) {
        id = ID(number: number)
        peer = .wallet
        dialect = "wallet"
        self.method = method
        params = .null
        claim = nil
        replyID = .null
    }

    init(
        id: ID, peer: Peer, dialect: String, call: Call, replyID: ReplyID = ReplyID(id: .null, command: "")
    ) {
        self.replyID = replyID.id
        self.id = id
        self.peer = peer
        self.dialect = dialect
        method = call.method
        params = call.params
        claim = call.claim
    }
}

extension Request {
    /// Decodes the parameters as a `Decodable` type.
    ///
    /// - Throws: ``RPCError/Kind/invalidParameters`` with the path of the invalid value.
    public func parameters<Value: Decodable>(as type: Value.Type = Value.self) throws(RPCError) -> Value {
        try params.decoded(as: type, whole: "The parameters")
    }

    /// Encodes `value` as the result that the handler returns.
    ///
    /// In the `invoke` dialect, the page receives an `ArrayBuffer` for each ``BinaryData`` in it. A large value is encoded
    /// off the main thread.
    @MainActor public func result<Value: Encodable & Sendable>(_ value: Value) async throws(RPCError) -> JSON {
        try await EncodedValue.encoding(value).json
    }
}
