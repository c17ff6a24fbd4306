/// The open requests; each is removed when it ends, exactly once.
///
/// The keys are the wallet's; the IDs that pages choose are only compared to refuse one that is in use.
@MainActor final class PendingTable {
    /// A class, because copying all of its parts takes longer than an allocation.
    @MainActor final class Entry {
        let request: Request
        let usage: Usage
        let bytes: Int
        let arrival: Duration
        /// The deadline; `nil` once it is committed.
        var deadline: Duration?
        var task: Task<Void, Never>?
        let settle: @MainActor (Result<JSON, RPCError>) -> Void

        init(
            _ request: Request, usage: Usage, bytes: Int, arrival: Duration, deadline: Duration,
            settle: @escaping @MainActor (Result<JSON, RPCError>) -> Void
        ) {
            self.request = request
            self.usage = usage
            self.bytes = bytes
            self.arrival = arrival
            self.deadline = deadline
            self.settle = settle
        }
    }

    private struct EchoKey: Hashable {
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
    private var entries: [Request.ID: Entry] = [:]
    private var echoes: [EchoKey: Request.ID] = [:]
    private var usages: [Peer: Usage] = [:]
    private var last: UInt64 = 0
    private var alarm: (at: Duration, task: Task<Void, Never>)?

    init(limits: Limits, time: TimeSource) {
        self.limits = limits
        self.time = time
    }

    var count: Int { entries.count }

    func count(of document: DocumentID) -> Int {
        entries.values.count { $0.request.peer.document == document }
    }

    /// Adds a call, or throws the reason for refusing it.
    func admit(
        _ call: Call, replyID: ReplyID, bytes: Int, from peer: Peer, dialect: String,
        settle: @escaping @MainActor (Result<JSON, RPCError>) -> Void
    ) throws(RPCError) -> Request {
        let usage = usages[peer] ?? Usage()
        guard usage.requests < limits.inFlightPerDocument, bytes <= limits.bytesInFlightPerDocument - usage.bytes else {
            throw RPCError(.tooMany, "Too many requests of this page are waiting for their answers already.")
        }
        // The page channel distinguishes replies without an id, so any number may be pending.
        let key = replyID.id == .null ? nil : EchoKey(peer: peer, dialect: dialect, id: replyID.id)
        let id = Request.ID(number: last + 1)
        if let key, let earlier = echoes.updateValue(id, forKey: key) {
            echoes[key] = earlier
            throw .idInUse
        }
        last += 1
        if usage.requests == 0 { usages[peer] = usage }
        usage.requests += 1
        usage.bytes += bytes
        let request = Request(id: id, peer: peer, dialect: dialect, call: call, replyID: replyID)
        let now = time.now()
        entries[id] = Entry(
            request, usage: usage, bytes: bytes, arrival: now, deadline: now + limits.answerTime, settle: settle)
        return request
    }

    /// Attaches the task of a request to it, so that they end together.
    func attach(_ task: Task<Void, Never>, to id: Request.ID) {
        // The request may already have ended while the task started; cancelling a finished task has no effect.
        guard let entry = entries[id] else { return task.cancel() }
        entry.task = task
        if let deadline = entry.deadline { watch(deadline) }
    }

    /// Extends the deadline of a request that asks the user.
    func extend(_ id: Request.ID) {
        guard let entry = entries[id], let deadline = entry.deadline else { return }
        entry.deadline = max(deadline, entry.arrival + limits.decisionTime)
    }

    /// Sets the deadline of a request to `time` after its arrival.
    func allow(_ time: Duration, for id: Request.ID) {
        guard let entry = entries[id], entry.deadline != nil else { return }
        let deadline = entry.arrival + time
        entry.deadline = deadline
        if entry.task != nil { watch(deadline) }
    }

    /// Removes the deadline of a request because something is signed or sent for it: only the outcome ends it, unless
    /// its document ends.
    func commit(_ id: Request.ID) {
        entries[id]?.deadline = nil
    }

    /// Restores the deadline of a request, because what was signed for it was dropped.
    func uncommit(_ id: Request.ID) {
        guard let entry = entries[id], entry.deadline == nil else { return }
        let deadline = entry.arrival + limits.decisionTime
        entry.deadline = deadline
        watch(deadline)
    }

    /// Ends a request with `outcome`; false if it has already ended.
    @discardableResult func settle(_ id: Request.ID, _ outcome: Result<JSON, RPCError>) -> Bool {
        guard let entry = entries.removeValue(forKey: id) else { return false }
        let peer = entry.request.peer
        let replyID = entry.request.replyID
        if replyID != .null { echoes[EchoKey(peer: peer, dialect: entry.request.dialect, id: replyID)] = nil }
        entry.usage.requests -= 1
        entry.usage.bytes -= entry.bytes
        if entry.usage.requests == 0 { usages[peer] = nil }
        entry.settle(outcome)
        return true
    }

    /// Ends the request of `peer` with this ID in `dialect`, and cancels its work; a committed one is not ended.
    func abort(_ id: JSON, of peer: Peer, dialect: String) {
        guard let request = echoes[EchoKey(peer: peer, dialect: dialect, id: id)], let entry = entries[request],
            entry.deadline != nil
        else { return }
        if settle(request, .failure(CancellationReason.aborted.error)) { entry.task?.cancel() }
    }

    /// Ends every request that `belongs`, and cancels its work; a committed one only if its requester is gone.
    func end(because ending: CancellationReason, where belongs: (Request) -> Bool) {
        end(with: ending.error, committed: ending.endsCommitted ? CancellationReason.committed : nil, where: belongs)
    }

    private func end(with error: RPCError, committed: RPCError?, where belongs: (Request) -> Bool) {
        let ended = entries.values.filter { belongs($0.request) }.sorted { $0.request.id.number < $1.request.id.number }
        for entry in ended {
            guard let error = entry.deadline == nil ? committed : error else { continue }
            if settle(entry.request.id, .failure(error)) { entry.task?.cancel() }
        }
    }

    /// Makes the timer fire at `deadline` at the latest.
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
        let late = Set(entries.values.filter { $0.deadline.map { $0 <= now } ?? false }.map(\.request.id))
        end(with: .timedOut, committed: nil) { late.contains($0.id) }
        if let next = entries.values.compactMap(\.deadline).min() { watch(next) }
    }
}
