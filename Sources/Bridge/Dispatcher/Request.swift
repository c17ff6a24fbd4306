/// One request to the wallet, from any peer.
public struct Request: Sendable {
    /// The wallet's own number for a request; never used twice while the program runs.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// The wallet's own number.
    public let id: ID

    /// The requester as the page channel authenticated it; never as the message claimed.
    public let peer: Peer

    /// The dialect in which it was asked, by its ``Dialect/name``.
    public let dialect: String

    /// The name of the method in that dialect.
    public let method: String

    /// Its parameters, as they were sent; `null` where there were none.
    public let params: JSON

    /// What the asking site says about itself.
    public let claim: SiteClaim?

    /// What the user asks for in the wallet's own window, not a page; ``RequestDispatcher/run(_:_:)`` makes it.
    init(ofWallet method: String, number: UInt64) {
        id = ID(number: number)
        peer = .wallet
        dialect = "wallet"
        self.method = method
        params = .null
        claim = nil
    }

    init(id: ID, peer: Peer, dialect: String, call: Call) {
        self.id = id
        self.peer = peer
        self.dialect = dialect
        method = call.method
        params = call.params
        claim = call.claim
    }
}
