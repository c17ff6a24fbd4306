import Bridge
import Testing

@testable import WalletConnect

@Suite(.timeLimit(.minutes(2))) struct SessionEngineTests {
    @Test func `an app connects, requests, and gets the answer where it asked`() async throws {
        let pair = try await SessionPair()
        let wallet = WalletClient(pair.walletEngine)
        let supported = SupportedNamespaces([
            SupportedNamespaces.Entry(
                "eip155", chains: [Sample.chain], methods: ["personal_sign"], events: ["accountsChanged"],
                accounts: [try #require(AccountID(Sample.account))])
        ])
        let news = await wallet.news()
        let answering = Task {
            for await item in news {
                switch item {
                case .proposal(let proposal): try await wallet.approve(proposal, with: supported)
                case .request(let request): try await wallet.answer(request, with: ["signed": request.request.params])
                default: break
                }
            }
        }
        let session = try await AppClient(pair.appEngine).connect(Sample.wanted) { link in
            try? await wallet.pair(link)
            try? await wallet.pair(link)
        }
        #expect(session.details.peer.name == "client 0")
        #expect(await session.accounts().map(\.description) == [Sample.account])
        #expect(try await session.request("personal_sign", ["0x00"]) == ["signed": ["0x00"]])
        try await session.ping()
        await pair.settle()
        #expect(await wallet.sessions().map(\.isSettled) == [true])
        try await session.disconnect()
        await pair.settle()
        #expect(await wallet.sessions().isEmpty)
        answering.cancel()
    }

    @Test func `the settlement is published before the approval, and the session is subscribed before both`()
        async throws
    {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        #expect(await pair.relay.published.map(\.tag) == [1100, 1102, 1101, 1103])
        #expect(await pair.relay.subscriptions(0).contains(session.topic))
    }

    @Test func `a rejection reaches the app with its code and its tag`() async throws {
        let pair = try await SessionPair()
        let uri = try await pair.appEngine.propose(optional: Sample.wanted)
        let news = await pair.walletEngine.news()
        try await pair.walletEngine.pair(uri)
        for await case .proposal(let proposal) in news {
            try await pair.walletEngine.reject(proposal.key)
            await #expect(throws: WalletConnectError.session(.unknownProposal)) {
                try await pair.walletEngine.approve(proposal.key, namespaces: Sample.approved())
            }
            break
        }
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.userRejected)))) {
            try await pair.appEngine.connection(uri.topic)
        }
        #expect(await pair.relay.published.map(\.tag) == [1100, 1120])
        #expect(await pair.appEngine.sessions().isEmpty)
    }

    @Test func `what is required and missing is refused, and the proposal still waits`() async throws {
        let pair = try await SessionPair()
        // An app of before: the apps of today, also ours, require nothing.
        let uri = PairingURI(now: pair.clock.seconds)
        try await pair.walletEngine.pair(uri)
        let own = AgreementKey.random()
        let proposal = SessionProposal(
            proposer: Participant(publicKey: own.publicKey, metadata: AppMetadata(name: "app")),
            required: Sample.wanted, optional: ProposalNamespaces(), expiry: nil)
        let message = RPCMessage.request(SessionCall.propose(proposal).request(id: .number(1)))
        #expect(await pair.walletEngine.receive(try SessionPair.seal(message, uri.key), on: uri.topic))
        let shown = try #require(await pair.walletEngine.proposals().first)
        await #expect(throws: WalletConnectError.namespaces(.missingMethod)) {
            try await pair.walletEngine.approve(shown.key, namespaces: Sample.approved(methods: []))
        }
        let session = try await pair.walletEngine.approve(shown.key, namespaces: Sample.approved())
        #expect(session.namespaces == Sample.approved())
    }

    @Test func `what an app requires is proposed as optional, and the app is told what is missing`() async throws {
        let pair = try await SessionPair()
        let required = ProposalNamespaces([
            ProposalNamespaces.Entry("eip155", chains: ["eip155:1"], methods: ["eth_signTypedData_v4"]),
            ProposalNamespaces.Entry("eip155:10", methods: ["personal_sign"]),
        ])
        let uri = try await pair.appEngine.propose(required: required, optional: Sample.wanted)
        try await pair.walletEngine.pair(uri)
        await pair.settle()
        let shown = try #require(await pair.walletEngine.proposals().first)
        #expect(shown.required.isEmpty)
        #expect(shown.optional == required.merged(with: Sample.wanted))
        #expect(
            shown.optional.entries.map(\.methods) == [
                ["eth_signTypedData_v4", "personal_sign"], ["personal_sign"],
            ])
        try await pair.walletEngine.approve(shown.key, namespaces: Sample.approved())
        let session = try await pair.appEngine.connection(uri.topic)
        #expect(session.namespaces == Sample.approved())
        #expect(session.namespaces.missing(of: required) == .missingAccount)
        #expect(session.namespaces.missing(of: Sample.wanted) == nil)
    }

    @Test func `a request that the session does not allow is answered and never shown`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let key = try pair.key(of: session.topic)
        let cases: [(String, String, PeerErrorCode)] = [
            ("eip155:1", "eth_sign", .unauthorizedMethod), ("eip155:10", "personal_sign", .unauthorizedChain),
        ]
        for (number, (chain, method, code)) in cases.enumerated() {
            let request = SessionRequest(chain: try #require(ChainID(chain)), method: method, params: .null)
            let response = try await pair.answer(
                to: .request(SessionCall.request(request).request(id: .number(Int64(number) + 1))), key)
            #expect(response.failure?.known == code)
        }
        #expect(await pair.walletEngine.requests().isEmpty)
        await #expect(throws: WalletConnectError.namespaces(.unauthorizedMethod)) {
            _ = try await pair.appEngine.request(session.topic, "eth_sign", [], chain: Sample.chain)
        }
    }

    @Test func `methods that are unknown or of the other side are answered with their codes`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let key = try pair.key(of: session.topic)
        let metadata = AppMetadata(name: "")
        let settlement = SessionSettlement(
            controller: Participant(publicKey: AgreementKey.random().publicKey, metadata: metadata),
            namespaces: Sample.approved(), expiry: pair.clock.seconds + 100)
        let calls: [(String, JSON, PeerErrorCode)] = [
            ("wc_sessionTeleport", [:], .unsupportedProtocolMethod), ("eth_sign", [], .methodNotFound),
            ("wc_sessionRequest", [:], .invalidParameters), ("wc_sessionPropose", [], .invalidParameters),
            ("wc_sessionSettle", settlement.json, .invalidSettleRequest),
            ("wc_sessionUpdate", ["namespaces": Sample.approved().json], .unauthorizedUpdateRequest),
            ("wc_sessionExtend", [:], .unauthorizedExtendRequest),
            ("wc_sessionEvent", ["event": ["name": "a"], "chainId": "eip155:1"], .unauthorizedEvent),
            ("wc_pairingDelete", [:], .invalidRequest),
        ]
        for (number, (method, params, code)) in calls.enumerated() {
            let request = RPCRequest(id: .number(Int64(number) + 1), method: method, params: params)
            #expect(try await pair.answer(to: .request(request), key).failure?.known == code, "\(method)")
        }
        #expect(await pair.walletEngine.sessions().count == 1)
    }

    @Test func `a request that comes again is answered from the record, and not shown again`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let key = try pair.key(of: session.topic)
        let news = await pair.walletEngine.news()
        let call = SessionCall.request(SessionRequest(chain: Sample.chain, method: "personal_sign", params: ["0x01"]))
        let request = RPCMessage.request(call.request(id: .text("a")))
        let text = try Envelope.seal(request.json.bytes, with: key).text(for: .relay)
        #expect(await pair.walletEngine.receive(text, on: session.topic))
        let shown = try #require(await pair.shown(news))
        // It still waits: nothing happens.
        #expect(await pair.walletEngine.receive(text, on: session.topic))
        #expect(await pair.walletEngine.requests() == [shown])
        try await pair.walletEngine.answer(shown.key, with: .result("0xaa"))
        await #expect(throws: WalletConnectError.session(.unknownRequest)) {
            try await pair.walletEngine.answer(shown.key, with: .result("0xbb"))
        }
        // The same message, and the same request in another envelope.
        #expect(await pair.walletEngine.receive(text, on: session.topic))
        let again = try await pair.answer(to: request, key)
        #expect(again.outcome == .result("0xaa"))
        #expect(await pair.walletEngine.requests().isEmpty)
        #expect(await pair.walletEngine.counts().repetitions == 3)
    }

    @Test func `an update from before the last one is discarded and answered`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        try await pair.walletEngine.update(session.topic, namespaces: Sample.approved(methods: ["personal_sign", "a"]))
        await pair.settle()
        let namespaces = Sample.approved(methods: ["personal_sign", "a"])
        #expect(await pair.appEngine.session(session.topic)?.namespaces == namespaces)
        let key = try pair.key(of: session.topic)
        let old = RPCID.number((pair.clock.milliseconds - 1) * 1_000)
        let request = RPCMessage.request(SessionCall.update(Sample.approved()).request(id: old))
        let response = try await pair.answer(to: request, key, from: 0)
        #expect(response.failure?.known == .invalidUpdateRequest)
        #expect(await pair.appEngine.session(session.topic)?.namespaces == namespaces)
    }

    @Test func `events reach the app, older ones do not`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let news = await pair.appEngine.news()
        let event = SessionEvent(chain: Sample.chain, name: "accountsChanged", data: ["0xab"])
        try await pair.walletEngine.emit(event, to: session.topic)
        for await case .event(let topic, let received) in news {
            #expect((topic, received) == (session.topic, event))
            break
        }
        let key = try pair.key(of: session.topic)
        let old = RPCMessage.request(
            SessionCall.event(event).request(id: .number((pair.clock.milliseconds - 1) * 1_000)))
        #expect(try await pair.answer(to: old, key, from: 0).outcome == .result(true))
        await #expect(throws: WalletConnectError.namespaces(.unauthorizedEvent)) {
            let other = SessionEvent(chain: Sample.chain, name: "other", data: nil)
            try await pair.walletEngine.emit(other, to: session.topic)
        }
    }
}
