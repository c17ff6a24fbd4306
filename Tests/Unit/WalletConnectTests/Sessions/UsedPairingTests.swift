import Bridge
import Testing

@testable import WalletConnect

/// Links that were used, and requests that were kept back.
@Suite(.timeLimit(.minutes(2))) struct UsedPairingTests {
    /// A proposal of an app that is not ours.
    private static func proposal(_ number: Int64, expiry: Int64? = nil) -> RPCMessage {
        let proposal = SessionProposal(
            proposer: Participant(
                publicKey: AgreementKey.random().publicKey, metadata: AppMetadata(name: "app \(number)")),
            optional: Sample.wanted, expiry: expiry)
        return .request(SessionCall.propose(proposal).request(id: .number(number)))
    }

    /// A wallet that waits on a link, with the proposals of an app.
    private func propose(_ numbers: Int64...) async throws -> (pair: SessionPair, uri: PairingURI) {
        let pair = try await SessionPair()
        let uri = PairingURI(now: pair.clock.seconds)
        try await pair.walletEngine.pair(uri)
        for number in numbers {
            let text = try SessionPair.seal(Self.proposal(number), uri.key)
            #expect(await pair.walletEngine.receive(text, on: uri.topic))
        }
        return (pair, uri)
    }

    private func decide(_ approves: Bool, _ engine: SessionEngine, _ key: RequestKey) async throws {
        if approves {
            try await engine.approve(key, namespaces: Sample.approved())
        } else {
            try await engine.reject(key)
        }
    }

    @Test(arguments: [true, false])
    func `after a decision, a second proposal is refused, and the link opens nothing`(approves: Bool) async throws {
        let (pair, uri) = try await propose(1)
        let first = try #require(await pair.walletEngine.proposals().first)
        try await decide(approves, pair.walletEngine, first.key)
        let second = try await pair.answer(to: Self.proposal(2), uri.key)
        #expect(second.failure?.known == .invalidProposal)
        #expect(await pair.walletEngine.proposals().isEmpty)
        await #expect(throws: WalletConnectError.link(.used)) { try await pair.walletEngine.pair(uri) }
        // Neither a restart, nor the end of the pairing, nor a link without an end changes that.
        let ending = RPCMessage.request(
            SessionCall.pairingDelete(ErrorResponse(.userDisconnected)).request(id: .number(3)))
        #expect(await pair.walletEngine.receive(try SessionPair.seal(ending, uri.key), on: uri.topic))
        await pair.settle()
        await pair.walletEngine.stop()
        pair.clock.advance(seconds: 20 * 86_400)
        let (engine, _) = try await pair.wallet.start()
        let again = PairingURI(key: uri.key, now: pair.clock.seconds)
        await #expect(throws: WalletConnectError.link(.used)) { try await engine.pair(again) }
        await engine.stop()
        pair.clock.advance(seconds: 11 * 86_400)
        let (last, _) = try await pair.wallet.start()
        #expect(await last.state.used.isEmpty)
        await last.stop()
    }

    @Test(arguments: [true, false])
    func `a decision withdraws the other proposals of the link`(approves: Bool) async throws {
        let (pair, uri) = try await propose(1, 2, 3)
        let keys = await pair.walletEngine.proposals().map(\.key)
        #expect(keys.count == 3)
        let news = await pair.walletEngine.news()
        let before = await pair.relay.published.count
        let chosen = RequestKey(topic: uri.topic, id: .number(2))
        try await decide(approves, pair.walletEngine, chosen)
        #expect(await pair.walletEngine.proposals().isEmpty)
        await pair.settle()
        var answers: [RPCID: RPCResponse] = [:]
        for sent in await pair.relay.published.dropFirst(before) where sent.topic == uri.topic {
            if case .response(let response) = try SessionPair.open(sent, uri.key), let id = response.id {
                #expect(answers[id] == nil)
                answers[id] = response
            }
        }
        #expect(answers[.number(1)]?.failure?.known == .invalidProposal)
        #expect(answers[.number(3)]?.failure?.known == .invalidProposal)
        #expect((answers[.number(2)]?.failure == nil) == approves)
        var withdrawn: Set<RequestKey> = []
        for await case .proposalWithdrawn(let key, .ended) in news {
            withdrawn.insert(key)
            if withdrawn.count == 2 { break }
        }
        #expect(withdrawn == Set(keys.filter { $0 != chosen }))
    }

    @Test func `a proposal that comes again gets the same answer, a ping is answered, and a session survives`()
        async throws
    {
        let (pair, uri) = try await propose(1)
        let first = try #require(await pair.walletEngine.proposals().first)
        let session = try await pair.walletEngine.approve(first.key, namespaces: Sample.approved())
        let text = try SessionPair.seal(Self.proposal(1), uri.key)
        await pair.settle()
        let sent = await pair.relay.published.count
        #expect(await pair.walletEngine.receive(text, on: uri.topic))
        await pair.settle()
        let repeated = try #require(await pair.relay.published.dropFirst(sent).first { $0.topic == uri.topic })
        guard case .response(let response) = try SessionPair.open(repeated, uri.key) else {
            Issue.record("no answer")
            return
        }
        #expect(response.id == .number(1) && response.failure == nil)
        let ping = RPCMessage.request(SessionCall.pairingPing.request(id: .number(9)))
        #expect(try await pair.answer(to: ping, uri.key).failure == nil)
        #expect(await pair.walletEngine.sessions().map(\.topic) == [session.topic])
    }

    @Test func `a link whose proposal was malformed can still be used`() async throws {
        let (pair, uri) = try await propose()
        let old = try await pair.answer(to: Self.proposal(1, expiry: pair.clock.seconds - 1), uri.key)
        #expect(old.failure?.known == .requestExpired)
        #expect(await pair.walletEngine.receive(try SessionPair.seal(Self.proposal(2), uri.key), on: uri.topic))
        #expect(await pair.walletEngine.proposals().count == 1)
    }

    @Test func `links are remembered up to a limit`() async throws {
        let pair = try await SessionPair()
        try await pair.walletEngine.transact { step throws(WalletConnectError) in
            for number in 0..<UsedPairing.most {
                let key = try SymmetricKey(copying: (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) })
                step.put(.used(UsedPairing(topic: key.topic, expiry: pair.clock.seconds + 100 + Int64(number))))
            }
        }
        let uri = PairingURI(now: pair.clock.seconds)
        try await pair.walletEngine.pair(uri)
        #expect(await pair.walletEngine.receive(try SessionPair.seal(Self.proposal(1), uri.key), on: uri.topic))
        try await pair.walletEngine.reject(RequestKey(topic: uri.topic, id: .number(1)))
        #expect(await pair.walletEngine.state.used.count == UsedPairing.most)
        #expect(await pair.walletEngine.state.used[uri.topic] != nil)
    }

    // MARK: Old requests

    private func request(_ id: RPCID) -> RPCMessage {
        .request(
            SessionCall.request(SessionRequest(chain: Sample.chain, method: "personal_sign", params: ["0x01"]))
                .request(id: id))
    }

    @Test func `a request without an expiry lasts five minutes from its publication`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let key = try pair.key(of: session.topic)
        let now = pair.clock.seconds
        // Seconds since the relay got it, and whether it is shown; zero: the relay does not say so.
        let cases: [(age: Int64, isShown: Bool)] = [
            (0, true), (299, true), (300, false), (86_400, false), (-86_400, true), (now - 1, false),
        ]
        for (number, (age, isShown)) in cases.enumerated() {
            let id = RPCID.number(Int64(number) + 1)
            let published = age == 0 ? 0 : (now - age) * 1_000
            let before = await pair.relay.published.count
            #expect(
                await pair.walletEngine.receive(
                    try SessionPair.seal(request(id), key), on: session.topic, publishedAt: published))
            await pair.settle()
            #expect(await pair.walletEngine.requests().contains { $0.key.id == id } == isShown, "\(age)")
            guard !isShown else { continue }
            let answer = try #require(await pair.relay.published.dropFirst(before).last)
            #expect(
                try SessionPair.open(answer, key)
                    == .response(RPCResponse(id: id, failure: ErrorResponse(.requestExpired))))
        }
        let shown = await pair.walletEngine.requests()
        #expect(shown.map(\.expiry).sorted() == [now + 1, now + 300, now + 300])
    }

    @Test func `an id that is a day old makes a request old, one of a wrong clock does not`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let key = try pair.key(of: session.topic)
        let now = pair.clock.seconds
        for (age, isShown) in [(86_400, false), (1_800, true), (-86_400, true), (700_000, true)] as [(Int64, Bool)] {
            // Milliseconds and three digits.
            let id = RPCID.number((now - age) * 1_000_000 + 123)
            #expect(await pair.walletEngine.receive(try SessionPair.seal(request(id), key), on: session.topic))
            await pair.settle()
            #expect(await pair.walletEngine.requests().contains { $0.key.id == id } == isShown, "\(age)")
        }
    }

    @Test func `a request that came while the wallet was locked is as old as it is`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let key = try pair.key(of: session.topic)
        await pair.walletEngine.stop()
        let (engine, run) = try await pair.wallet.start(isLocked: true)
        #expect(await engine.receive(try SessionPair.seal(request(.number(1)), key), on: session.topic))
        pair.clock.advance(seconds: 86_400)
        run.setLocked(false)
        try await engine.unlocked()
        #expect(await engine.requests().isEmpty)
        await engine.stop()
    }

    @Test func `a proposal without an expiry lasts from its publication, too`() async throws {
        let (pair, uri) = try await propose()
        let text = try SessionPair.seal(Self.proposal(1), uri.key)
        #expect(
            await pair.walletEngine.receive(
                text, on: uri.topic, publishedAt: (pair.clock.seconds - 86_400) * 1_000))
        #expect(await pair.walletEngine.proposals().isEmpty)
    }
}
