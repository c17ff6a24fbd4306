/// One approval that is put to the user, as long as it is.
@MainActor public final class Question {
    /// What is asked.
    public let approval: Approval

    /// Who asks.
    public let peer: Peer

    /// What the asking site says about itself.
    public let claim: SiteClaim?

    /// How many more questions of the same origin wait behind this one.
    public internal(set) var waiting: Int {
        didSet { if waiting != oldValue { onChange?(self) } }
    }

    /// What became of the request after a yes, once it is known.
    public internal(set) var outcome: Result<JSON, RPCError>? {
        didSet { onChange?(self) }
    }

    /// Called when ``waiting`` or ``outcome`` changes.
    public var onChange: (@MainActor (Question) -> Void)?

    init(approval: Approval, peer: Peer, claim: SiteClaim?, waiting: Int) {
        self.approval = approval
        self.peer = peer
        self.claim = claim
        self.waiting = waiting
    }
}
