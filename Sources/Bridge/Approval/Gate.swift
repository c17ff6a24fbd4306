/// Stands between the methods and the user: who may ask, when, and how often.
///
/// A document has one question on the screen at a time and an origin a bounded number in the queue. A site that is
/// refused again and again is answered for the user for a while.
@MainActor public final class Gate {
    private let approver: any Approver
    private let limits: Limits
    private let time: Timekeeper
    private var line: [Peer: [Waiter]] = [:]
    private var shown: [Peer: Question] = [:]
    private var waiting: [Origin: Int] = [:]
    private var refusals: [Origin: (count: Int, last: Duration)] = [:]

    /// Called when a request begins to wait for the user.
    var onAsk: (@MainActor (Request.ID) -> Void)?

    /// Whether the wallet is locked: then nobody is asked anything but to unlock it.
    public internal(set) var isLocked = false {
        didSet { if !isLocked { lockLine.end(.unlocked) } }
    }

    /// Asks the user to unlock the wallet; without one, requests that need it end with ``RPCError/locked``.
    public weak var unlocker: (any Unlocker)?

    private let lockLine = LockLine()

    /// Creates a gate that asks `approver`.
    public init(approver: any Approver, limits: Limits = Limits(), time: Timekeeper = .system) {
        self.approver = approver
        self.limits = limits
        self.time = time
        lockLine.onChange = { [weak self] in self?.tellUnlocker() }
    }

    /// Waits until the wallet is unlocked; at once where it is.
    ///
    /// A user who does not want to unlock it has rejected the request, which ends with ``RPCError/rejected``.
    public func unlocked(for request: Request) async throws(RPCError) {
        guard isLocked else { return }
        let origin = request.peer.origin
        guard unlocker != nil else { throw .locked }
        guard !isCoolingDown(request.peer) else { throw Self.refusedForNow }
        guard waiting[origin, default: 0] < limits.waitingPerOrigin else { throw Self.tooMany }
        onAsk?(request.id)
        count(+1, for: origin)
        defer { count(-1, for: origin) }
        switch await lockLine.wait(request.peer) {
        case .unlocked: return
        case .refused: throw .rejected
        case .cancelled: throw Self.ended
        }
    }

    /// The user does not want to unlock the wallet for those who wait for it.
    public func refuseUnlocking() {
        for origin in Set(lockLine.peers.filter { $0.document != nil }.map(\.origin)) { refuse(origin) }
        lockLine.end(.refused)
    }

    private func tellUnlocker() {
        let peers = lockLine.peers
        if peers.isEmpty { unlocker?.isWantedNoMore() } else { unlocker?.isWanted(by: peers) }
    }

    /// Waits for the user's yes.
    ///
    /// A no is ``RPCError/rejected``. Cancellation of the task takes the question from the screen or the queue.
    public func ask(_ approval: Approval, for request: Request) async throws(RPCError) -> Consent {
        try await ask(approval, for: request) { _ throws(RPCError) in approval }
    }

    /// Waits for the user's yes, and makes the approval anew when the user wants other values in it.
    ///
    /// The consent is to the approval that was on the screen at the yes. While `revise` works nothing can be approved;
    /// where it throws, the user reads its sentence and may choose other values.
    ///
    /// - Parameters:
    ///   - approval: What is shown first.
    ///   - request: The request for which it is asked.
    ///   - revise: Makes the approval for the values that the user wants, by ``Adjustment/id``. It is cancelled when the
    ///     user changes them again, or the question ends.
    /// - Returns: The consent to the approval that was shown last.
    /// - Throws: ``RPCError/rejected``, or why the user could not be asked.
    public func ask(
        _ approval: Approval, for request: Request,
        revise: @escaping @MainActor (_ values: [String: String]) async throws(RPCError) -> Approval
    ) async throws(RPCError) -> Consent {
        let peer = request.peer
        guard !isLocked else { throw .locked }
        guard !isCoolingDown(peer) else { throw Self.refusedForNow }
        guard waiting[peer.origin, default: 0] < limits.waitingPerOrigin else {
            throw Self.tooMany
        }
        onAsk?(request.id)
        count(+1, for: peer.origin)
        defer { count(-1, for: peer.origin) }
        guard await turn(of: peer) else { throw Self.ended }
        // Those before it may have ended in the same turn as this one: then nothing is put on the screen any more.
        guard !Task.isCancelled else {
            pass(on: peer)
            throw Self.ended
        }
        // Nor where the user has refused the site too often while this one was in line.
        guard !isCoolingDown(peer) else {
            pass(on: peer)
            throw Self.refusedForNow
        }
        let question = Question(
            approval: approval, peer: peer, claim: request.claim, waiting: waiting[peer.origin, default: 1] - 1)
        shown[peer] = question
        let decision = await decision(on: question, revise)
        shown[peer] = nil
        pass(on: peer)
        guard !Task.isCancelled else { throw Self.ended }
        return try consent(decision, to: question, for: request)
    }

    /// Puts `question` to the user, and again with every wish for other values, until there is a yes or a no.
    private func decision(on question: Question, _ revise: @escaping Revision.Body) async -> Decision {
        let revision = Revision(of: question, revise)
        defer { revision.end() }
        while true {
            let decision = await approver.decide(question)
            switch decision {
            // Where the request has ended the approver hears of it when it is called again.
            case .adjusted(let values): if !Task.isCancelled { revision.begin(values) }
            // A yes to what is out of date, or cannot be, is none: the user is asked again when the new one is there.
            case .approved where question.isRevising && !Task.isCancelled: await revision.settle()
            case .approved where !question.canBeApproved: return .rejected
            case .approved, .rejected: return decision
            }
        }
    }

    private static let refusedForNow = RPCError(
        .rejected, "The user rejected this site's last requests. Wait a little before asking again.")
    private static let tooMany = RPCError(
        .tooMany, "Too many requests of this site are waiting for the user already.")
    private static let ended = RPCError(.gone, "The request ended before the user answered.")

    private func consent(
        _ decision: Decision, to question: Question, for request: Request
    ) throws(RPCError) -> Consent {
        guard !isLocked else { throw .locked }
        let origin = request.peer.origin
        guard case .approved(let entry) = decision else {
            if request.peer.document != nil { refuse(origin) }
            throw .rejected
        }
        refusals[origin] = nil
        decided[request.id] = question
        return Consent(approval: question.approval, entry: entry, request: request.id)
    }

    /// Questions with a yes whose request has not ended: what is on the screen tells how it went on.
    private var decided: [Request.ID: Question] = [:]

    /// Tells the question that was approved for `request` what became of it.
    func conclude(_ request: Request.ID, _ outcome: Result<JSON, RPCError>) {
        decided.removeValue(forKey: request)?.outcome = outcome
    }

    private func refuse(_ origin: Origin) {
        refusals[origin] = (refusals[origin, default: (0, .zero)].count + 1, time.now())
    }

    /// What the user began in the wallet's own window does not: it is no site that asks again and again.
    private func isCoolingDown(_ peer: Peer) -> Bool {
        let origin = peer.origin
        guard peer.document != nil, let (count, last) = refusals[origin], count >= limits.refusalsInARow else {
            return false
        }
        if time.now() - last < limits.coolDown { return true }
        refusals[origin] = nil
        return false
    }

    private func count(_ change: Int, for origin: Origin) {
        let number = waiting[origin, default: 0] + change
        waiting[origin] = number > 0 ? number : nil
        for (peer, question) in shown where peer.origin == origin {
            question.waiting = max(0, number - 1)
        }
    }
}

extension Gate {
    /// A request that waits until its document's question before it is decided.
    @MainActor fileprivate final class Waiter {
        var continuation: CheckedContinuation<Bool, Never>?
    }

    /// Waits until no other question of `peer` is on the screen; false where the task was cancelled meanwhile.
    private func turn(of peer: Peer) async -> Bool {
        guard line[peer] != nil else {
            line[peer] = []
            return true
        }
        let waiter = Waiter()
        line[peer]?.append(waiter)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    waiter.continuation = continuation
                }
            }
        } onCancel: {
            Task { @MainActor in self.leave(waiter, line: peer) }
        }
    }

    private func leave(_ waiter: Waiter, line peer: Peer) {
        line[peer]?.removeAll { $0 === waiter }
        waiter.continuation?.resume(returning: false)
        waiter.continuation = nil
    }

    /// Lets the next in line of `peer` ask.
    private func pass(on peer: Peer) {
        while var waiters = line[peer], !waiters.isEmpty {
            let next = waiters.removeFirst()
            line[peer] = waiters
            guard let continuation = next.continuation else { continue }
            next.continuation = nil
            continuation.resume(returning: true)
            return
        }
        line[peer] = nil
    }
}
