import Bridge
import Synchronization
import Testing

@testable import WalletConnect

@Suite(.timeLimit(.minutes(5))) struct SessionReliabilityTests {
    /// What the user of a wallet did, by request.
    final class UserLog: Sendable {
        struct State {
            var shown: [RequestKey: Int] = [:]
            var answered: [RequestKey: JSON] = [:]
            var isShownAfterAnswer = false
        }

        private let state = Mutex(State())

        var value: State { state.withLock { $0 } }

        func show(_ key: RequestKey) {
            state.withLock { state in
                state.shown[key, default: 0] += 1
                if state.answered[key] != nil { state.isShownAfterAnswer = true }
            }
        }

        func answer(_ key: RequestKey, _ params: JSON) { state.withLock { $0.answered[key] = params } }
    }

    /// Answers requests as a user would: most with a result, some with a rejection.
    static func serve(
        _ engine: SessionEngine, _ log: UserLog, _ memory: SessionMemory
    ) async {
        for await news in await engine.news() {
            switch news {
            case .proposal(let proposal):
                _ = try? await engine.approve(proposal.key, namespaces: Sample.approved())
            case .request(let request):
                log.show(request.key)
                let isRejected = request.request.params[0]?.number?.text.hasSuffix("7") ?? false
                let outcome: RPCResponse.Outcome =
                    isRejected ? .failure(ErrorResponse(.userRejectedRequest)) : .result(request.request.params)
                _ = try? await engine.answer(request.key, with: outcome)
                // The store tells what happened, even if the program ended in the middle of it.
                if memory.isAnswered(request.key) { log.answer(request.key, request.request.params) }
            default: break
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `over a bad relay each request ends in one state on both sides`(seed: UInt64) async throws {
        let pair = try await SessionPair(.bad, seed: seed)
        let log = UserLog()
        let serving = Task { await Self.serve(pair.walletEngine, log, pair.wallet.memory) }
        let uri = try await pair.appEngine.propose(optional: Sample.wanted)
        try await pair.walletEngine.pair(uri)
        let session = try await pair.appEngine.connection(uri.topic)
        let (count, workers) = (1_000, 24)
        let engine = pair.appEngine
        let outcomes = await withTaskGroup(of: [Int: Bool].self, returning: [Int: Bool].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var outcomes: [Int: Bool] = [:]
                    for number in stride(from: worker, to: count, by: workers) {
                        outcomes[number] = await Self.isRight(engine, session.topic, number)
                    }
                    return outcomes
                }
            }
            var all: [Int: Bool] = [:]
            for await part in group { all.merge(part) { $0 && $1 } }
            return all
        }
        await pair.settle()
        serving.cancel()
        await serving.value
        #expect(outcomes.count == count)
        #expect(outcomes.values.allSatisfy { $0 })
        let log2 = log.value
        #expect(log2.shown.count == count)
        #expect(log2.shown.values.allSatisfy { $0 == 1 })
        #expect(log2.answered.count == count)
        #expect(Set(log2.answered.values).count == count)
        #expect(await pair.walletEngine.requests().isEmpty)
        #expect(await pair.appEngine.answers().isEmpty)
        // Nothing is left but the records that repeat answers.
        for record in pair.app.memory.records.values {
            if case .sent = record { Issue.record("a request is left") }
            if case .outgoing = record { Issue.record("a message is left") }
        }
    }

    /// Whether a request has the outcome that belongs to its number.
    private static func isRight(_ engine: SessionEngine, _ topic: Topic, _ number: Int) async -> Bool {
        let params: JSON = [.number(JSONNumber(number))]
        do throws(WalletConnectError) {
            let result = try await engine.request(topic, "personal_sign", params, chain: Sample.chain)
            return number % 10 != 7 && result == params
        } catch {
            return number % 10 == 7 && error == .session(.rejected(ErrorResponse(.userRejectedRequest)))
        }
    }

    // MARK: Programs that end in the middle

    /// One story: connect, three requests, an update, an event, a disconnection; the wallet ends after each commit in
    /// turn, and starts again.
    @Test(arguments: 1...40)
    func `a wallet that ends after any step continues`(commits: Int) async throws {
        let relay = FaultyRelay()
        let clock = SessionClock()
        let (wallet, app) = (
            SessionSide(client: 0, relay: relay, clock: clock), SessionSide(client: 1, relay: relay, clock: clock)
        )
        let log = UserLog()
        let (appEngine, _) = try await app.start(seed: 5)
        let uri = try await appEngine.propose(optional: Sample.wanted)
        let (first, run) = try await wallet.start(commits: commits)
        let current = RunningEngine(first)
        let serving = Task {
            await withTaskGroup { group in
                group.addTask { await Self.serve(first, log, wallet.memory) }
                group.addTask {
                    await relay.death(of: 0)
                    await first.stop()
                    guard !Task.isCancelled, let (second, _) = try? await wallet.start() else { return }
                    current.set(second)
                    // A link that was not stored is opened again.
                    try? await second.pair(uri)
                    await Self.serve(second, log, wallet.memory)
                }
            }
        }
        try? await first.pair(uri)
        let session = try await appEngine.connection(uri.topic)
        for number in 1...3 { #expect(await Self.isRight(appEngine, session.topic, number)) }
        #expect(await Self.isRight(appEngine, session.topic, 7))
        let settled = current.value
        // A program may end in the middle of these; then the user repeats them.
        let namespaces = Sample.approved(methods: ["personal_sign", "a"])
        do {
            try await settled.update(session.topic, namespaces: namespaces)
        } catch {
            let engine = await Self.restarted(after: run, settled, current)
            try await engine.update(session.topic, namespaces: namespaces)
        }
        try await appEngine.ping(session.topic)
        #expect(await appEngine.session(session.topic)?.namespaces == namespaces)
        try await appEngine.disconnect(session.topic)
        while !wallet.memory.records.keys.allSatisfy({ $0 != .session(session.topic) }) { await Task.yield() }
        #expect(await relay.published.filter { $0.tag == 1102 }.count >= 1)
        serving.cancel()
        if !run.isDead { await relay.died(0) }
        await current.value.stop()
        await appEngine.stop()
        _ = await serving.value
        #expect(log.value.isShownAfterAnswer == false)
        #expect(log.value.answered.count == 4)
    }

    /// The engine that runs after the first one has ended.
    private static func restarted(
        after run: SessionRun, _ old: SessionEngine, _ current: RunningEngine
    ) async -> SessionEngine {
        while true {
            let engine = current.value
            if engine !== old, await engine.isRunning { return engine }
            await Task.yield()
        }
    }

    @Test func `what the user has approved before a wallet ended comes again as interrupted, and is not begun again`()
        async throws
    {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.walletEngine.news()
        let engine = pair.appEngine
        let asking = Task { try await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain) }
        let shown = try #require(await pair.shown(news))
        #expect(!shown.isInterrupted)
        try await pair.walletEngine.begin(shown.key)
        // A method may ask its user several times.
        try await pair.walletEngine.begin(shown.key)
        #expect(await pair.walletEngine.requests().map(\.isInterrupted) == [false])
        await pair.walletEngine.stop()
        let (second, _) = try await pair.wallet.start(seed: 2)
        #expect(await second.requests().map(\.isInterrupted) == [true])
        for await case .request(let request) in await second.news() {
            #expect(request.isInterrupted)
            break
        }
        await #expect(throws: WalletConnectError.session(.unknownRequest)) { try await second.begin(shown.key) }
        try await second.answer(shown.key, with: .failure(ErrorResponse(.internalError)))
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.internalError)))) {
            try await asking.value
        }
        await #expect(throws: WalletConnectError.session(.unknownRequest)) { try await second.begin(shown.key) }
    }

    @Test func `nothing is begun after its time`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.walletEngine.news()
        let engine = pair.appEngine
        let asking = Task { try? await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain) }
        let shown = try #require(await pair.shown(news))
        pair.clock.advance(seconds: 301)
        await #expect(throws: WalletConnectError.self) { try await pair.walletEngine.begin(shown.key) }
        await engine.stop()
        _ = await asking.value
    }

    @Test(arguments: 1...24)
    func `an app that ends after any step finds its session and its answers`(commits: Int) async throws {
        let relay = FaultyRelay()
        let clock = SessionClock()
        let (wallet, app) = (
            SessionSide(client: 0, relay: relay, clock: clock), SessionSide(client: 1, relay: relay, clock: clock)
        )
        let log = UserLog()
        let (walletEngine, _) = try await wallet.start(seed: 3)
        let serving = Task { await Self.serve(walletEngine, log, wallet.memory) }
        var (engine, run) = try await app.start(commits: commits, seed: 5)
        var requested = 0
        while true {
            do {
                let topic = try await Self.session(engine, walletEngine, app.memory)
                while requested < 3 {
                    requested += 1
                    let params: JSON = [.number(JSONNumber(requested))]
                    #expect(
                        try await engine.request(topic, "personal_sign", params, chain: Sample.chain) == params)
                }
                try await engine.ping(topic)
                break
            } catch {
                #expect(run.isDead, "\(error)")
                await engine.stop()
                (engine, run) = try await app.start(seed: 7)
            }
        }
        // Each request that was stored has one outcome: a caller got it, or it is found after the restart.
        let waiting: @Sendable () -> Bool = {
            app.memory.records.values.contains {
                if case .sent(let record) = $0 { record.state == .waiting } else { false }
            }
        }
        while waiting() { await Task.yield() }
        for record in await engine.answers() {
            #expect(record.outcome == record.request.map { .success($0.params) })
            try await engine.forgetAnswer(record.key)
        }
        #expect(log.value.isShownAfterAnswer == false)
        #expect(log.value.shown.values.allSatisfy { $0 == 1 })
        #expect(await engine.sessions().count == 1)
        await walletEngine.stop()
        await engine.stop()
        await relay.died(1)
        await serving.value
    }

    /// The session of an app, or a new one.
    private static func session(
        _ engine: SessionEngine, _ wallet: SessionEngine, _ memory: SessionMemory
    ) async throws -> Topic {
        // A proposal of the program that ended may still become a session.
        let open = {
            memory.records.values.compactMap { if case .proposal(let record) = $0 { record.key.topic } else { nil } }
        }
        for topic in open() {
            for case .pairing(let pairing) in memory.records.values where pairing.topic == topic {
                let key = try SymmetricKey(copying: pairing.key.map { $0 ^ 0x55 })
                do throws(WalletConnectError) {
                    try await wallet.pair(PairingURI(key: key, now: pairing.expiry - PairingURI.lifetime))
                } catch {
                    // The wallet may have approved it, and its answer is on the way.
                    guard error == .link(.used) else { throw error }
                }
            }
        }
        let isOpen = {
            memory.records.values.contains {
                switch $0 {
                case .proposal: true
                case .session(let record): record.state == .settling
                default: false
                }
            }
        }
        while isOpen() {
            guard await engine.isRunning else { throw WalletConnectError.session(.stopped) }
            await Task.yield()
        }
        while await !engine.isIdle { await Task.yield() }
        if let session = await engine.sessions().first { return session.topic }
        let uri = try await engine.propose(optional: Sample.wanted)
        try await wallet.pair(uri)
        return try await engine.connection(uri.topic).topic
    }
}

/// The engine that runs now.
private final class RunningEngine: Sendable {
    private let engine: Mutex<SessionEngine>

    init(_ engine: SessionEngine) { self.engine = Mutex(engine) }

    var value: SessionEngine { engine.withLock { $0 } }

    func set(_ engine: SessionEngine) { self.engine.withLock { $0 = engine } }
}
