package import Bridge

/// The state of pairings and sessions of WalletConnect Sign, in both roles.
///
/// Each input is one step: it is turned into operations, the store commits them in one transaction, and only then the
/// message is acknowledged, the peer answered and the app told. What a step sends is part of its transaction, so that
/// an engine that starts on the same store sends it.
///
/// An engine runs from ``start()`` to ``stop()``, once.
package actor SessionEngine {
    let metadata: AppMetadata
    let store: any SessionStore
    let relay: any SessionRelay
    let sealing: any KeySealing
    let environment: SessionEnvironment
    let limits: SessionLimits
    /// What tells this run of the program from earlier ones.
    let run: Int64

    var state = SessionState()
    var keys: [Topic: SymmetricKey] = [:]
    /// An app's own keys of its proposals and sign-ins.
    var agreementKeys: [RequestKey: AgreementKey] = [:]
    /// The chains on which a wallet signs in; without any, apps get what a wallet answers that has no sign-in.
    var signInChains: Set<ChainID>
    var statistics = SessionStatistics()

    /// Those who wait for the outcome of a request, or of a connection by the topic of its pairing.
    var callers: [RequestKey: CheckedContinuation<Result<JSON, WalletConnectError>, Never>] = [:]
    var connecting: [Topic: CheckedContinuation<Result<ConnectionOutcome, WalletConnectError>, Never>] = [:]
    /// What callers of this run will wait for, and the outcomes that came before they did.
    var awaitedRequests: Set<RequestKey> = []
    var awaitedConnections: Set<Topic> = []
    var outcomes: [RequestKey: Result<JSON, WalletConnectError>] = [:]
    var connectionOutcomes: [Topic: Result<ConnectionOutcome, WalletConnectError>] = [:]

    private(set) var isRunning = false
    private(set) var isStopped = false
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var readers: [Int64: NewsBuffer] = [:]
    private var lastReader: Int64 = 0

    // Of the attestations, the pump and the timer, which are extensions.
    let attestationKeys: AttestationKeys?
    var attestationKey: AttestationKey?
    var verdicts: [String: AppVerification] = [:]
    var isRefreshing = false
    var isPumping = false
    var newTopics: [Topic] = []
    var oldTopics: [Topic] = []
    /// When something has to be done next, in seconds since 1970.
    var nextDue: Int64?
    var timer: Task<Void, Never>?
    var timerEnd: Int64?
    var retry: Task<Void, Never>?

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - metadata: What this client says about itself.
    ///   - store: What survives a restart.
    ///   - relay: Where messages go.
    ///   - sealing: Encrypts keys for the store.
    ///   - environment: Clocks and random numbers.
    ///   - limits: How much is kept.
    ///   - signInChains: The chains on which a wallet signs in; see ``signIn(on:)``.
    ///   - attestationKeys: The key of the attestation service; without it, no attestation is checked.
    package init(
        metadata: AppMetadata, store: any SessionStore, relay: any SessionRelay, sealing: any KeySealing,
        environment: SessionEnvironment, limits: SessionLimits = SessionLimits(), signInChains: [ChainID] = [],
        attestationKeys: AttestationKeys? = nil
    ) {
        self.metadata = metadata
        self.store = store
        self.relay = relay
        self.sealing = sealing
        self.environment = environment
        self.limits = limits
        run = Int64(environment.random() >> 2)
        self.signInChains = Set(signInChains)
        self.attestationKeys = attestationKeys
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
        let loaded = try await store.load()
        for record in loaded.records { state.apply(.put(record)) }
        state.sort()
        attestationKey = await attestationKeys?.cached()
        guard !isStopped else { throw .session(.stopped) }
        isRunning = true
        openKeys()
        newTopics = state.topics
        nextDue = state.timed.compactMap(\.due).min()
        var step = newStep()
        repair(loaded.damaged, &step)
        expire(&step)
        try await commit(step)
        rearm()
        pump()
    }

    /// Ends the engine: callers get `stopped`, and readers of news the end of the sequence.
    ///
    /// When it returns, nothing more is stored.
    package func stop() async {
        end()
        await enter()
        leave()
    }

    private func end() {
        guard !isStopped else { return }
        (isRunning, isStopped) = (false, true)
        timer?.cancel()
        retry?.cancel()
        for (_, caller) in callers { caller.resume(returning: .failure(.session(.stopped))) }
        for (_, caller) in connecting { caller.resume(returning: .failure(.session(.stopped))) }
        for (_, reader) in readers { reader.finish() }
        (callers, connecting, readers, keys, agreementKeys) = ([:], [:], [:], [:], [:])
    }

    /// What was dropped so far.
    package func counts() -> SessionStatistics { statistics }

    // MARK: Steps

    func newStep() -> SessionStep { SessionStep(lastNumber: state.lastNumber) }

    /// Makes a step, and returns when it is durable; steps are made one after the other.
    func transact<Result>(
        _ body: (inout SessionStep) throws(WalletConnectError) -> Result
    ) async throws(WalletConnectError) -> Result {
        await enter()
        defer { leave() }
        guard isRunning else { throw .session(.stopped) }
        var step = newStep()
        let result = try body(&step)
        try await commit(step)
        return result
    }

    /// Commits a step, and does what follows.
    private func commit(_ step: SessionStep) async throws(WalletConnectError) {
        guard !step.isEmpty else { return }
        do throws(WalletConnectError) {
            try await store.commit(step.operations)
        } catch {
            statistics.storageFailures += 1
            throw .session(.storage)
        }
        guard isRunning else { throw .session(.stopped) }
        keys.merge(step.keys) { $1 }
        agreementKeys.merge(step.agreementKeys) { $1 }
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
        for news in step.news { tell(news) }
        rearm()
        pump()
    }

    private func apply(_ operation: SessionOperation) {
        switch operation {
        case .put(.pairing(let record)) where !state.isKnown(record.topic): newTopics.append(record.topic)
        case .put(.session(let record)) where !state.isKnown(record.topic): newTopics.append(record.topic)
        case .put(.authentication(let record)) where record.agreementKey != nil && !state.isKnown(record.responseTopic):
            newTopics.append(record.responseTopic)
        case .remove(.pairing(let topic)), .remove(.session(let topic)):
            keys[topic] = nil
            forget(topic)
        case .remove(.proposal(let key)): agreementKeys[key] = nil
        case .remove(.authentication(let key)):
            agreementKeys[key] = nil
            if let topic = state.authentications[key]?.responseTopic, state.responses[topic] == key { forget(topic) }
        default: break
        }
        state.apply(operation)
        if case .put(let record) = operation, let due = record.due {
            nextDue = nextDue.map { min($0, due) } ?? due
        }
    }

    /// Ends the subscription to a topic, or forgets that it was to begin.
    private func forget(_ topic: Topic) {
        if let place = newTopics.firstIndex(of: topic) {
            newTopics.remove(at: place)
        } else if state.isKnown(topic) {
            oldTopics.append(topic)
        }
    }

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

    // MARK: Keys

    /// Opens the keys that are closed; those of a locked wallet stay so.
    func openKeys() {
        let sealed =
            state.pairings.values.map { ($0.topic, $0.key) } + state.sessions.values.map { ($0.topic, $0.key) }
        for (topic, bytes) in sealed where keys[topic] == nil {
            keys[topic] = try? sealing.open(bytes) { bytes throws(WalletConnectError) in
                try SymmetricKey(copying: bytes)
            }
        }
        let own =
            state.proposals.mapValues(\.agreementKey).merging(state.authentications.mapValues(\.agreementKey)) { $1 }
        for (key, sealed) in own where agreementKeys[key] == nil {
            guard let bytes = sealed else { continue }
            agreementKeys[key] = try? sealing.open(bytes) { bytes throws(WalletConnectError) in
                try AgreementKey(copying: bytes)
            }
        }
    }

    /// Forgets the keys, because the wallet was locked: messages are kept unopened from now on.
    ///
    /// What was shown before stays; it cannot be answered. The bytes of a key are wiped with its last reference.
    package func locked() async {
        await enter()
        defer { leave() }
        (keys, agreementKeys) = ([:], [:])
    }

    /// Opens the keys after the wallet was unlocked, and takes the messages that were kept for them.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func unlocked() async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            openKeys()
            expire(&step)
        }
        for number in state.unopened.keys.sorted() {
            try await transact { step throws(WalletConnectError) in
                guard let message = state.unopened[number], canOpen(message.topic) else { return }
                step.remove(.unopened(number))
                take(message.message, on: message.topic, message.attestation, message.arrived, &step)
            }
        }
    }

    // MARK: News

    /// What happens from now on; what waits for the user comes first.
    ///
    /// A reader that is ``SessionLimits/news`` behind loses the oldest; ``proposals()``, ``requests()`` and
    /// ``sessions()`` are always complete.
    package func news() -> AsyncStream<SessionNews> {
        let buffer = NewsBuffer(most: limits.news, mostBytes: limits.newsBytes)
        for proposal in proposals() { tell(.proposal(proposal), to: [buffer]) }
        for authentication in authentications() { tell(.authentication(authentication), to: [buffer]) }
        for request in requests() { tell(.request(request), to: [buffer]) }
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

    func tell(_ news: SessionNews) { tell(news, to: readers.values) }

    private func tell(_ news: SessionNews, to readers: some Collection<NewsBuffer>) {
        guard !readers.isEmpty else { return }
        let size = news.size
        for reader in readers { reader.add(news, size: size) }
    }

    // MARK: What there is

    /// The proposals that wait for the user, the first to end first.
    package func proposals() -> [PendingProposal] {
        state.proposals.values.filter { $0.agreementKey == nil && $0.expiry > now && !isHeld($0.key.topic) }
            .map(pending).sorted { $0.expiry < $1.expiry }
    }

    /// The requests that wait for the user, in the order in which they came.
    package func requests() -> [PendingSessionRequest] {
        state.pending.keys.flatMap(state.pendingKeys).compactMap { state.received[$0] }
            .filter { $0.expiry > now }.sorted { $0.number < $1.number }.compactMap(pending)
    }

    /// The number of requests that wait for the user.
    package func requestCount() -> Int { state.pendingCount }

    /// The sessions, the newest first; in an app, those that are settled.
    package func sessions() -> [SessionDetails] {
        state.sessions.values.filter { $0.isController || $0.state == .settled }
            .sorted { ($0.created, $0.topic.description) > ($1.created, $1.topic.description) }.map(SessionDetails.init)
    }

    /// The session with a topic, if there is one.
    package func session(_ topic: Topic) -> SessionDetails? { state.sessions[topic].map(SessionDetails.init) }
}
