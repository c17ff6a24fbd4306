import Bridge
import Testing

@testable import WalletConnect

/// Both roles over a bridge server.
@Suite(.serialized, .timeLimit(.minutes(2))) struct V1EngineTests {
    @Test func `the wallet shows what the app proposes in the words of version 2`() async throws {
        let pair = try await V1Pair()
        let (link, proposal) = try await pair.propose()
        #expect(proposal.version == .v1 && proposal.key.topic == link.topic)
        #expect(proposal.app.name == "app" && proposal.app.url == "https://app.example")
        #expect(proposal.required.isEmpty)
        #expect(proposal.optional.entries.map(\.chains) == [["eip155:5"]])
        #expect(proposal.optional.entries.first?.methods.contains("eth_sendTransaction") == true)
        #expect(await pair.wallet.proposals() == [proposal])
        #expect(await pair.wallet.sessions().isEmpty)
        #expect(await pair.wallet.knows(link.topic))
    }

    @Test func `an approved session has the chain and the accounts of the wallet on both sides`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let other = try #require(await pair.wallet.session(session.topic))
        for details in [session, other] {
            #expect(details.version == .v1 && details.isSettled)
            #expect(details.namespaces.accounts.map(\.description) == ["eip155:5:\(V1Pair.account)"])
            #expect(details.namespaces.chains == [ChainID(eip155: 5)])
            #expect(details.expiry == pair.clock.seconds + 604_800)
        }
        #expect(session.role == .app && session.peer.name == "wallet")
        #expect(other.role == .wallet && other.peer.name == "app")
        #expect(other.namespaces.entries.map(\.methods) == [["personal_sign", "eth_sendTransaction"]])
        #expect(session.namespaces.entries[0].methods.contains("app_special"))
        #expect(await pair.wallet.proposals().isEmpty)
    }

    @Test func `the same three steps serve both versions`() async throws {
        let pair = try await V1Pair()
        let (wallet, app) = (WalletClient(pair.wallet), AppClient(pair.app))
        let supported = SupportedNamespaces([
            SupportedNamespaces.Entry(
                "eip155", chains: [ChainID(eip155: 5)], methods: ["personal_sign"], events: V1Scope.events,
                accounts: [AccountID(chain: ChainID(eip155: 5), address: V1Pair.account)])
        ])
        let serving = Task {
            for await news in await wallet.news() {
                switch news {
                case .proposal(let proposal): try await wallet.approve(proposal, with: supported)
                case .request(let request): try await wallet.answer(request, with: "0x5163")
                default: break
                }
            }
        }
        let session = try await app.connect(V1Pair.wanted, version: .v1) { link in try? await wallet.pair(link) }
        #expect(try await session.request("personal_sign", ["0x00", .string(V1Pair.account)]) == "0x5163")
        #expect(await session.accounts().map(\.address) == [V1Pair.account])
        #expect(await wallet.sessions().map(\.version) == [.v1])
        await #expect(throws: WalletConnectError.session(.unsupported)) { try await session.ping() }
        try await session.disconnect()
        await eventually { await wallet.sessions().isEmpty }
        serving.cancel()
    }

    @Test func `a client serves both versions with one list of sessions`() async throws {
        let bridge = MemoryBridge()
        let configuration = try WalletConnectConfiguration(
            metadata: AppMetadata(name: "both"), relay: "wss://relay.example.org", bridge: "http://127.0.0.1:7700")
        func client(_ storage: WalletConnectStorage) -> WalletConnectClient {
            WalletConnectClient(
                configuration, storage: storage, relayDialer: ScriptedRelay(),
                bridges: V1Bridges(dialer: bridge, publicDialer: bridge, environment: RelayClock().hurried))
        }
        let storage = WalletConnectStorage.memory()
        let (wallet, app) = (client(storage), client(.memory()))
        try await wallet.start()
        try await app.start()
        let serving = Task {
            for await case .proposal(let proposal) in await wallet.wallet.news() {
                try await wallet.legacy?.approve(proposal.key, namespaces: V1Pair.approved())
            }
        }
        let session = try await app.app.connect(V1Pair.wanted, version: .v1) { link in
            try? await wallet.wallet.pair(link)
        }
        #expect(await wallet.wallet.sessions().map(\.topic) == [session.details.topic])
        await wallet.stop()
        serving.cancel()
        #expect(try await storage.sessionDetails().map(\.topic) == [session.details.topic])
        let next = client(storage)
        try await next.start()
        #expect(await next.wallet.sessions().map(\.topic) == [session.details.topic])
        await next.stop()
        await app.stop()
    }

    @Test func `a rejected proposal ends the connection of the app`() async throws {
        let pair = try await V1Pair()
        let (link, proposal) = try await pair.propose()
        try await pair.wallet.reject(proposal.key)
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.userRejected)))) {
            try await pair.app.connection(link.topic)
        }
        #expect(await pair.wallet.proposals().isEmpty)
        await #expect(throws: WalletConnectError.session(.unknownProposal)) {
            try await pair.wallet.approve(proposal.key, namespaces: V1Pair.approved())
        }
    }

    @Test func `a cancelled connection is forgotten`() async throws {
        let pair = try await V1Pair()
        let link = try await pair.app.offer(ConnectionOffer(optional: V1Pair.wanted))
        let waiting = Task { try await pair.app.connection(link.topic) }
        waiting.cancel()
        await #expect(throws: WalletConnectError.session(.cancelled)) { try await waiting.value }
        await eventually { await pair.app.state.sessions.isEmpty }
    }

    @Test func `a request is answered where it was asked, also with an error`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let news = await pair.wallet.news()
        for isRejected in [false, true] {
            let call = pair.call(session, ["0x6869", .string(V1Pair.account)])
            let shown = try #require(await pair.shown(news))
            #expect(shown.request.method == "personal_sign" && shown.request.chain == ChainID(eip155: 5))
            #expect(shown.request.params == ["0x6869", .string(V1Pair.account)])
            #expect(await pair.wallet.requests() == [shown])
            let response = ErrorResponse(.userRejectedRequest)
            try await pair.wallet.answer(shown.key, with: isRejected ? .failure(response) : .result("0x01"))
            await #expect(throws: WalletConnectError.session(.unknownRequest)) {
                try await pair.wallet.answer(shown.key, with: .result("0x02"))
            }
            if isRejected {
                await #expect(throws: WalletConnectError.session(.rejected(response))) { try await call.value }
            } else {
                #expect(try await call.value == "0x01")
            }
        }
        #expect(await pair.wallet.requests().isEmpty)
        #expect(await pair.app.unreadAnswers().isEmpty)
    }

    @Test func `several requests are a queue`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        try await withThrowingTaskGroup(of: JSON.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await pair.app.request(
                        session.topic, "personal_sign", [.string("\(number)")], chain: ChainID(eip155: 5))
                }
            }
            await eventually { await pair.wallet.requests().count == 20 }
            for request in await pair.wallet.requests().reversed() {
                try await pair.wallet.answer(request.key, with: .result(request.request.params))
            }
            var answers: Set<JSON> = []
            for try await answer in group { answers.insert(answer) }
            #expect(answers.count == 20)
        }
    }

    @Test func `what the session does not include is refused on either side`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        await #expect(throws: WalletConnectError.namespaces(.unauthorizedMethod)) {
            try await pair.app.request(session.topic, "eth_mine", [], chain: ChainID(eip155: 5))
        }
        await #expect(throws: WalletConnectError.namespaces(.unauthorizedChain)) {
            try await pair.app.request(session.topic, "personal_sign", [], chain: ChainID(eip155: 1))
        }
        // The app believes that it may call this; the wallet has not approved it.
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.methodNotFound)))) {
            try await pair.app.request(session.topic, "app_special", [], chain: ChainID(eip155: 5))
        }
        await #expect(throws: WalletConnectError.session(.otherRole)) {
            try await pair.wallet.request(session.topic, "personal_sign", [], chain: ChainID(eip155: 5))
        }
        await #expect(throws: WalletConnectError.session(.otherRole)) {
            try await pair.app.update(session.topic, namespaces: V1Pair.approved())
        }
        #expect(await pair.wallet.requests().isEmpty)
    }

    @Test func `the wallet changes chain and accounts`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let (news, topic) = (await pair.app.news(), session.topic)
        func updated() async -> [String]? {
            for await case .updated(let details) in news { return details.namespaces.accounts.map(\.description) }
            return nil
        }
        try await pair.wallet.update(topic, namespaces: V1Pair.approved(chain: 10))
        #expect(await updated() == ["eip155:10:\(V1Pair.account)"])
        for data in [137, "0x89", "137"] as [JSON] {
            let event = SessionEvent(chain: ChainID(eip155: 137), name: "chainChanged", data: data)
            try await pair.wallet.emit(event, to: topic)
        }
        #expect(await updated() == ["eip155:137:\(V1Pair.account)"])
        let accounts = SessionEvent(
            chain: ChainID(eip155: 137), name: "accountsChanged", data: ["eip155:137:0xcd", "0xef"])
        try await pair.wallet.emit(accounts, to: topic)
        #expect(await updated() == ["eip155:137:0xcd", "eip155:137:0xef"])
        #expect(await pair.wallet.session(topic)?.namespaces.accounts.count == 2)
    }

    @Test(
        arguments: [
            ("other", []), ("chainChanged", 0), ("chainChanged", "x"), ("chainChanged", JSON.null),
            ("accountsChanged", []), ("accountsChanged", [1]), ("accountsChanged", ["a b"]),
            ("accountsChanged", ["eip155:1:0xab"]),
        ] as [(String, JSON)])
    func `an event that version 1 cannot express is not sent`(name: String, data: JSON) async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let count = pair.bridge.state.value.published.count
        let event = SessionEvent(chain: ChainID(eip155: 5), name: name, data: data)
        await #expect(throws: WalletConnectError.self) { try await pair.wallet.emit(event, to: session.topic) }
        #expect(await pair.wallet.session(session.topic)?.namespaces == V1Pair.approved())
        #expect(pair.bridge.state.value.published.count == count)
    }

    @Test(arguments: [true, false]) func `either side ends a session`(byWallet: Bool) async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let (first, second) = byWallet ? (pair.wallet, pair.app) : (pair.app, pair.wallet)
        let news = await second.news()
        let call = pair.call(session)
        await eventually { await pair.wallet.requests().count == 1 }
        try await first.disconnect(session.topic)
        #expect(await first.sessions().isEmpty)
        var hasEnded = false
        for await case .ended(session.topic, _) in news {
            hasEnded = true
            break
        }
        #expect(hasEnded)
        await #expect(throws: WalletConnectError.session(.ended(ErrorResponse(.userDisconnected)))) {
            try await call.value
        }
        #expect(await second.sessions().isEmpty)
        #expect(await pair.wallet.requests().isEmpty)
        await pair.settle()
        #expect(await pair.wallet.state.received.isEmpty)
        await #expect(throws: WalletConnectError.session(.unknownSession)) {
            try await pair.app.request(session.topic, "personal_sign", [], chain: ChainID(eip155: 5))
        }
    }

    @Test func `an app that gives up withdraws its proposal`() async throws {
        let pair = try await V1Pair()
        let (_, proposal) = try await pair.propose()
        let news = await pair.wallet.news()
        let end = V1Session(chain: nil, accounts: [])
        try await pair.publish(
            .request(
                RPCRequest(id: .number(pair.id), method: V1Session.updateMethod, params: [end.json])),
            to: pair.wallet)
        for await case .proposalWithdrawn(proposal.key, .ended) in news { break }
        #expect(await pair.wallet.proposals().isEmpty)
    }

    // MARK: Offers and approvals

    private typealias Entry = ProposalNamespaces.Entry

    @Test(arguments: [
        ([Entry("eip155", chains: ["eip155:1", "eip155:10"])], NamespaceFault.unsupportedChain),
        ([Entry("cosmos", chains: ["cosmos:hub"])], .unsupportedNamespace),
        ([Entry("eip155", chains: ["eip155:x"])], .unsupportedChain), ([Entry("eip155", chains: [])], .emptyChains),
    ])
    func `an app cannot require what version 1 cannot express`(
        entries: [ProposalNamespaces.Entry], fault: NamespaceFault
    ) async throws {
        let pair = try await V1Pair()
        let offer = ConnectionOffer(required: ProposalNamespaces(entries), optional: ProposalNamespaces())
        await #expect(throws: WalletConnectError.namespaces(fault)) { try await pair.app.offer(offer) }
        #expect(pair.bridge.state.value.urls.isEmpty)
    }

    @Test func `an app without a bridge server cannot connect`() async throws {
        let run = V1Run(MemoryStorage())
        let bridge = MemoryBridge()
        let engine = V1Engine(
            metadata: AppMetadata(name: ""), store: run,
            transport: V1Bridges(dialer: bridge, publicDialer: bridge, environment: RelayClock().hurried),
            sealing: run, environment: SessionClock().environment(seed: 1))
        try await engine.start()
        await #expect(throws: WalletConnectError.session(.unsupported)) {
            try await engine.offer(ConnectionOffer(optional: V1Pair.wanted))
        }
        await engine.stop()
    }

    @Test func `a wallet on another chain than the required one is left`() async throws {
        let pair = try await V1Pair()
        let required = ProposalNamespaces([Entry("eip155:5")])
        let (link, proposal) = try await pair.propose(ConnectionOffer(required: required, optional: required))
        try await pair.wallet.approve(proposal.key, namespaces: V1Pair.approved(chain: 1))
        await #expect(throws: WalletConnectError.namespaces(.missingAccount)) {
            try await pair.app.connection(link.topic)
        }
        await eventually { await pair.wallet.sessions().isEmpty }
    }

    @Test func `an app that names no chain gets the wallet's`() async throws {
        let pair = try await V1Pair()
        let (link, proposal) = try await pair.propose(ConnectionOffer(optional: ProposalNamespaces()))
        #expect(proposal.optional.isEmpty)
        let namespaces = SessionNamespaces(
            V1Pair.approved(chain: 100).entries
                + [SessionNamespaces.Entry("bip122", accounts: ["bip122:000000000019d6689c085ae165831e93:1a"])])
        try await pair.wallet.approve(proposal.key, namespaces: namespaces)
        #expect(try await pair.app.connection(link.topic).namespaces.chains == [ChainID(eip155: 100)])
    }

    @Test(arguments: [
        SessionNamespaces(),
        SessionNamespaces([SessionNamespaces.Entry("eip155", accounts: [], methods: ["personal_sign"])]),
        SessionNamespaces([
            SessionNamespaces.Entry("bip122", accounts: ["bip122:000000000019d6689c085ae165831e93:1a"])
        ]),
    ])
    func `an approval without an account of a chain leaves the proposal`(namespaces: SessionNamespaces) async throws {
        let pair = try await V1Pair()
        let (_, proposal) = try await pair.propose()
        await #expect(throws: WalletConnectError.self) {
            try await pair.wallet.approve(proposal.key, namespaces: namespaces)
        }
        #expect(await pair.wallet.proposals() == [proposal])
    }

    @Test func `a link that is paired twice is one session`() async throws {
        let pair = try await V1Pair()
        let (link, proposal) = try await pair.propose()
        let connection = try ConnectionLink(link.text, now: 0)
        try await pair.wallet.pair(connection)
        #expect(await pair.wallet.state.sessions.count == 1)
        try await pair.wallet.approve(proposal.key, namespaces: V1Pair.approved())
        await #expect(throws: WalletConnectError.link(.used)) { try await pair.wallet.pair(connection) }
        #expect(await pair.wallet.sessions().count == 1)
    }

    @Test func `a link that was rejected opens nothing any more`() async throws {
        let pair = try await V1Pair()
        let (link, proposal) = try await pair.propose()
        let connection = try ConnectionLink(link.text, now: 0)
        try await pair.wallet.reject(proposal.key)
        await #expect(throws: WalletConnectError.link(.used)) { try await pair.wallet.pair(connection) }
        #expect(await pair.wallet.state.sessions.isEmpty)
    }
}
