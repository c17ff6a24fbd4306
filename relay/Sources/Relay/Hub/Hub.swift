import NIOCore

/// All sessions of a process, who subscribes to what, and what is on its way.
///
/// Everything happens on one event loop, without locks; a second processor is used by a second process.
final class Hub: MailboxObserver {
    let limits: RelayLimits
    let times: RelayTimes
    let mailbox: any Mailbox
    let metrics: RelayMetrics
    let eventLoop: any EventLoop

    /// Milliseconds that never run backwards.
    let now: () -> UInt64

    /// Milliseconds since 1970.
    let wallClock: () -> UInt64

    var sessions: [ObjectIdentifier: Session] = [:]
    var subscribers: [Topic: [Subscription]] = [:]
    private var clients: [ClientID: [Session]] = [:]
    private var unflushed: [Session] = []

    /// The bytes of fragmented frames that are not complete, of all connections.
    var incompleteBytes = 0
    private var deliveries: UInt64

    /// What clients of the legacy bridge publish.
    let legacy: LegacyQueue

    init(
        limits: RelayLimits, times: RelayTimes, mailbox: any Mailbox, metrics: RelayMetrics, eventLoop: any EventLoop,
        wallClock: @escaping () -> UInt64
    ) {
        self.limits = limits
        self.times = times
        self.mailbox = mailbox
        self.metrics = metrics
        legacy = LegacyQueue(mailbox: mailbox, metrics: metrics, limits: limits)
        self.eventLoop = eventLoop
        self.wallClock = wallClock
        now = { UInt64(clamping: eventLoop.now.uptimeNanoseconds / 1_000_000) }
        // Ids of deliveries continue after a restart, and every client can compute with 16 digits.
        deliveries = wallClock() &* 1000
        mailbox.observer = self
    }

    // MARK: Connections

    /// A client has connected.
    func open(_ session: Session) {
        var list = clients[session.client] ?? []
        while list.count >= limits.connectionsPerClient { end(list.removeFirst(), .stale) }
        clients[session.client, default: []].append(session)
        sessions[ObjectIdentifier(session)] = session
        metrics.opened(session.version)
    }

    /// The connection of a client is gone, or is being closed.
    func forget(_ session: Session) {
        guard session.isOpen else { return }
        session.isOpen = false
        sessions[ObjectIdentifier(session)] = nil
        clients[session.client]?.removeAll { $0 === session }
        if clients[session.client]?.isEmpty == true { clients[session.client] = nil }
        let list = session.subscriptions.values
        session.subscriptions = [:]
        for subscription in list { remove(subscription) }
        session.unconfirmed = [:]
        session.ready = []
        session.behind = []
        session.fetches = []
        metrics.closed(session.version)
    }

    /// Ends the connection of a client.
    func end(_ session: Session, _ reason: CloseReason) {
        guard session.isOpen else { return }
        forget(session)
        metrics.closes[reason.code, default: 0] += 1
        session.output.close(reason)
    }

    /// Ends connections: all, or at most `limit` of them.
    func endAll(_ reason: CloseReason, limit: Int = .max) {
        for session in Array(sessions.values.prefix(limit)) { end(session, reason) }
    }

    // MARK: Output

    /// Sends a frame to a client, together with all others of this turn of the event loop.
    func send(_ frame: [UInt8], to session: Session) {
        guard session.isOpen else { return }
        session.output.write(frame)
        session.sent = now()
        metrics.framesSent += 1
        guard !session.needsFlush else { return }
        session.needsFlush = true
        unflushed.append(session)
        if unflushed.count == 1 {
            let hub = NIOLoopBound(self, eventLoop: eventLoop)
            eventLoop.execute { hub.value.flush() }
        }
    }

    private func flush() {
        let list = unflushed
        unflushed.removeAll(keepingCapacity: true)
        for session in list {
            session.needsFlush = false
            session.output.flush()
        }
    }

    /// The client reads again, or no longer.
    func writabilityChanged(_ session: Session) {
        guard session.isOpen else { return }
        session.blocked = session.output.isWritable ? nil : session.blocked ?? now()
        deliverReady(session)
        fetchNext(session)
    }

    func nextDelivery() -> UInt64 {
        deliveries &+= 1
        return deliveries
    }

    // MARK: Input

    /// A client has sent a frame.
    func receive(_ frame: [UInt8], from session: Session) {
        guard session.isOpen else { return }
        metrics.framesReceived += 1
        session.used = now()
        session.pinged = nil
        switch session.version {
        case .two: receiveRequest(frame, from: session)
        case .legacy: receiveLegacy(frame, from: session)
        }
    }

    /// A client has sent a part of a frame, or a control frame; `false` where there were too many.
    func receiveControl(from session: Session) -> Bool {
        guard session.isOpen else { return false }
        session.pinged = nil
        return isAllowed(session, 1, request: nil)
    }

    private func receiveRequest(_ frame: [UInt8], from session: Session) {
        switch IncomingFrame(frame, limits: limits) {
        case .response(let id, let isResult):
            // An unknown response costs as much as a request: only so many deliveries are answered.
            guard let id, session.unconfirmed[id] != nil else {
                _ = isAllowed(session, 1, request: nil)
                return
            }
            if isResult { confirm(id, by: session) }
        case .refused(let id, let error):
            if isAllowed(session, 1, request: id) { fail(id, error, session) }
        case .request(let id, let call, let prefix):
            if isAllowed(session, call.cost, request: id) { perform(call, id: id, prefix: prefix, for: session) }
        }
    }

    private func receiveLegacy(_ frame: [UInt8], from session: Session) {
        guard isAllowed(session, 1, request: nil) else { return }
        switch LegacyFrame(frame, limits: limits) {
        case .publish(let publication): legacy.publish(publication, from: session.client)
        case .subscribe(let topic):
            subscribe(session, to: [topic], prefix: RelayCall.prefixes[0])
        case .other: break
        case nil: metrics.legacyRefused += 1
        }
    }

    /// Counts requests of a client, and refuses those that are too many.
    private func isAllowed(_ session: Session, _ cost: Int, request: RequestID?) -> Bool {
        switch session.rate.take(cost, now: now()) {
        case .allowed: return true
        case .refused:
            if let request { fail(request, .tooManyRequests, session) }
        case .closed: end(session, .tooManyRequests)
        }
        return false
    }

    func succeed(_ id: RequestID, _ session: Session) { send(OutgoingFrame.success(id), to: session) }

    func fail(_ id: RequestID, _ error: ErrorReply, _ session: Session) {
        metrics.errors[error.name, default: 0] += 1
        send(OutgoingFrame.failure(id, error), to: session)
    }
}
