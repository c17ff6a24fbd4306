import Bridge
import Synchronization
import Testing

@testable import WalletConnect

@Suite(.timeLimit(.minutes(2))) struct SessionVerificationTests {
    /// A wallet that gets messages from the test, and an app of `https://app.example`.
    private struct Scene {
        let service: AttestationService
        let keys: AttestationKeys
        let clock = SessionClock()
        let relay = FaultyRelay()
        let wallet: SessionEngine
        let app: SessionEngine
        let memory = SessionMemory()

        init(_ service: AttestationService, isAllowed: Bool = true) async throws {
            self.service = service
            let (clock, memory, relay) = (self.clock, self.memory, self.relay)
            keys = AttestationKeys(
                storage: service, source: service, isAllowed: isAllowed, now: { clock.milliseconds })
            let walletRun = SessionRun(memory, relay, client: 0)
            wallet = SessionEngine(
                metadata: AppMetadata(name: "wallet"), store: walletRun, relay: walletRun, sealing: walletRun,
                environment: clock.environment(seed: 1), attestationKeys: keys)
            let run = SessionRun(SessionMemory(), relay, client: 1)
            app = SessionEngine(
                metadata: AppMetadata(name: "app", url: "https://app.example"), store: run, relay: run, sealing: run,
                environment: clock.environment(seed: 2))
            try await wallet.start()
            try await app.start()
        }

        /// The text of a proposal, and the topic on which it is.
        func proposal(from page: Origin? = nil) async throws -> RelayedMessage {
            let uri = try await app.propose(optional: Sample.wanted)
            try await wallet.pair(uri, from: page)
            while true {
                if let message = await relay.published.last(where: { $0.topic == uri.topic }) { return message }
                await Task.yield()
            }
        }

        /// The key of a session as the wallet has it.
        func key(of topic: Topic) throws -> SymmetricKey {
            guard case .session(let record) = memory.records[.session(topic)] else {
                throw WalletConnectError.session(.unknownSession)
            }
            return try SymmetricKey(copying: record.key.map { $0 ^ 0x55 })
        }

        func deliver(_ message: RelayedMessage, _ attestation: String?) async throws -> PendingProposal {
            #expect(await wallet.receive(message.text, on: message.topic, attestation: attestation))
            return try #require(await wallet.proposals().first { $0.key.topic == message.topic })
        }
    }

    @Test(arguments: [
        ("https://app.example", true, false, AppVerification.valid),
        ("https://evil.example", true, false, .invalid(origin: "https://evil.example")),
        ("https://app.example", false, false, .unknown),
        ("https://app.example", true, true, .scam(origin: "https://app.example")),
    ])
    func `a proposal has the verdict of its attestation`(
        origin: String, isVerified: Bool, isScam: Bool, verdict: AppVerification
    ) async throws {
        let scene = try await Scene(AttestationService())
        _ = await scene.keys.current()
        await scene.wallet.stop()
        let again = try await Scene(scene.service)
        let message = try await again.proposal()
        let token = try again.service.token(message.text, origin: origin, isVerified: isVerified, isScam: isScam)
        #expect(try await again.deliver(message, token).verification == verdict)
        #expect(again.service.state.withLock(\.fetches) == 1)
    }

    @Test func `a forged, old or foreign attestation says nothing`() async throws {
        let service = try AttestationService()
        await service.store(service.answer.bytes)
        let scene = try await Scene(service)
        for number in 0..<5 {
            let message = try await scene.proposal()
            let good = try service.token(message.text, origin: "https://app.example")
            let tokens = [
                "", String(good.dropLast(4)) + "AAAA", try service.token("other", origin: "https://app.example"),
                try service.token(message.text, origin: "https://app.example", expiry: 1_799_999_000),
                try AttestationService().token(message.text, origin: "https://app.example"),
            ]
            #expect(try await scene.deliver(message, tokens[number]).verification == .unknown)
        }
    }

    @Test func `a proposal does not wait for the key, and its verdict follows`() async throws {
        let service = try AttestationService()
        service.state.withLock { $0.isHeld = true }
        let scene = try await Scene(service)
        let news = await scene.wallet.news()
        let message = try await scene.proposal()
        let token = try service.token(message.text, origin: "https://app.example")
        let shown = try await scene.deliver(message, token)
        #expect(shown.verification == .unknown)
        while service.state.withLock(\.gate).isEmpty { await Task.yield() }
        service.release()
        for await case .verification(let key, let verdict) in news {
            #expect((key, verdict) == (shown.key, .valid))
            break
        }
        #expect(await scene.wallet.proposals().map(\.verification) == [.valid])
    }

    @Test func `without permission the service is never asked`() async throws {
        let service = try AttestationService()
        let scene = try await Scene(service, isAllowed: false)
        let message = try await scene.proposal()
        let token = try service.token(message.text, origin: "https://app.example")
        #expect(try await scene.deliver(message, token).verification == .unknown)
        #expect(await scene.keys.current() == nil)
        #expect(service.state.withLock(\.fetches) == 0)
        await scene.keys.allow(true)
        #expect(await scene.keys.current() != nil)
        // What is cached is used without permission, until it has expired.
        await scene.keys.allow(false)
        #expect(await scene.keys.current() != nil)
        scene.clock.advance(seconds: 100_000)
        #expect(await scene.keys.current() == nil)
        #expect(service.state.withLock(\.fetches) == 1)
    }

    @Test func `a service that does not answer is asked again after an hour`() async throws {
        let service = try AttestationService()
        service.state.withLock { $0.answers = false }
        let scene = try await Scene(service)
        for _ in 0..<3 { #expect(await scene.keys.current() == nil) }
        #expect(service.state.withLock(\.fetches) == 1)
        scene.clock.advance(seconds: AttestationKeys.pause)
        service.state.withLock { $0.answers = true }
        #expect(await scene.keys.current() != nil)
        #expect(service.state.withLock(\.fetches) == 2)
    }

    @Test func `a key without an end counts for thirty days, and what someone else stored does not count`()
        async throws
    {
        let service = try AttestationService()
        service.state.withLock { $0.expiry = nil }
        let scene = try await Scene(service)
        #expect(await scene.keys.current()?.expiry == scene.clock.seconds + AttestationKeys.lifetime)
        for stored in ["", "{", "[]", #"{"publicKey":{"crv":"P-256"},"expiresAt":9999999999}"#] {
            let other = try AttestationService()
            other.state.withLock { $0.stored = Array(stored.utf8) }
            #expect(try await Scene(other, isAllowed: false).keys.cached() == nil)
        }
    }

    @Test(arguments: [
        ("https://app.example", AppVerification.valid),
        ("https://evil.example", .invalid(origin: "https://evil.example")),
    ])
    func `a page in a window of the wallet is known better than any service knows it`(
        page: String, verdict: AppVerification
    ) async throws {
        let service = try AttestationService()
        await service.store(service.answer.bytes)
        let scene = try await Scene(service)
        let origin = try Origin(serialized: page)
        let message = try await scene.proposal(from: origin)
        #expect(try await scene.deliver(message, nil).verification == verdict)
        let second = try await scene.proposal(from: origin)
        let token = try service.token(second.text, origin: "https://app.example")
        #expect(try await scene.deliver(second, token).verification == verdict)
        // A threat is one in any window.
        let third = try await scene.proposal(from: origin)
        let scam = try service.token(third.text, origin: page, isScam: true)
        #expect(try await scene.deliver(third, scam).verification == .scam(origin: page))
    }

    @Test(arguments: [
        (String?.none, String?.none, AppVerification.unknown), (nil, "https://app.example", .valid),
        (nil, "https://evil.example", .invalid(origin: "https://evil.example")), ("https://app.example", nil, .valid),
        ("https://app.example", "https://evil.example", .valid),
    ])
    func `the requests of a session have a verdict, too`(
        page: String?, origin: String?, verdict: AppVerification
    ) async throws {
        let service = try AttestationService()
        await service.store(service.answer.bytes)
        let scene = try await Scene(service)
        let message = try await scene.proposal(from: page.map { try Origin(serialized: $0) })
        let proposal = try await scene.deliver(message, nil)
        let session = try await scene.wallet.approve(proposal.key, namespaces: Sample.approved())
        let call = SessionCall.request(SessionRequest(chain: Sample.chain, method: "personal_sign", params: []))
        let text = try SessionPair.seal(.request(call.request(id: .number(1))), scene.key(of: session.topic))
        let token = try origin.map { try service.token(text, origin: $0) }
        #expect(await scene.wallet.receive(text, on: session.topic, attestation: token))
        #expect(await scene.wallet.requests().map(\.verification) == [verdict])
    }
}
