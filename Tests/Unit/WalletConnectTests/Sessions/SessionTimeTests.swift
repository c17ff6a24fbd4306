import Bridge
import Testing

@testable import WalletConnect

@Suite(.timeLimit(.minutes(2))) struct SessionTimeTests {
    private static let day: Int64 = 86_400

    /// Turns the clock until a condition holds; the timers look at it until then.
    private func pass(_ pair: SessionPair, _ seconds: Int64, until condition: () async -> Bool) async {
        pair.clock.advance(seconds: seconds)
        while await !condition() {
            pair.clock.wake()
            await Task.yield()
        }
    }

    @Test func `a request that is not answered in time is withdrawn, and answered with 8000`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.walletEngine.news()
        let engine = pair.appEngine
        let asking = Task { try await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain) }
        let shown = try #require(await pair.shown(news))
        // The app's own timer must not be first.
        await pair.appEngine.stop()
        await pass(pair, 301) { await pair.walletEngine.requestCount() == 0 }
        await #expect(throws: WalletConnectError.session(.unknownRequest)) {
            try await pair.walletEngine.answer(shown.key, with: .result("0x"))
        }
        for await case .requestWithdrawn(let key, let reason) in news {
            #expect((key, reason) == (shown.key, .expired))
            break
        }
        while await !pair.walletEngine.isIdle { await Task.yield() }
        let key = try pair.key(of: session.topic)
        let last = try #require(await pair.relay.published.last)
        #expect(
            try SessionPair.open(last, key)
                == .response(RPCResponse(id: shown.key.id, failure: ErrorResponse(.requestExpired))))
        await #expect(throws: WalletConnectError.session(.stopped)) { _ = try await asking.value }
    }

    @Test func `a caller gets that its request has expired, and a late answer is kept`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let walletNews = await pair.walletEngine.news()
        let news = await pair.appEngine.news()
        let engine = pair.appEngine
        let asking = Task {
            try await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
        }
        let shown = try #require(await pair.shown(walletNews))
        await pair.settle()
        await pair.relay.hold(true)
        try await pair.walletEngine.answer(shown.key, with: .result("0xaa"))
        await pass(pair, 301) { await !engine.isAwaiting(shown.key) }
        await #expect(throws: WalletConnectError.session(.expired)) { _ = try await asking.value }
        #expect(await engine.answers().isEmpty)
        await pair.relay.hold(false)
        for await case .lateAnswer(let key) in news {
            #expect(key == shown.key)
            break
        }
        let late = try #require(await engine.answers().first)
        #expect(late.outcome == .success("0xaa"))
        try await engine.forgetAnswer(late.key)
        #expect(await engine.answers().isEmpty)
    }

    @Test func `a proposal that nobody answers ends on both sides`() async throws {
        let pair = try await SessionPair()
        let uri = try await pair.appEngine.propose(optional: Sample.wanted)
        let news = await pair.walletEngine.news()
        try await pair.walletEngine.pair(uri)
        for await case .proposal in news { break }
        let engine = pair.appEngine
        let connecting = Task { try await engine.connection(uri.topic) }
        await pass(pair, 301) { await pair.walletEngine.proposals().isEmpty }
        await #expect(throws: WalletConnectError.self) { _ = try await connecting.value }
        for await case .proposalWithdrawn(_, let reason) in news {
            #expect(reason == .expired)
            break
        }
        await #expect(throws: WalletConnectError.link(.expired)) { try await pair.walletEngine.pair(uri) }
        let isPaired = {
            pair.wallet.memory.records.keys.contains { if case .pairing = $0 { true } else { false } }
        }
        while isPaired() {
            pair.clock.advance(seconds: 1)
            pair.clock.wake()
            await Task.yield()
        }
    }

    @Test func `a session that expires ends on both sides, and its keys are deleted`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.walletEngine.news()
        await pass(pair, 8 * Self.day) { await pair.walletEngine.sessions().isEmpty }
        for await item in news {
            #expect(item == .expired(session.topic))
            break
        }
        await pass(pair, 0) { await pair.appEngine.sessions().isEmpty }
        for side in [pair.wallet, pair.app] {
            #expect(side.memory.records[.session(session.topic)] == nil)
        }
        await pass(pair, 0) { await !pair.relay.subscriptions(0).contains(session.topic) }
    }

    @Test func `a session that expires while the program does not run ends when it starts`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        await pair.walletEngine.stop()
        pair.clock.advance(seconds: 8 * Self.day)
        let (engine, _) = try await pair.wallet.start()
        #expect(await engine.sessions().isEmpty)
        #expect(pair.wallet.memory.records[.session(session.topic)] == nil)
        #expect(await engine.receive("AAAA", on: session.topic))
        #expect(await engine.counts().unknownTopics == 1)
    }

    @Test func `a session that is used in its last two days is extended on both sides`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.walletEngine.news()
        let engine = pair.appEngine
        for (days, isExtended) in [(4, false), (2, true)] {
            pair.clock.advance(seconds: Int64(days) * Self.day)
            let asking = Task {
                try await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
            }
            let shown = try #require(await pair.shown(news))
            try await pair.walletEngine.answer(shown.key, with: .result(true))
            #expect(try await asking.value == true)
            await pair.settle()
            let expiry = isExtended ? pair.clock.seconds + 7 * Self.day : session.expiry
            #expect(await pair.walletEngine.session(session.topic)?.expiry == expiry)
            #expect(await pair.appEngine.session(session.topic)?.expiry == expiry)
        }
    }

    @Test func `an extension is no longer than seven days, and never shortens a session`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let key = try pair.key(of: session.topic)
        let cases: [(Int64?, Int64)] = [
            (253_402_300_799, 7 * Self.day + 100), (0, 7 * Self.day + 100), (nil, 7 * Self.day + 200),
        ]
        for (number, (expiry, expected)) in cases.enumerated() {
            if number != 1 { pair.clock.advance(seconds: 100) }
            let params: JSON = expiry.map { ["expiry": JSON($0)] } ?? [:]
            let request = RPCRequest(id: .number(Int64(number) + 1), method: "wc_sessionExtend", params: params)
            #expect(try await pair.answer(to: .request(request), key, from: 0).outcome == .result(true))
            #expect(await pair.appEngine.session(session.topic)?.expiry == 1_800_000_000 + expected)
        }
    }

    @Test func `a message that the outbox does not take is passed on later`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        pair.appRun.setRefusing(true)
        let engine = pair.appEngine
        let pinging = Task { try await engine.ping(session.topic) }
        while await engine.isIdle { await Task.yield() }
        pair.appRun.setRefusing(false)
        await pass(pair, 5) { await engine.isIdle }
        try await pinging.value
    }

    @Test func `a request that the relay refuses has that as its outcome`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        await pair.relay.hold(true)
        let count = await pair.relay.published.count
        let engine = pair.appEngine
        let asking = Task {
            try await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
        }
        while await pair.relay.published.count == count { await Task.yield() }
        let message = try #require(await pair.relay.published.last)
        await engine.undelivered(message.text, on: message.topic)
        await #expect(throws: WalletConnectError.session(.undelivered)) { _ = try await asking.value }
    }

    @Test func `a session that ends rejects who waits, and withdraws what is shown`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.walletEngine.news()
        let engine = pair.appEngine
        let asking = Task {
            try await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
        }
        let shown = try #require(await pair.shown(news))
        try await pair.walletEngine.disconnect(session.topic)
        await #expect(throws: WalletConnectError.session(.ended(ErrorResponse(.userDisconnected)))) {
            _ = try await asking.value
        }
        for await case .requestWithdrawn(let key, let reason) in news {
            #expect((key, reason) == (shown.key, .ended))
            break
        }
        await #expect(throws: WalletConnectError.session(.unknownRequest)) {
            try await pair.walletEngine.answer(shown.key, with: .result("0x"))
        }
        #expect(await engine.sessions().isEmpty)
    }

    @Test func `a locked wallet keeps messages, and shows them when it is unlocked`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        await pair.walletEngine.stop()
        let (engine, run) = try await pair.wallet.start(isLocked: true)
        let asking = Task { [app = pair.appEngine] in
            try await app.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
        }
        let isKept = { pair.wallet.memory.records.values.contains { if case .unopened = $0 { true } else { false } } }
        while !isKept() { await Task.yield() }
        #expect(await engine.requests().isEmpty)
        let news = await engine.news()
        run.setLocked(false)
        try await engine.unlocked()
        #expect(!isKept())
        let shown = try #require(await pair.shown(news))
        try await engine.answer(shown.key, with: .result("0xaa"))
        #expect(try await asking.value == "0xaa")
    }

    @Test func `a caller that is cancelled gets that, and the answer is kept`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.walletEngine.news()
        let engine = pair.appEngine
        let asking = Task {
            try await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
        }
        let shown = try #require(await pair.shown(news))
        asking.cancel()
        await #expect(throws: WalletConnectError.session(.cancelled)) { _ = try await asking.value }
        try await pair.walletEngine.answer(shown.key, with: .result("0xaa"))
        while await engine.answers().isEmpty { await Task.yield() }
        #expect(await engine.answers().map(\.key) == [shown.key])
    }

    @Test func `nothing happens that could not be stored, and the message comes again`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        let key = try pair.key(of: session.topic)
        let call = SessionCall.request(SessionRequest(chain: Sample.chain, method: "personal_sign", params: ["0x01"]))
        let text = try SessionPair.seal(.request(call.request(id: .number(1))), key)
        let (records, sent) = (pair.wallet.memory.records, await pair.relay.published.count)
        pair.walletRun.setBroken(true)
        #expect(await pair.walletEngine.receive(text, on: session.topic) == false)
        #expect(await pair.walletEngine.requests().isEmpty)
        await #expect(throws: WalletConnectError.session(.storage)) {
            try await pair.walletEngine.disconnect(session.topic)
        }
        await pair.settle()
        #expect(pair.wallet.memory.records == records)
        #expect(await pair.relay.published.count == sent)
        pair.walletRun.setBroken(false)
        #expect(await pair.walletEngine.receive(text, on: session.topic))
        #expect(await pair.walletEngine.requests().count == 1)
    }
}
