/// The open requests; each is removed when it ends, exactly once.
///
/// The keys are the wallet's; the IDs that pages choose are only compared to refuse one that is in use.
@MainActor final class PendingTable {
    /// A class, because copying all of its parts takes longer than an allocation.
    @MainActor final class Entry {
        let request: Request
        let usage: Usage
        let bytes: Int
        let settle: @MainActor (Result<JSON, RPCError>) -> Void
        var task: Task<Void, Never>?

        /// When it began to wait for something; `nil` while its handler has not suspended yet.
        var arrival: Duration?
        /// The time limit, from the arrival.
        var lifetime: Duration
        /// Whether something is signed or sent for it, so that it has no deadline.
        var isCommitted = false

        /// The deadline, if it has one.
        var deadline: Duration? { isCommitted ? nil : arrival.map { $0 + lifetime } }

        init(
            _ request: Request, usage: Usage, bytes: Int, lifetime: Duration,
            settle: @escaping @MainActor (Result<JSON, RPCError>) -> Void
        ) {
            self.request = request
            self.usage = usage
            self.bytes = bytes
            self.lifetime = lifetime
            self.settle = settle
        }

        /// What the page calls it by; `nil` if it cannot.
        fileprivate var key: EchoKey? {
            guard request.replyID != .null else { return nil }
            return EchoKey(peer: request.peer, dialect: request.dialect, id: request.replyID)
        }
    }

    fileprivate struct EchoKey: Hashable {
        let peer: Peer
        let dialect: String
        let id: JSON

        // The ID differs between requests, the rest rarely does.
        func hash(into hasher: inout Hasher) {
            hasher.combine(id)
        }
    }

    /// What the open requests of a peer use.
    @MainActor final class Usage {
        var requests = 0
        var bytes = 0
    }

    private let limits: Limits
    private let time: TimeSource
    /// The request that was admitted last, if it is open: most end before there is another one, and are never in a table.
    private var newest: Entry?
    private var entries: [Request.ID: Entry] = [:]
    private var echoes: [EchoKey: Request.ID] = [:]
    private var usages: [Peer: Usage] = [:]
    /// The peer that asked last and what it uses, also if that is nothing.
    private var current: (peer: Peer, usage: Usage)?
    private var last: UInt64 = 0
    private var alarm: (at: Duration, task: Task<Void, Never>)?

    init(limits: Limits, time: TimeSource) {
        self.limits = limits
        self.time = time
    }

    var count: Int { entries.count + (newest == nil ? 0 : 1) }

    func count(of document: DocumentID) -> Int {
        all.count { $0.request.peer.document == document }
    }

    private var all: [Entry] { entries.values + (newest.map { [$0] } ?? []) }

    private func entry(_ id: Request.ID) -> Entry? {
        if let newest, newest.request.id == id { return newest }
        return entries[id]
    }

    private func usage(of peer: Peer) -> Usage {
        if let current, current.peer == peer { return current.usage }
        if let current, current.usage.requests == 0 { usages[current.peer] = nil }
        let usage = usages[peer] ?? Usage()
        usages[peer] = usage
        current = (peer, usage)
        return usage
    }

    /// Moves the newest request to the tables, because there is another one.
    private func keepNewest() {
        guard let newest else { return }
        self.newest = nil
        begin(newest)
        entries[newest.request.id] = newest
        if let key = newest.key { echoes[key] = newest.request.id }
    }

    private func begin(_ entry: Entry) {
        if entry.arrival == nil { entry.arrival = time.now() }
    }

    /// Adds a call, or throws the reason for refusing it.
    func admit(
        _ call: Call, replyID: ReplyID, bytes: Int, from peer: Peer, dialect: String,
        settle: @escaping @MainActor (Result<JSON, RPCError>) -> Void
    ) throws(RPCError) -> Request {
        let usage = usage(of: peer)
        guard usage.requests < limits.inFlightPerDocument, bytes <= limits.bytesInFlightPerDocument - usage.bytes else {
            throw RPCError(.tooMany, "Too many requests of this page are waiting for their answers already.")
        }
        keepNewest()
        // The page channel distinguishes replies without an id, so any number may be pending.
        if !echoes.isEmpty, replyID.id != .null,
            echoes[EchoKey(peer: peer, dialect: dialect, id: replyID.id)] != nil
        {
            throw .idInUse
        }
        last += 1
        usage.requests += 1
        usage.bytes += bytes
        let request = Request(
            id: Request.ID(number: last), peer: peer, dialect: dialect, call: call, replyID: replyID)
        newest = Entry(request, usage: usage, bytes: bytes, lifetime: limits.answerTime, settle: settle)
        return request
    }

    /// Attaches the task of a request to it, so that they end together.
    func attach(_ task: Task<Void, Never>, to id: Request.ID) {
        // The request may already have ended while the task started; cancelling a finished task has no effect.
        guard let entry = entry(id) else { return task.cancel() }
        entry.task = task
        begin(entry)
        if let deadline = entry.deadline { watch(deadline) }
    }

    /// Extends the deadline of a request that asks the user.
    func extend(_ id: Request.ID) {
        guard let entry = entry(id), !entry.isCommitted else { return }
        entry.lifetime = max(entry.lifetime, limits.decisionTime)
    }

    /// Gives a request that waits for the user as much time from now on as it had from its arrival.
    func renew(_ id: Request.ID) {
        guard let entry = entry(id), !entry.isCommitted, let arrival = entry.arrival else { return }
        entry.lifetime = max(entry.lifetime, time.now() - arrival + limits.decisionTime)
    }

    /// Sets the deadline of a request to `time` after its arrival.
    func allow(_ time: Duration, for id: Request.ID) {
        guard let entry = entry(id), !entry.isCommitted else { return }
        entry.lifetime = time
        if entry.task != nil, let deadline = entry.deadline { watch(deadline) }
    }

    /// Removes the deadline of a request because something is signed or sent for it: only the outcome ends it, unless
    /// its document ends.
    func commit(_ id: Request.ID) {
        entry(id)?.isCommitted = true
    }

    /// Restores the deadline of a request, because what was signed for it was dropped.
    func uncommit(_ id: Request.ID) {
        guard let entry = entry(id), entry.isCommitted else { return }
        entry.isCommitted = false
        entry.lifetime = limits.decisionTime
        if let deadline = entry.deadline { watch(deadline) }
    }

    /// Ends a request with `outcome`; false if it has already ended.
    @discardableResult func settle(_ id: Request.ID, _ outcome: Result<JSON, RPCError>) -> Bool {
        guard let entry = remove(id) else { return false }
        entry.usage.requests -= 1
        entry.usage.bytes -= entry.bytes
        if entry.usage.requests == 0, entry.usage !== current?.usage { usages[entry.request.peer] = nil }
        entry.settle(outcome)
        return true
    }

    private func remove(_ id: Request.ID) -> Entry? {
        if let newest, newest.request.id == id {
            self.newest = nil
            return newest
        }
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        if let key = entry.key { echoes[key] = nil }
        return entry
    }

    /// Ends the request of `peer` with this ID in `dialect`, and cancels its work; a committed one is not ended.
    func abort(_ id: JSON, of peer: Peer, dialect: String) {
        keepNewest()
        guard let request = echoes[EchoKey(peer: peer, dialect: dialect, id: id)], let entry = entries[request],
            !entry.isCommitted
        else { return }
        if settle(request, .failure(CancellationReason.aborted.error)) { entry.task?.cancel() }
    }

    /// Ends every request that `belongs`, and cancels its work; a committed one only if its requester is gone.
    func end(because ending: CancellationReason, where belongs: (Request) -> Bool) {
        end(with: ending.error, committed: ending.endsCommitted ? CancellationReason.committed : nil, where: belongs)
    }

    private func end(with error: RPCError, committed: RPCError?, where belongs: (Request) -> Bool) {
        let ended = all.filter { belongs($0.request) }.sorted { $0.request.id.number < $1.request.id.number }
        for entry in ended {
            guard let error = entry.isCommitted ? committed : error else { continue }
            if settle(entry.request.id, .failure(error)) { entry.task?.cancel() }
        }
    }

    /// Makes the timer fire at `deadline` or earlier.
    private func watch(_ deadline: Duration) {
        if let alarm, alarm.at <= deadline { return }
        alarm?.task.cancel()
        let task = Task { [weak self, time] in
            try? await time.sleep(max(.zero, deadline - time.now()))
            if !Task.isCancelled { self?.ring() }
        }
        alarm = (deadline, task)
    }

    private func ring() {
        alarm = nil
        let now = time.now()
        let late = Set(all.filter { $0.deadline.map { $0 <= now } ?? false }.map(\.request.id))
        end(with: .timedOut, committed: nil) { late.contains($0.id) }
        if let next = all.compactMap(\.deadline).min() { watch(next) }
    }
}
