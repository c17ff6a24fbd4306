internal import Bridge

/// The sessions of version 1, in both roles.
///
/// As in a ``SessionEngine``, each input is one step: the store commits it in one transaction, and only then the server
/// is told that the message has arrived, the peer answered and the app told. What a step sends is part of its
/// transaction.
///
/// Version 1 has no end of a session and of a request. Here a session ends seven days after it was last used, and a
/// request waits an hour for the user.
///
/// An engine runs from ``start()`` to ``stop()``, once.
package actor V1Engine: V1Receiver {
    let metadata: AppMetadata
    let bridge: V1BridgeAddress?
    let store: any V1Store
    let transport: any V1Transport
    let sealing: any KeySealing
    let environment: SessionEnvironment
    let limits: SessionLimits
    /// What tells this run of the program from earlier ones.
    let run: Int64

    var state = V1State()
    var keys: [Topic: SymmetricKey] = [:]
    var statistics = SessionStatistics()

    /// Those who wait for the outcome of a request, or of a connection.
    var callers: [RequestKey: CheckedContinuation<Result<JSON, WalletConnectError>, Never>] = [:]
    var connecting: [Topic: CheckedContinuation<Result<SessionDetails, WalletConnectError>, Never>] = [:]
    /// What callers of this run will wait for, and the outcomes that came before they did.
    var awaitedRequests: Set<RequestKey> = []
    var awaitedConnections: Set<Topic> = []
    var outcomes: [RequestKey: Result<JSON, WalletConnectError>] = [:]
    var connectionOutcomes: [Topic: Result<SessionDetails, WalletConnectError>] = [:]

    private(set) var isRunning = false
    private(set) var isStopped = false
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var readers: [Int64: NewsBuffer] = [:]
    private var lastReader: Int64 = 0

    /// What the transport has to be told, in order.
    private var calls: [TransportCall] = []
    private var isCalling = false

    // Of the timer, which is an extension.
    /// When something has to be done next, in seconds since 1970.
    var nextDue: Int64?
    var timer: Task<Void, Never>?
    var timerEnd: Int64?

    private enum TransportCall {
        case subscribe(Set<String>, V1BridgeAddress)
        case unsubscribe(Set<String>, V1BridgeAddress)
        case send(V1Outgoing)
        case giveUp(Int64, V1BridgeAddress)
    }

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - metadata: What this client says about itself.
    ///   - bridge: The bridge server for links of this client; `nil` if it makes none.
    ///   - store: What survives a restart.
    ///   - transport: Where messages go.
    ///   - sealing: Encrypts keys for the store.
    ///   - environment: Clocks and random numbers.
    ///   - limits: How much is kept.
    package init(
        metadata: AppMetadata, bridge: V1BridgeAddress? = nil, store: any V1Store,
        transport: any V1Transport, sealing: any KeySealing, environment: SessionEnvironment,
        limits: SessionLimits = SessionLimits()
    ) {
        self.metadata = metadata
        self.bridge = bridge
        self.store = store
        self.transport = transport
        self.sealing = sealing
        self.environment = environment
        self.limits = limits
        run = Int64(environment.random() >> 2)
    }

    /// The time in seconds since 1970.
    package var now: Int64 { environment.now() / 1_000 }

    // MARK: From start to stop

    /// Loads what is stored, ends what has expired, and continues what was begun.
    ///
    /// - Throws: ``WalletConnectError/session(_:)`` with `storage` or `stopped`.
    package func start() async throws(WalletConnectError) {
        guard !isRunning, !isStopped else { throw .session(.stopped) }
        await enter()
        defer { leave() }
        var loaded = V1State()
        var damaged: [String] = []
        for row in try await store.legacyRows() {
            if let record = try? V1Record(parsing: row.value), record.key.rowKey == row.key {
                loaded.apply(.put(record))
            } else {
                damaged.append(row.key)
            }
        }
        guard !isStopped else { throw .session(.stopped) }
        loaded.sort()
        state = loaded
        isRunning = true
        openKeys()
        for session in state.sessions.values { calls.append(.subscribe(session.wireTopics, session.bridge)) }
        for number in state.outgoing.keys.sorted() { state.outgoing[number].map { calls.append(.send($0)) } }
        nextDue = state.timed.compactMap(\.due).min()
        await transport.start(self)
        var step = newStep()
        repair(damaged, &step)
        expire(&step)
        do throws(WalletConnectError) {
            try await commit(step)
        } catch {
            isRunning = false
            await transport.stop()
            throw error
        }
        rearm()
        callTransport()
    }

    /// Ends the engine and its connections: callers get `stopped`, and readers of news the end of the sequence.
    package func stop() async {
        guard !isStopped else { return }
        (isRunning, isStopped) = (false, true)
        timer?.cancel()
        for (_, caller) in callers { caller.resume(returning: .failure(.session(.stopped))) }
        for (_, caller) in connecting { caller.resume(returning: .failure(.session(.stopped))) }
        for (_, reader) in readers { reader.finish() }
        (callers, connecting, readers, keys) = ([:], [:], [:], [:])
        await transport.stop()
        // A step that is being stored is the last one.
        await enter()
        leave()
    }

    /// What was dropped so far.
    package func counts() -> SessionStatistics { statistics }

    // MARK: Steps

    func newStep() -> V1Step { V1Step(lastNumber: state.lastNumber) }

    /// Makes a step, and returns when it is durable; steps are made one after the other.
    func transact<Result>(
        _ body: (inout V1Step) throws(WalletConnectError) -> Result
    ) async throws(WalletConnectError) -> Result {
        await enter()
        defer { leave() }
        guard isRunning else { throw .session(.stopped) }
        var step = newStep()
        let result = try body(&step)
        try await commit(step)
        return result
    }

    private func commit(_ step: V1Step) async throws(WalletConnectError) {
        guard !step.operations.isEmpty else { return }
        do throws(WalletConnectError) {
            try await store.commit(step.operations.map(\.change))
        } catch {
            statistics.storageFailures += 1
            throw .session(.storage)
        }
        guard isRunning else { throw .session(.stopped) }
        keys.merge(step.keys) { $1 }
        for operation in step.operations { apply(operation) }
        if let key = step.awaitedRequest { awaitedRequests.insert(key) }
        if let topic = step.awaitedConnection { awaitedConnections.insert(topic) }
        for (key, outcome) in step.settled {
            if let caller = callers.removeValue(forKey: key) {
                caller.resume(returning: outcome)
            } else if awaitedRequests.contains(key) {
                outcomes[key] = outcome
            }
        }
        for (topic, outcome) in step.connected {
            if let caller = connecting.removeValue(forKey: topic) {
                caller.resume(returning: outcome)
            } else if awaitedConnections.contains(topic) {
                connectionOutcomes[topic] = outcome
            }
        }
        for news in step.news {
            let size = news.size
            for reader in readers.values { reader.add(news, size: size) }
        }
        rearm()
        callTransport()
    }

    private func apply(_ operation: V1Operation) {
        switch operation {
        case .put(.session(let record)):
            let old = state.sessions[record.topic]?.wireTopics ?? []
            if !record.wireTopics.isSubset(of: old) { calls.append(.subscribe(record.wireTopics, record.bridge)) }
            if !old.isSubset(of: record.wireTopics) {
                calls.append(.unsubscribe(old.subtracting(record.wireTopics), record.bridge))
            }
        case .put(.outgoing(let record)): calls.append(.send(record))
        case .remove(.session(let topic)):
            keys[topic] = nil
            if let old = state.sessions[topic] { calls.append(.unsubscribe(old.wireTopics, old.bridge)) }
        case .remove(.outgoing(let number)):
            if let old = state.outgoing[number] { calls.append(.giveUp(number, old.message.bridge)) }
        default: break
        }
        state.apply(operation)
        if case .put(let record) = operation, let due = record.due { nextDue = nextDue.map { min($0, due) } ?? due }
    }

    /// Tells the transport what there is to tell, in one task.
    private func callTransport() {
        guard !isCalling, !calls.isEmpty else { return }
        isCalling = true
        Task {
            while isRunning, !calls.isEmpty {
                switch calls.removeFirst() {
                case .subscribe(let topics, let bridge): await transport.subscribe(topics, at: bridge)
                case .unsubscribe(let topics, let bridge):
                    let unused = topics.filter { state.sessions(on: $0, at: bridge).isEmpty }
                    await transport.unsubscribe(unused, at: bridge)
                case .send(let message):
                    if state.outgoing[message.number] != nil { await transport.send(message) }
                case .giveUp(let number, let bridge): await transport.giveUp(number, at: bridge)
                }
            }
            isCalling = false
        }
    }

    /// Whether the transport knows everything, and has sent everything.
    var isIdle: Bool { !isCalling && calls.isEmpty && state.outgoing.isEmpty }

    private func enter() async {
        guard isBusy else {
            isBusy = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard !waiting.isEmpty else {
            isBusy = false
            return
        }
        waiting.removeFirst().resume()
    }

    // MARK: News

    /// What happens from now on; what waits for the user comes first.
    ///
    /// A reader that is ``SessionLimits/news`` behind loses the oldest; ``proposals()``, ``requests()`` and
    /// ``sessions()`` are always complete.
    package func news() -> AsyncStream<SessionNews> {
        let buffer = NewsBuffer(most: limits.news, mostBytes: limits.newsBytes)
        for proposal in proposals() { buffer.add(.proposal(proposal), size: SessionNews.proposal(proposal).size) }
        for request in requests() { buffer.add(.request(request), size: SessionNews.request(request).size) }
        lastReader += 1
        if isStopped {
            buffer.finish()
        } else {
            readers[lastReader] = buffer
        }
        return buffer.stream { [weak self, number = lastReader] in
            Task { await self?.forget(reader: number) }
        }
    }

    private func forget(reader number: Int64) { readers[number] = nil }
}
