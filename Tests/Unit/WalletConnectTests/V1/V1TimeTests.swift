import Bridge
import Testing

@testable import WalletConnect

/// What ends by time.
@Suite(.serialized, .timeLimit(.minutes(2))) struct V1TimeTests {
    /// Turns the clock until a condition holds.
    private func pass(_ pair: V1Pair, _ seconds: Int64, until condition: () async -> Bool) async {
        pair.clock.advance(seconds: seconds)
        while !Task.isCancelled, !(await condition()) {
            pair.clock.wake()
            await Task.yield()
        }
    }

    @Test func `a session ends seven days after its last use, and the other side is told`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let serving = pair.serve()
        pair.clock.advance(seconds: 6 * 86_400)
        _ = try await pair.app.request(session.topic, "personal_sign", ["0x01"], chain: ChainID(eip155: 5))
        let end = pair.clock.seconds + 604_800
        for engine in [pair.wallet, pair.app] { #expect(await engine.session(session.topic)?.expiry == end) }
        serving.cancel()
        let news = await pair.app.news()
        await pair.wallet.stop()
        await pass(pair, 604_800) { await pair.app.sessions().isEmpty }
        for await case .expired(session.topic) in news { break }
        // The wallet, which was away, ends it when it starts.
        let next = try V1Pair.engine("next", V1Run(pair.walletMemory), pair.bridge, pair.clock)
        try await next.start()
        #expect(await next.sessions().isEmpty)
        await next.stop()
    }

    @Test func `a session is kept by hand, too`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        pair.clock.advance(seconds: 86_400)
        try await pair.wallet.extend(session.topic)
        #expect(await pair.wallet.session(session.topic)?.expiry == pair.clock.seconds + 604_800)
    }

    @Test func `a link without an app ends after five minutes`() async throws {
        let pair = try await V1Pair()
        try await pair.wallet.pair(V1URI(handshakeTopic: "h", bridge: V1Pair.address))
        await pass(pair, 301) { await pair.wallet.state.sessions.isEmpty }
    }

    @Test func `a proposal that nobody decides on ends on both sides`() async throws {
        let pair = try await V1Pair()
        let (link, proposal) = try await pair.propose()
        let news = await pair.wallet.news()
        let waiting = Task { try await pair.app.connection(link.topic) }
        await pass(pair, 301) { await pair.wallet.proposals().isEmpty }
        for engine in [pair.wallet, pair.app] { await pass(pair, 0) { await engine.state.sessions.isEmpty } }
        await #expect(throws: WalletConnectError.self) { try await waiting.value }
        for await case .proposalWithdrawn(proposal.key, .expired) in news { break }
        await #expect(throws: WalletConnectError.session(.unknownProposal)) {
            try await pair.wallet.approve(proposal.key, namespaces: V1Pair.approved())
        }
    }

    @Test func `a request that nobody answers ends after an hour with an error`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let news = await pair.wallet.news()
        let call = pair.call(session, lifetime: 7_200)
        let shown = try #require(await pair.shown(news))
        await pass(pair, 3_600) { await pair.wallet.requests().isEmpty }
        await pass(pair, 0) { await pair.wallet.state.pending.isEmpty }
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.requestExpired)))) {
            try await call.value
        }
        await #expect(throws: WalletConnectError.session(.unknownRequest)) {
            try await pair.wallet.answer(shown.key, with: .result("0x02"))
        }
    }

    @Test func `an app gives up after its time, and keeps a late answer`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let (news, appNews) = (await pair.wallet.news(), await pair.app.news())
        let call = pair.call(session)
        let shown = try #require(await pair.shown(news))
        await pass(pair, 300) { await pair.app.state.sent.values.first?.state == .expired }
        await #expect(throws: WalletConnectError.session(.expired)) { try await call.value }
        try await pair.wallet.answer(shown.key, with: .result("0x02"))
        for await case .lateAnswer(let key) in appNews {
            #expect(key.id == shown.key.id)
            break
        }
        #expect(await pair.app.unreadAnswers().map(\.outcome) == [.success("0x02")])
    }

    @Test func `a request that a server has kept back for hours is not shown`() async throws {
        let pair = try await V1Pair()
        try await pair.connect()
        let id = pair.id
        pair.clock.advance(seconds: 4_000)
        try await pair.publish(pair.request(id), to: pair.wallet)
        #expect(try await pair.answer(to: id).failure?.known == .requestExpired)
        #expect(await pair.wallet.requests().isEmpty)
    }

    @Test(arguments: [-300, 300] as [Int64])
    func `a clock of the app that is wrong by some minutes does no harm`(skew: Int64) async throws {
        let pair = try await V1Pair()
        try await pair.connect()
        let news = await pair.wallet.news()
        try await pair.publish(pair.request(pair.id + skew * 1_000_000), to: pair.wallet)
        #expect(await pair.shown(news) != nil)
    }

    @Test func `records of answers are kept for seven days`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let serving = pair.serve()
        _ = try await pair.app.request(session.topic, "personal_sign", ["0x01"], chain: ChainID(eip155: 5))
        serving.cancel()
        #expect(await pair.wallet.state.answered.values.contains { !$0.keys.isEmpty })
        // The app would end its session after seven days without a request, and tell the wallet.
        await pair.settle()
        await pair.app.stop()
        for _ in 0..<2 {
            pair.clock.advance(seconds: 345_600)
            try await pair.wallet.extend(session.topic)
        }
        await pass(pair, 0) { await pair.wallet.state.answered.isEmpty }
        #expect(await pair.wallet.sessions().count == 1)
    }
}
