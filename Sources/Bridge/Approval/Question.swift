/// One approval that is put to the user, as long as it is.
@MainActor public final class Question {
    /// What is asked; another one after the user adjusted something.
    public internal(set) var approval: Approval {
        didSet { onChange?(self) }
    }

    /// Whether the approval is being made anew, with the values that the user wants: what is shown is out of date.
    public internal(set) var isRevising = false {
        didSet { if isRevising != oldValue { onChange?(self) } }
    }

    /// Why the approval could not be made anew, as a sentence; it is out of date until the user adjusts it again.
    public internal(set) var trouble: String? {
        didSet { if trouble != oldValue { onChange?(self) } }
    }

    /// Whether a yes would be to what is shown.
    public var canBeApproved: Bool {
        !isRevising && trouble == nil && !approval.hasProblem
    }

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

    /// Whether the request has put another question to the user since: what became of it is told there.
    public internal(set) var isContinued = false {
        didSet { if isContinued != oldValue { onChange?(self) } }
    }

    /// Whether it was withdrawn because its document ended or the wallet was locked: the user no longer needs to see
    /// what became of it any more.
    public private(set) var isWithdrawn = false

    /// Called when anything of it changes.
    public var onChange: (@MainActor (Question) -> Void)?

    init(approval: Approval, peer: Peer, claim: SiteClaim?, waiting: Int) {
        self.approval = approval
        self.peer = peer
        self.claim = claim
        self.waiting = waiting
    }

    /// Takes it from the screen.
    func withdraw() {
        guard !isWithdrawn else { return }
        isWithdrawn = true
        onChange?(self)
    }
}
