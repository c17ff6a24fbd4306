import Bridge
import Synchronization
import Testing

@testable import WalletConnect

/// Restarts, cut connections, repetitions and the lock.
@Suite(.serialized, .timeLimit(.minutes(3))) struct V1ReliabilityTests {
    @Test(arguments: [true, false]) func `a session continues after a restart of either side`(
        ofWallet: Bool
    ) async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        await pair.settle()
        await (ofWallet ? pair.wallet : pair.app).stop()
        let run = V1Run(ofWallet ? pair.walletMemory : pair.appMemory)
        let next = try V1Pair.engine("next", run, pair.bridge, pair.clock)
        try await next.start()
        let (wallet, app) = ofWallet ? (next, pair.app) : (pair.wallet, next)
        #expect(await next.sessions().map(\.topic) == [session.topic])
        let news = await wallet.news()
        let call = Task { try await app.request(session.topic, "personal_sign", ["0x01"], chain: ChainID(eip155: 5)) }
        let shown = try #require(await pair.shown(news))
        try await wallet.answer(shown.key, with: .result("0x02"))
        #expect(try await call.value == "0x02")
        await next.stop()
    }

    @Test func `requests that came while the wallet was away are shown in the order of the app`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        await pair.settle()
        await pair.wallet.stop()
        let calls = Task {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<5 {
                    group.addTask {
                        _ = try? await pair.app.request(
                            session.topic, "personal_sign", [.string("\(number)")], chain: ChainID(eip155: 5))
                    }
                }
            }
        }
        await eventually { await pair.app.state.sent.count == 5 }
        await eventually { await pair.app.isIdle }
        let sent = await pair.app.state.sent.keys.compactMap(\.id.milliseconds).sorted()
        // The messages are collected for as long as the test says.
        let (clock, run) = (RelayClock(), V1Run(pair.walletMemory))
        let bridges = V1Bridges(dialer: pair.bridge, publicDialer: pair.bridge, environment: clock.environment)
        let next = V1Engine(
            metadata: AppMetadata(name: "next"), store: run, transport: bridges, sealing: run,
            environment: pair.clock.environment(seed: 3))
        let news = await next.news()
        try await next.start()
        await eventually {
            for bridge in await bridges.bridges.values where await bridge.incoming.count == 5 { return true }
            return false
        }
        await clock.pass(.milliseconds(250))
        var shown: [Int64] = []
        for await case .request(let request) in news {
            shown += [request.key.id.milliseconds ?? 0]
            if shown.count == 5 { break }
        }
        #expect(shown == sent)
        #expect(await next.requests().compactMap(\.key.id.milliseconds) == sent)
        await next.stop()
        await pair.app.stop()
        await calls.value
    }

    @Test func `a request that waits survives a restart, and is answered once`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let call = pair.call(session)
        await eventually { await pair.wallet.requests().count == 1 }
        await pair.wallet.stop()
        let run = V1Run(pair.walletMemory)
        let next = try V1Pair.engine("next", run, pair.bridge, pair.clock)
        try await next.start()
        let shown = try #require(await next.requests().first)
        #expect(shown.request.params == ["0x01"])
        try await next.answer(shown.key, with: .result("0x02"))
        #expect(try await call.value == "0x02")
        await next.stop()
    }

    @Test func `what the user has approved before a restart comes again as interrupted`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let call = pair.call(session)
        await eventually { await pair.wallet.requests().count == 1 }
        let shown = try #require(await pair.wallet.requests().first)
        try await pair.wallet.begin(shown.key)
        #expect(await pair.wallet.requests().first?.isInterrupted == false)
        await pair.wallet.stop()
        let run = V1Run(pair.walletMemory)
        let next = try V1Pair.engine("next", run, pair.bridge, pair.clock, seed: 8)
        try await next.start()
        #expect(await next.requests().first?.isInterrupted == true)
        await #expect(throws: WalletConnectError.session(.unknownRequest)) { try await next.begin(shown.key) }
        try await next.answer(shown.key, with: .failure(ErrorResponse(.internalError)))
        await #expect(throws: WalletConnectError.self) { try await call.value }
        await next.stop()
    }

    @Test func `an answer that comes after a restart of the app is kept for it`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let call = pair.call(session)
        await eventually { await pair.wallet.requests().count == 1 }
        await pair.app.stop()
        await #expect(throws: WalletConnectError.session(.stopped)) { try await call.value }
        let shown = try #require(await pair.wallet.requests().first)
        try await pair.wallet.answer(shown.key, with: .result("0x02"))
        let next = try V1Pair.engine("next", V1Run(pair.appMemory), pair.bridge, pair.clock)
        try await next.start()
        await eventually { await !next.unreadAnswers().isEmpty }
        let answer = try #require(await next.unreadAnswers().first)
        #expect(answer.request.params == ["0x01"] && answer.outcome == .success("0x02"))
        try await next.forgetAnswer(answer.key)
        #expect(await next.unreadAnswers().isEmpty)
        await next.stop()
    }

    @Test func `what was to be sent while the server was away is sent later, also after a restart`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        await pair.settle()
        pair.bridge.state.update { $0.isSilent = true }
        try await pair.wallet.update(session.topic, namespaces: V1Pair.approved(chain: 10))
        #expect(await pair.wallet.state.outgoing.count == 1)
        await pair.wallet.stop()
        pair.bridge.state.update { $0.isSilent = false }
        pair.bridge.cut()
        let next = try V1Pair.engine("next", V1Run(pair.walletMemory), pair.bridge, pair.clock)
        try await next.start()
        await eventually { await pair.app.session(session.topic)?.namespaces.chains == [ChainID(eip155: 10)] }
        await eventually { await next.isIdle }
        await next.stop()
    }

    @Test func `over connections that are cut and a server that repeats, each request is shown and answered once`()
        async throws
    {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        pair.bridge.state.update { $0.copies = 2 }
        let shown = Mutex<[RequestKey: Int]>([:])
        let serving = Task {
            for await case .request(let request) in await pair.wallet.news() {
                shown.withLock { $0[request.key, default: 0] += 1 }
                try? await pair.wallet.answer(request.key, with: .result(request.request.params))
            }
        }
        let cutting = Task {
            // The pauses grow, so that a connection lasts long enough for a request at some time.
            var pause = 200
            while !Task.isCancelled {
                pair.bridge.cut()
                for _ in 0..<pause where !Task.isCancelled { await Task.yield() }
                pause += 50
            }
        }
        let count = 200
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in stride(from: worker, to: count, by: 8) {
                        let params: JSON = [.string("\(number)")]
                        let answer = try? await pair.app.request(
                            session.topic, "personal_sign", params, chain: ChainID(eip155: 5))
                        #expect(answer == params)
                    }
                }
            }
        }
        cutting.cancel()
        await cutting.value
        serving.cancel()
        #expect(shown.withLock { $0.count } == count)
        #expect(shown.withLock { $0.values.allSatisfy { $0 == 1 } })
        #expect(pair.bridge.state.value.sockets.count > 4)
        await pair.wallet.stop()
        await pair.app.stop()
    }

    /// The wallet ends after each of its commits in turn, before anything follows from it.
    @Test func `a wallet that is killed after any commit answers each request, and shows none after its answer`()
        async throws
    {
        var commits = 1
        while commits < 60, try await isKilled(after: commits) { commits += 1 }
        #expect(6..<60 ~= commits)
    }

    /// Runs a wallet that is killed after so many commits, and then another one on what it has stored.
    ///
    /// - Returns: Whether it was killed.
    private func isKilled(after commits: Int) async throws -> Bool {
        let pair = try await V1Pair()
        await pair.wallet.stop()
        // A server in use would lose what was on its way to the program that ended.
        pair.bridge.state.update { $0.keepsUnacknowledged = true }
        let link = try await pair.app.offer(ConnectionOffer(optional: V1Pair.wanted))
        let isDone = Watched(false)
        let outcome = Task {
            defer { isDone.update { $0 = true } }
            let session = try await pair.app.connection(link.topic)
            return try await pair.app.request(session.topic, "personal_sign", ["0x01"], chain: ChainID(eip155: 5))
        }
        let answered = Watched<[RequestKey: Int]>([:])
        var isKilled = false
        for limit in [commits, nil] {
            let gate = MemoryBridgeGate(pair.bridge)
            let run = V1Run(pair.walletMemory, commits: limit, gate: gate)
            let engine = try V1Pair.engine("wallet", run, gate, pair.clock)
            try? await engine.start()
            let serving = Task { await Self.serve(engine, answered) }
            try? await engine.pair(ConnectionLink(link.text, now: 0))
            if limit == nil {
                #expect(try await outcome.value == ["0x01"])
            } else {
                while !Task.isCancelled, !run.isDead, !isDone.value { await Task.yield() }
                isKilled = run.isDead
            }
            await engine.stop()
            gate.close()
            serving.cancel()
            await serving.value
        }
        #expect(answered.value.count <= 1)
        await pair.app.stop()
        return isKilled
    }

    private static func serve(_ engine: V1Engine, _ answered: Watched<[RequestKey: Int]>) async {
        for await news in await engine.news() {
            switch news {
            case .proposal(let proposal):
                _ = try? await engine.approve(proposal.key, namespaces: V1Pair.approved())
            case .request(let request):
                #expect(answered.value[request.key] == nil)
                let outcome = RPCResponse.Outcome.result(request.request.params)
                if (try? await engine.answer(request.key, with: outcome)) != nil {
                    answered.update { $0[request.key] = 1 }
                }
            default: break
            }
        }
    }

    @Test func `nothing follows from what could not be stored`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        await pair.settle()
        pair.walletRun.setBroken(true)
        let count = pair.bridge.state.value.published.count
        await #expect(throws: WalletConnectError.session(.storage)) {
            try await pair.wallet.update(session.topic, namespaces: V1Pair.approved(chain: 10))
        }
        let payload = V1Payload(sealing: pair.request(pair.id).json.bytes, with: try await pair.key(pair.wallet))
        let record = try await pair.record(pair.wallet)
        let message = V1Message(bridge: record.bridge, topic: record.ownID, payload: payload.text)
        #expect(!(await pair.wallet.receive([message])))
        #expect(pair.bridge.state.value.published.count == count)
        #expect(await pair.wallet.session(session.topic)?.namespaces.chains == [ChainID(eip155: 5)])
        #expect(await pair.wallet.requests().isEmpty)
    }

    // MARK: The lock

    @Test func `a locked wallet keeps its connection and its queue`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        await eventually { await pair.wallet.isIdle }
        pair.walletRun.setLocked(true)
        await pair.wallet.locked()
        let calls = Task {
            await withTaskGroup(of: JSON?.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        try? await pair.app.request(
                            session.topic, "personal_sign", [.string("\(number)")], chain: ChainID(eip155: 5))
                    }
                }
                return await group.reduce(into: Set<JSON?>()) { $0.insert($1) }
            }
        }
        await eventually { await pair.wallet.state.unopened.count == 3 }
        #expect(await pair.wallet.requests().isEmpty)
        #expect(await pair.wallet.sessions().count == 1)
        await #expect(throws: WalletConnectError.session(.locked)) {
            try await pair.wallet.update(session.topic, namespaces: V1Pair.approved(chain: 10))
        }
        await #expect(throws: WalletConnectError.session(.locked)) {
            try await pair.wallet.pair(V1URI(handshakeTopic: "h", bridge: V1Pair.address))
        }
        // Also over a restart while locked.
        await pair.wallet.stop()
        let run = V1Run(pair.walletMemory)
        run.setLocked(true)
        let next = try V1Pair.engine("next", run, pair.bridge, pair.clock)
        try await next.start()
        #expect(await next.requests().isEmpty)
        run.setLocked(false)
        try await next.unlocked()
        let requests = await next.requests()
        #expect(requests.count == 3)
        #expect(requests.compactMap(\.key.id.milliseconds) == requests.compactMap(\.key.id.milliseconds).sorted())
        for request in requests { try await next.answer(request.key, with: .result(request.request.params)) }
        #expect(await calls.value == [["0"], ["1"], ["2"]])
        await next.stop()
    }

    @Test func `a locked wallet ends a session without a word to the app`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        await eventually { await pair.wallet.isIdle }
        pair.walletRun.setLocked(true)
        await pair.wallet.locked()
        let count = pair.bridge.state.value.published.count
        try await pair.wallet.disconnect(session.topic)
        #expect(await pair.wallet.sessions().isEmpty)
        #expect(pair.bridge.state.value.published.count == count)
    }

    @Test func `messages above the limit wait at the server while the wallet is locked`() async throws {
        var limits = SessionLimits()
        limits.unopened = 2
        let pair = try await V1Pair(limits: limits)
        try await pair.connect()
        await eventually { await pair.wallet.isIdle }
        let (key, record) = (try await pair.key(pair.wallet), try await pair.record(pair.wallet))
        pair.walletRun.setLocked(true)
        await pair.wallet.locked()
        let messages = (0..<3 as Range<Int64>).map { number in
            V1Message(
                bridge: record.bridge, topic: record.ownID,
                payload: V1Payload(sealing: pair.request(pair.id + number * 1_000).json.bytes, with: key).text)
        }
        for message in messages.prefix(2) { #expect(await pair.wallet.receive([message, message])) }
        #expect(!(await pair.wallet.receive([messages[2]])))
        pair.walletRun.setLocked(false)
        try await pair.wallet.unlocked()
        #expect(await pair.wallet.receive([messages[2]]))
        #expect(await pair.wallet.requests().count == 3)
    }
}
