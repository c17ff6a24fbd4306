import Messages

/// Controls which requests may ask the user, when, and how often.
///
/// A document has one question on the screen at a time, and an origin has a limited number in the queue. After several
/// rejections in a row, the requests of a site are rejected without a question for a while.
@MainActor public final class Gate {
    private let approver: any Approver
    private let limits: Limits
    private let time: TimeSource
    private let lines = UserQueues()
    private var shown: [(question: PendingApproval, account: AccountID?, task: Task<Answer, Never>)] = []
    private var waiting: [Origin: Int] = [:]
    private var refusals: [Origin: (count: Int, last: Duration)] = [:]

    /// The open requests, whose deadlines depend on the user.
    var pending: PendingTable?

    /// Called when the user has approved something of a request, before the consent is made.
    ///
    /// It stores what must not be lost once something is signed. If it throws, there is no consent.
    package var onApproval: (@MainActor (Request) async throws(RPCError) -> Void)?

    /// Decides whether the requests of a peer are rejected without a question.
    public var refuses: (@MainActor (Peer) -> Bool)?

    /// Makes sure that a peer may still ask, and get a signature of an account if it asks for one.
    ///
    /// It reads the present state, which another process of the wallet may have changed. It is called before a question
    /// is shown, after the user has approved, and by each signer.
    package var permits: (@MainActor (Peer, AccountID?) throws(RPCError) -> Void)?

    /// The start of each request, for reading what other processes have changed before the request can notice it.
    package let requests = Listeners<Void>()

    /// Names the present state of the permissions, for what is stored only if none was taken back since an approval.
    package var mark: (@MainActor () -> Int64)?

    /// Whether the wallet is locked: then the only question is whether to unlock it.
    public internal(set) var isLocked = false {
        didSet { if !isLocked { lockLine.end(.unlocked) } }
    }

    /// Asks the user to unlock the wallet; without it, requests that need an unlocked wallet end with
    /// ``RPCError/locked``.
    public weak var unlocker: (any Unlocker)?

    private let lockLine = UnlockQueue()

    /// Creates a gate that asks `approver`.
    public init(approver: any Approver, limits: Limits = Limits(), time: TimeSource = .system) {
        self.approver = approver
        self.limits = limits
        self.time = time
        lockLine.changes.add { [weak self] in self?.informUnlocker() }
    }

    /// Waits until the wallet is unlocked; returns immediately if it is.
    ///
    /// If the user declines to unlock it, the request ends with ``RPCError/rejected``.
    public func unlocked(for request: Request) async throws(RPCError) {
        guard isLocked else { return }
        let origin = request.peer.origin
        guard refuses?(request.peer) != true else { throw .rejected }
        guard unlocker != nil else { throw .locked }
        guard !isCoolingDown(request.peer) else { throw Self.refusedForNow }
        guard waiting[origin, default: 0] < limits.waitingPerOrigin else { throw Self.tooMany }
        pending?.extend(request.id)
        count(+1, for: origin)
        defer { count(-1, for: origin) }
        switch await lockLine.wait(request.peer) {
        case .unlocked: return
        case .refused: throw .rejected
        case .cancelled: throw Self.ended
        }
    }

    /// The user declines to unlock the wallet: rejects all requests that wait for it.
    public func refuseUnlocking() {
        for origin in Set(lockLine.peers.filter(\.asksUnprompted).map(\.origin)) { refuse(origin) }
        lockLine.end(.refused)
    }

    private func informUnlocker() {
        let peers = lockLine.peers
        if peers.isEmpty { unlocker?.isWantedNoMore() } else { unlocker?.isWanted(by: peers) }
    }

    /// Waits for the turn of `request`: until all earlier questions are decided.
    ///
    /// For requests that query a server before they ask the user: their data is then current, and they are shown in
    /// order of arrival. The caller ends the turn when the next request may be shown.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - account: The account whose requests are handled one at a time, across all peers.
    /// - Returns: The turn, for ``ask(_:for:in:revise:)``.
    /// - Throws: ``RPCError/rejected`` if the user has meanwhile rejected all requests of this site, or the reason why
    ///   the user cannot be asked.
    public func turn(for request: Request, of account: AccountID? = nil) async throws(RPCError) -> QueuePosition {
        let peer = request.peer
        guard refuses?(peer) != true else { throw .rejected }
        guard !isLocked else { throw .locked }
        guard !isCoolingDown(peer) else { throw Self.refusedForNow }
        guard waiting[peer.origin, default: 0] < limits.waitingPerOrigin else { throw Self.tooMany }
        pending?.extend(request.id)
        count(+1, for: peer.origin)
        let turn = QueuePosition(request, account: account) { [weak self] turn in
            self?.lines.remove(turn)
            self?.count(-1, for: peer.origin)
        }
        lines.append(turn)
        let outcome = await lines.wait(turn)
        do throws(RPCError) {
            // Earlier requests may have ended in the same step as this one: then nothing is shown any more.
            guard !Task.isCancelled, outcome != .cancelled else { throw Self.ended }
            guard outcome == .come else { throw .rejected }
            guard !isLocked else { throw .locked }
            // The same if the user rejected the site too often while this request waited.
            guard !isCoolingDown(peer) else { throw Self.refusedForNow }
        } catch {
            turn.end()
            throw error
        }
        return turn
    }

    /// Shows `subject` to the user and waits for the decision.
    ///
    /// If the task is cancelled, the question leaves the screen or the queue.
    ///
    /// - Parameters:
    ///   - subject: What the user approves.
    ///   - request: The request that needs the approval.
    ///   - turn: The turn that the request already has; without it, the request waits for its own.
    ///   - revise: Makes a new subject from the current one, with the values that the user wants, by ``Adjustment/id``.
    ///     Until it returns, nothing can be approved. If it throws, the user sees its sentence and can choose other
    ///     values. It is cancelled when the user changes the values again or the question ends.
    /// - Returns: The consent to the subject that was on the screen when the user approved it.
    /// - Throws: ``RPCError/rejected``, or the reason why the user could not be asked.
    public func ask<Subject: Approvable>(
        _ subject: Subject, for request: Request, in turn: QueuePosition? = nil,
        revise: (@MainActor (_ subject: Subject, _ values: [String: String]) async throws(RPCError) -> Subject)? = nil
    ) async throws(RPCError) -> Consent<Subject> {
        guard turn == nil else { return try await decide(subject, for: request, revise) }
        let own = try await self.turn(for: request)
        defer { own.end() }
        return try await decide(subject, for: request, revise)
    }

    private func decide<Subject: Approvable>(
        _ subject: Subject, for request: Request, _ revise: Revision<Subject>.Body?
    ) async throws(RPCError) -> Consent<Subject> {
        let (peer, account) = (request.peer, subject.account)
        try requirePermission(of: peer, account)
        let question = PendingApproval(
            approval: subject.shown, peer: peer, claim: request.claim, waiting: waiting[peer.origin, default: 1] - 1)
        for earlier in decided[request.id] ?? [] { earlier.isContinued = true }
        let revision = Revision(of: subject, on: question, revise)
        let answer = await answer(to: question, of: account, revision)
        // First: the user has not rejected a requester whose question went away because it may not ask any more.
        try requirePermission(of: peer, account)
        switch answer.decision {
        case .approved(let entry):
            refusals[peer.origin] = nil
            decided[request.id, default: []].append(question)
            keep(question)
            if peer.document != nil { for waiting in lines.requests(of: peer) { pending?.renew(waiting) } }
            if let onApproval {
                try await onApproval(request)
                try requirePermission(of: peer, account)
            }
            return Consent(subject: revision.subject, entry: entry, request: request.id, mark: answer.mark) {
                [weak self] () throws(RPCError) in
                guard let self else { throw .locked }
                try permits?(peer, account)
                guard !isLocked else { throw .locked }
            }
        case .rejectedAll:
            rejectAll(from: peer)
        case .rejected, .adjusted:
            keep(question)
            if peer.asksUnprompted { refuse(peer.origin) }
        }
        throw .rejected
    }

    private func requirePermission(of peer: Peer, _ account: AccountID?) throws(RPCError) {
        try permits?(peer, account)
        guard !Task.isCancelled else { throw Self.ended }
        guard !isLocked else { throw .locked }
    }

    /// Takes the questions of requesters off the screen that may not ask any more, because of a change elsewhere.
    package func recheck() {
        for (question, account, task) in shown {
            do throws(RPCError) { try permits?(question.peer, account) } catch { task.cancel() }
        }
    }

    /// What the user has decided, and ``mark`` at that moment.
    private struct Answer {
        let decision: Decision
        var mark: Int64 = 0
    }

    /// Shows `question` to the user, again after each adjustment, until it is decided.
    private func answer<Subject>(
        to question: PendingApproval, of account: AccountID?, _ revision: Revision<Subject>
    ) async -> Answer {
        let task = Task.immediate { [approver, mark] in
            while true {
                let decision = await approver.decide(question)
                switch decision {
                // If the request has ended, the approver learns it in the next call.
                case .adjusted(let values): if !Task.isCancelled { revision.begin(values) }
                // An outdated or invalid approval does not count: the user is asked again with the new one.
                case .approved where question.isRevising && !Task.isCancelled: await revision.settle()
                case .approved where !question.canBeApproved: return Answer(decision: .rejected)
                case .approved: return Answer(decision: decision, mark: mark?() ?? 0)
                case .rejected, .rejectedAll: return Answer(decision: decision)
                }
            }
        }
        shown.append((question, account, task))
        defer {
            revision.end()
            shown.removeAll { $0.question === question }
        }
        let answer = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
            revision.end()
        }
        return task.isCancelled ? Answer(decision: .rejected) : answer
    }

    /// Rejects all open requests of `peer`'s origin, and blocks new ones for a while.
    private func rejectAll(from peer: Peer) {
        guard peer.asksUnprompted else { return }
        let origin = peer.origin
        refusals[origin] = (max(limits.refusalsInARow, refusals[origin, default: (0, .zero)].count), time.now())
        for (question, _, task) in shown where question.peer.origin == origin { task.cancel() }
        lines.rejectAll(of: origin)
    }

    private static let refusedForNow = RPCError(
        .rejected, "The user rejected this site's last requests. Wait a little before asking again.")
    private static let tooMany = RPCError(
        .tooMany, "Too many requests of this site are waiting for the user already.")
    private static let ended = RPCError(.gone, sentence: localizable("The request ended before the user answered."))

    /// Call this before an irreversible action: from now on the request has no deadline, locking the wallet does not
    /// end it, and its response is the outcome.
    ///
    /// - Throws: ``RPCError/Kind/gone`` if the request has already ended; then nothing may be signed or sent.
    public func commit(_ request: Request) throws(RPCError) {
        guard !Task.isCancelled else {
            throw RPCError(.gone, sentence: localizable("The request ended before anything was signed or sent."))
        }
        pending?.commit(request.id)
    }

    /// Continues an approved request in another window: its questions leave the screen, and it gets the time
    /// of another question.
    package func moveOn(_ request: Request) {
        pending?.extend(request.id)
        for question in decided[request.id] ?? [] { question.isContinued = true }
    }

    /// Records the outcome of a transaction that was signed for `request`, replacing an earlier record.
    ///
    /// An error can occur after a transaction has left the wallet, so its outcome is recorded separately from the
    /// result.
    public func note(_ outcome: SendOutcome, for request: Request) {
        sends[request.id] = outcome
    }

    /// The recorded outcome of the transaction of `request`.
    func send(of request: Request.ID) -> SendOutcome? { sends[request] }

    private var sends: [Request.ID: SendOutcome] = [:]

    /// Retains `object` until `request` has its response, such as the permit of something that takes much memory.
    public func keep(_ object: any Sendable, untilAnswered request: Request) {
        kept[request.id, default: []].append(object)
    }

    private var kept: [Request.ID: [any Sendable]] = [:]

    /// Releases the objects that were retained for `request`.
    func release(_ request: Request.ID) {
        if !kept.isEmpty { kept[request] = nil }
        if !sends.isEmpty { sends[request] = nil }
    }

    /// Sets the time limit of `request`, from its arrival; a question to the user may extend it.
    public func allow(_ time: Duration, for request: Request) {
        pending?.allow(time, for: request.id)
    }

    /// Called when what was signed after ``commit(_:)`` is dropped and the user is asked again.
    public func uncommit(_ request: Request) {
        pending?.uncommit(request.id)
    }

    /// Approved questions whose request has not ended yet; they still have to show its outcome.
    private var decided: [Request.ID: [PendingApproval]] = [:]

    /// Reports the outcome of `request` to its approved questions.
    func conclude(_ request: Request.ID, _ outcome: Result<JSON, RPCError>) {
        guard !decided.isEmpty else { return }
        for question in decided.removeValue(forKey: request) ?? [] { question.outcome = outcome }
    }

    /// Decided questions with their outcome, which may still be on the screen.
    private var answered: [Answered] = []

    private struct Answered {
        weak var question: PendingApproval?
    }

    private func keep(_ question: PendingApproval) {
        answered.removeAll { $0.question == nil }
        answered.append(Answered(question: question))
    }

    /// Removes from the screen the outcomes of peers that have ended or must no longer be visible.
    func clear(where hasEnded: (Peer) -> Bool) {
        let ended = answered.compactMap(\.question).filter { hasEnded($0.peer) }
        answered.removeAll { entry in entry.question.map { hasEnded($0.peer) } ?? true }
        for question in ended { question.withdraw() }
    }

    private func refuse(_ origin: Origin) {
        refusals[origin] = (refusals[origin, default: (0, .zero)].count + 1, time.now())
    }

    /// Requests that the user started in the wallet's own window are exempt: they do not come from a site.
    private func isCoolingDown(_ peer: Peer) -> Bool {
        let origin = peer.origin
        guard peer.asksUnprompted, let (count, last) = refusals[origin], count >= limits.refusalsInARow else {
            return false
        }
        if time.now() - last < limits.coolDown { return true }
        refusals[origin] = nil
        return false
    }

    private func count(_ change: Int, for origin: Origin) {
        let number = waiting[origin, default: 0] + change
        waiting[origin] = number > 0 ? number : nil
        for (question, _, _) in shown where question.peer.origin == origin {
            question.waiting = max(0, number - 1)
        }
    }
}
