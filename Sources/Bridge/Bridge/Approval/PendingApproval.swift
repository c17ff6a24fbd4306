/// An approval that the user is asked to give.
@MainActor public final class PendingApproval {
    /// The current approval; it is replaced when the user adjusts a value.
    public internal(set) var approval: Approval {
        didSet { changes.tell(self) }
    }

    /// Whether a new approval with the user's values is being made; the one on the screen is out of date.
    public internal(set) var isRevising = false {
        didSet { if isRevising != oldValue { changes.tell(self) } }
    }

    /// Why the new approval could not be made, as a sentence; it stays out of date until the user adjusts it again.
    public internal(set) var problem: String? {
        didSet { if problem != oldValue { changes.tell(self) } }
    }

    /// Whether the approval on the screen can be approved.
    public var canBeApproved: Bool {
        !isRevising && problem == nil && !approval.hasProblem
    }

    /// The peer that asks.
    public let peer: Peer

    /// What the asking site says about itself.
    public let claim: SiteClaim?

    /// The number of questions of the same origin that wait after this one.
    public internal(set) var waiting: Int {
        didSet { if waiting != oldValue { changes.tell(self) } }
    }

    /// The outcome of the request after the approval, once it is known.
    public internal(set) var outcome: Result<JSON, RPCError>? {
        didSet { changes.tell(self) }
    }

    /// Whether the request has asked another question since; the outcome is shown there.
    public internal(set) var isContinued = false {
        didSet { if isContinued != oldValue { changes.tell(self) } }
    }

    /// Whether it was withdrawn because its document ended or the wallet was locked: the outcome need not be shown any
    /// more.
    public private(set) var isWithdrawn = false

    /// A property has changed.
    public let changes = Listeners<PendingApproval>()

    init(approval: Approval, peer: Peer, claim: SiteClaim?, waiting: Int) {
        self.approval = approval
        self.peer = peer
        self.claim = claim
        self.waiting = waiting
    }

    /// Removes it from the screen.
    func withdraw() {
        guard !isWithdrawn else { return }
        isWithdrawn = true
        changes.tell(self)
    }
}
