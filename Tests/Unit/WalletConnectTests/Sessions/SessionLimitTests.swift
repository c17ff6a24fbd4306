import Bridge
import Testing

@testable import WalletConnect

/// What a hostile peer could fill memory with.
@Suite(.timeLimit(.minutes(2))) struct SessionLimitTests {
    private let large = JSON.string(String(repeating: "x", count: 20_000))

    /// Sends requests whose callers give up, and answers them.
    private func leaveUnread(_ count: Int, _ pair: SessionPair, _ session: SessionDetails) async throws {
        for _ in 0..<count {
            let news = await pair.walletEngine.news()
            let asking = Task { [app = pair.appEngine] in
                try await app.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
            }
            let shown = try #require(await pair.shown(news))
            asking.cancel()
            _ = try? await asking.value
            try await pair.walletEngine.answer(shown.key, with: .result(large))
            await pair.settle()
        }
    }

    @Test func `answers that nobody reads are bounded in bytes, and the newest stay`() async throws {
        var limits = SessionLimits()
        limits.sentBytes = 100_000
        let pair = try await SessionPair(limits: limits)
        let session = try await pair.connect()
        try await leaveUnread(8, pair, session)
        let answers = await pair.appEngine.unreadAnswers()
        #expect(1...4 ~= answers.count)
        #expect(await pair.appEngine.state.sentBytes <= limits.sentBytes)
        // What is sent next has room.
        try await leaveUnread(1, pair, session)
        #expect(await pair.appEngine.unreadAnswers().last?.outcome == .success(large))
    }

    @Test func `requests without an answer are bounded in bytes`() async throws {
        var limits = SessionLimits()
        limits.sentBytes = 100_000
        let pair = try await SessionPair(limits: limits)
        let session = try await pair.connect()
        await pair.settle()
        await pair.relay.hold(true)
        let faults = await withTaskGroup(of: WalletConnectError?.self) { group in
            for _ in 0..<10 {
                group.addTask { [app = pair.appEngine, large] in
                    do throws(WalletConnectError) {
                        _ = try await app.request(session.topic, "personal_sign", [large], chain: Sample.chain)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            var faults: [WalletConnectError?] = []
            // The others wait for their answers.
            for _ in 0..<6 { faults.append(await group.next() ?? nil) }
            await pair.appEngine.stop()
            return faults
        }
        #expect(faults == Array(repeating: .session(.tooMany), count: 6))
    }

    @Test func `the answers of all topics are bounded in bytes, and the largest topic gives way`() async throws {
        var limits = SessionLimits()
        limits.answerBytes = 100_000
        let pair = try await SessionPair(limits: limits)
        let (small, busy) = (try await pair.connect(), try await pair.connect())
        try await leaveUnread(1, pair, small)
        try await leaveUnread(8, pair, busy)
        let state = await pair.walletEngine.state
        // An answer is forgotten with the next step.
        #expect(state.answeredBytes <= limits.answerBytes + 30_000)
        #expect(state.answered[small.topic] != nil)
        #expect(state.sessions[small.topic]?.journalStart == nil)
        #expect(state.sessions[busy.topic]?.journalStart != nil)
    }

    @Test func `a session that says more than is kept is refused on both sides`() async throws {
        var limits = SessionLimits()
        limits.sessionBytes = 10_000
        let pair = try await SessionPair(limits: limits)
        var properties = JSONObject()
        properties["p"] = large
        let uri = try await pair.appEngine.propose(optional: Sample.wanted)
        let news = await pair.walletEngine.news()
        try await pair.walletEngine.pair(uri)
        for await case .proposal(let proposal) in news {
            await #expect(throws: WalletConnectError.session(.tooLarge)) {
                try await pair.walletEngine.approve(
                    proposal.key, namespaces: Sample.approved(), sessionProperties: properties)
            }
            try await pair.walletEngine.reject(proposal.key)
            break
        }
        let methods = (0..<900).map { "method_with_a_long_name_\($0)" }
        let session = try await pair.connect()
        await #expect(throws: WalletConnectError.session(.tooLarge)) {
            try await pair.walletEngine.update(session.topic, namespaces: Sample.approved(methods: methods))
        }
        let update = SessionCall.update(Sample.approved(methods: methods)).request(id: .number(1_900_000_000_000_001))
        let answer = try await pair.answer(to: .request(update), pair.key(of: session.topic), from: 0)
        #expect(answer.failure?.known == .invalidUpdateRequest)
        #expect(await pair.appEngine.session(session.topic)?.namespaces == Sample.approved())
    }

    @Test func `records that cannot be read are removed, and what they protected is not asked again`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.walletEngine.news()
        let asking = Task { [app = pair.appEngine] in
            try await app.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
        }
        let shown = try #require(await pair.shown(news))
        try await pair.walletEngine.answer(shown.key, with: .result("0xaa"))
        _ = try await asking.value
        await pair.settle()
        let request = try #require(
            await pair.relay.published.lazy.compactMap { sent -> RPCRequest? in
                guard case .request(let request)? = try? SessionPair.open(sent, pair.key(of: session.topic)) else {
                    return nil
                }
                return request.id == shown.key.id ? request : nil
            }.first)
        await pair.walletEngine.stop()
        pair.wallet.memory.damage(.received(shown.key))
        let (engine, _) = try await pair.wallet.start()
        #expect(await engine.counts().damagedRecords == 1)
        #expect(pair.wallet.memory.damaged.isEmpty)
        // The relay delivers the request again.
        let text = try SessionPair.seal(.request(request), pair.key(of: session.topic))
        #expect(await engine.receive(text, on: session.topic))
        #expect(await engine.requests().isEmpty)
        #expect(await engine.sessions().count == 1)
        await engine.stop()
        pair.wallet.memory.damage(.row(1))
        pair.wallet.memory.damage(.session(session.topic))
        let (last, _) = try await pair.wallet.start()
        #expect(await last.sessions().isEmpty)
        #expect(await last.counts().damagedRecords == 2)
    }
}
