import Bridge
import Testing

@testable import WalletConnect

@Suite(.timeLimit(.minutes(2))) struct SessionHostileTests {
    @Test func `what is not a message is taken once and counted`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        let before = await pair.walletEngine.counts()
        let other = SymmetricKey.random()
        let ping = RPCMessage.request(SessionCall.ping.request(id: .number(1)))
        #expect(await pair.walletEngine.receive(try SessionPair.seal(ping, other), on: other.topic))
        let texts = [
            "", "A", "AA==", "AAAA", "%%%%", Vectors.type0, Vectors.type1, "AnsiaWQiOjF9",
            try SessionPair.seal(ping, other), String(repeating: "A", count: (1 << 20) + 4),
        ]
        for text in texts { #expect(await pair.walletEngine.receive(text, on: session.topic)) }
        let after = await pair.walletEngine.counts()
        #expect(after.unknownTopics == before.unknownTopics + 1)
        #expect(after.undecryptable == before.undecryptable + texts.count)
        #expect(await pair.walletEngine.sessions().count == 1)
    }

    @Test(arguments: [
        "", "[]", "{", #"{"id":1}"#, #"{"id":1.5,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}"#,
        #"{"id":1,"jsonrpc":"1.0","method":"wc_sessionPing","params":{}}"#,
        #"{"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}"#,
    ])
    func `text that is not JSON-RPC is answered without an id`(text: String) async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        let key = try pair.key(of: session.topic)
        let count = await pair.relay.published.count
        let envelope = try Envelope.seal(Array(text.utf8), with: key).text(for: .relay)
        #expect(await pair.walletEngine.receive(envelope, on: session.topic))
        await pair.settle()
        let sent = await pair.relay.published.dropFirst(count)
        #expect(sent.count == 1)
        guard case .response(let response) = try SessionPair.open(try #require(sent.first), key) else {
            Issue.record("not an answer")
            return
        }
        #expect(response.id == nil)
        #expect([.parseError, .invalidRequest].contains(response.failure?.known))
        #expect(await pair.walletEngine.counts().malformed == 1)
    }

    @Test func `answers to nothing that was asked change nothing`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        await pair.settle()
        let key = try pair.key(of: session.topic)
        let responses = [
            RPCResponse(id: .number(1), result: true), RPCResponse(id: .text("x"), result: ["a": 1]),
            RPCResponse(id: nil, failure: ErrorResponse(.invalidRequest)),
            RPCResponse(id: .large(.max), failure: ErrorResponse(.userRejected)),
        ]
        let records = pair.app.memory.records
        for response in responses {
            #expect(await pair.appEngine.receive(try SessionPair.seal(.response(response), key), on: session.topic))
        }
        #expect(await pair.appEngine.counts().unexpectedAnswers == responses.count)
        #expect(pair.app.memory.records == records)
    }

    /// A wallet that a test plays itself.
    private struct HandmadeWallet {
        let uri: PairingURI
        let key: AgreementKey
        let session: SymmetricKey
        let proposal: RPCRequest

        init(_ pair: SessionPair, required: ProposalNamespaces = ProposalNamespaces()) async throws {
            uri = try await pair.appEngine.propose(required: required, optional: Sample.wanted)
            while await pair.relay.published.isEmpty { await Task.yield() }
            let message = try #require(await pair.relay.published.first)
            guard case .request(let request) = try SessionPair.open(message, uri.key) else {
                throw WalletConnectError.session(.malformedAnswer)
            }
            proposal = request
            key = AgreementKey.random()
            session = try key.sharedKey(with: SessionProposal(request.params).proposer.publicKey)
        }

        func approve(_ pair: SessionPair, with result: JSON? = nil) async throws {
            let approval = ProposalApproval(responderPublicKey: key.publicKey)
            let response = RPCResponse(id: proposal.id, result: result ?? approval.json)
            #expect(
                await pair.appEngine.receive(try SessionPair.seal(.response(response), uri.key), on: uri.topic))
        }

        func settle(
            _ pair: SessionPair, by other: AgreementKey? = nil, _ namespaces: SessionNamespaces, seconds: Int64 = 1_000
        ) async throws -> RPCResponse {
            let settlement = SessionSettlement(
                controller: Participant(
                    publicKey: (other ?? key).publicKey, metadata: AppMetadata(name: "wallet")),
                namespaces: namespaces, expiry: pair.clock.seconds + seconds)
            let request = SessionCall.settle(settlement).request(id: .number(5))
            return try await pair.answer(to: .request(request), session, from: 0)
        }
    }

    @Test func `a settlement by another key than the approval's is refused, and the connection fails`() async throws {
        let pair = try await SessionPair()
        let wallet = try await HandmadeWallet(pair)
        try await wallet.approve(pair)
        let response = try await wallet.settle(pair, by: .random(), Sample.approved())
        #expect(response.failure?.known == .invalidSettleRequest)
        await #expect(throws: WalletConnectError.session(.malformedAnswer)) {
            try await pair.appEngine.connection(wallet.uri.topic)
        }
        #expect(pair.app.memory.records[.session(wallet.session.topic)] == nil)
    }

    @Test func `a settlement with less than the app requires is accepted`() async throws {
        let other = SessionNamespaces([
            SessionNamespaces.Entry("eip155", accounts: ["eip155:10:0xab"], methods: ["personal_sign"])
        ])
        for (namespaces, fault) in [
            (other, NamespaceFault.missingAccount), (Sample.approved(methods: []), .missingMethod),
        ] {
            let pair = try await SessionPair()
            let wallet = try await HandmadeWallet(pair, required: Sample.wanted)
            try await wallet.approve(pair)
            #expect(try await wallet.settle(pair, namespaces).outcome == .result(true))
            let session = try await pair.appEngine.connection(wallet.uri.topic)
            #expect(session.namespaces.missing(of: Sample.wanted) == fault)
        }
    }

    @Test func `a settlement whose namespaces are not valid is refused with its code`() async throws {
        let bare = SessionNamespaces([SessionNamespaces.Entry("eip155", accounts: [], methods: ["personal_sign"])])
        let malformed = SessionNamespaces([SessionNamespaces.Entry("eip155", accounts: ["0xab"], methods: [])])
        let foreign = SessionNamespaces([SessionNamespaces.Entry("eip155", accounts: ["solana:1:ab"], methods: [])])
        let cases: [(SessionNamespaces, PeerErrorCode)] = [
            (bare, .userRejectedChains), (malformed, .userRejectedChains), (foreign, .unsupportedAccounts),
            (SessionNamespaces(), .userRejected),
        ]
        for (namespaces, code) in cases {
            let pair = try await SessionPair()
            let wallet = try await HandmadeWallet(pair, required: Sample.wanted)
            try await wallet.approve(pair)
            #expect(try await wallet.settle(pair, namespaces).failure?.known == code)
            await #expect(throws: WalletConnectError.self) {
                try await pair.appEngine.connection(wallet.uri.topic)
            }
            #expect(await pair.appEngine.sessions().isEmpty)
        }
    }

    @Test func `a settlement that has expired is refused, and a long one is shortened`() async throws {
        for (seconds, isAccepted) in [(0, false), (-5, false), (100_000_000, true)] as [(Int64, Bool)] {
            let pair = try await SessionPair()
            let wallet = try await HandmadeWallet(pair)
            try await wallet.approve(pair)
            let response = try await wallet.settle(pair, Sample.approved(), seconds: seconds)
            #expect((response.failure == nil) == isAccepted)
            #expect(await pair.appEngine.sessions().map(\.expiry) == (isAccepted ? [1_800_604_800] : []))
        }
    }

    @Test func `an update or an event before the settlement waits for it`() async throws {
        let pair = try await SessionPair()
        let wallet = try await HandmadeWallet(pair)
        try await wallet.approve(pair)
        let update = RPCMessage.request(
            SessionCall.update(Sample.approved(methods: ["personal_sign", "a"]))
                .request(id: .number(pair.clock.milliseconds * 1_000)))
        let text = try SessionPair.seal(update, wallet.session)
        #expect(await pair.appEngine.receive(text, on: wallet.session.topic) == false)
        #expect(try await wallet.settle(pair, Sample.approved()).outcome == .result(true))
        #expect(await pair.appEngine.receive(text, on: wallet.session.topic))
        let namespaces = try #require(await pair.appEngine.session(wallet.session.topic)).namespaces
        #expect(namespaces.entries.first?.methods == ["personal_sign", "a"])
    }

    @Test func `an approval with a key that is none, or of low order, fails the connection`() async throws {
        let zeros = String(repeating: "0", count: 64)
        let results: [JSON] = [
            [:], true, ["responderPublicKey": "ab"], ["responderPublicKey": .string(zeros)],
        ]
        for result in results {
            let pair = try await SessionPair()
            let wallet = try await HandmadeWallet(pair)
            try await wallet.approve(pair, with: result)
            await #expect(throws: WalletConnectError.session(.malformedAnswer)) {
                try await pair.appEngine.connection(wallet.uri.topic)
            }
        }
    }

    @Test func `a second approval or settlement changes nothing`() async throws {
        let pair = try await SessionPair()
        let wallet = try await HandmadeWallet(pair)
        try await wallet.approve(pair)
        try await wallet.approve(pair)
        #expect(try await wallet.settle(pair, Sample.approved()).outcome == .result(true))
        let details = await pair.appEngine.sessions()
        let settlement = SessionSettlement(
            controller: Participant(publicKey: wallet.key.publicKey, metadata: AppMetadata(name: "other")),
            namespaces: Sample.approved(methods: ["a"]), expiry: pair.clock.seconds + 1_000)
        let again = RPCMessage.request(SessionCall.settle(settlement).request(id: .number(6)))
        #expect(try await pair.answer(to: again, wallet.session, from: 0).failure?.known == .invalidSettleRequest)
        #expect(await pair.appEngine.sessions() == details)
    }

    @Test func `what is too large is refused before it is sent`() async throws {
        let pair = try await SessionPair()
        let session = try await pair.connect()
        let large = JSON.string(String(repeating: "a", count: 1 << 20))
        await #expect(throws: WalletConnectError.session(.tooLarge)) {
            _ = try await pair.appEngine.request(session.topic, "personal_sign", [large], chain: Sample.chain)
        }
        let news = await pair.walletEngine.news()
        let engine = pair.appEngine
        let asking = Task {
            try await engine.request(session.topic, "personal_sign", ["0x"], chain: Sample.chain)
        }
        let shown = try #require(await pair.shown(news))
        try await pair.walletEngine.answer(shown.key, with: .result(large))
        await #expect(throws: WalletConnectError.session(.rejected(ErrorResponse(.internalError)))) {
            _ = try await asking.value
        }
    }

    @Test func `a flood of requests is answered beyond the limit, and forgotten answers are not asked again`()
        async throws
    {
        var limits = SessionLimits()
        (limits.pendingOfSession, limits.answersOfTopic) = (8, 20)
        let pair = try await SessionPair(limits: limits)
        let session = try await pair.connect()
        let key = try pair.key(of: session.topic)
        let start = pair.clock.milliseconds
        var texts: [String] = []
        for number in 0..<100 {
            let call = SessionCall.request(
                SessionRequest(chain: Sample.chain, method: "personal_sign", params: [.number(JSONNumber(number))]))
            let id = RPCID.number((start + Int64(number)) * 1_000)
            texts.append(try SessionPair.seal(.request(call.request(id: id)), key))
        }
        for text in texts { #expect(await pair.walletEngine.receive(text, on: session.topic)) }
        #expect(await pair.walletEngine.requests().count == 8)
        #expect(await pair.walletEngine.counts().refused == 92)
        for request in await pair.walletEngine.requests() {
            try await pair.walletEngine.answer(request.key, with: .result(true))
        }
        // Everything comes again: what is in the journal is repeated, and nothing is shown.
        for text in texts { #expect(await pair.walletEngine.receive(text, on: session.topic)) }
        #expect(await pair.walletEngine.requests().isEmpty)
        let records = pair.wallet.memory.records.values.filter { if case .received = $0 { true } else { false } }
        #expect(records.count <= 21)
    }

    @Test func `a flood of proposals is bounded, and a bad one is rejected without asking`() async throws {
        var limits = SessionLimits()
        limits.proposals = 3
        let pair = try await SessionPair(limits: limits)
        let uri = PairingURI(now: pair.clock.seconds)
        try await pair.walletEngine.pair(uri)
        let proposer = Participant(publicKey: AgreementKey.random().publicKey, metadata: AppMetadata(name: "app"))
        func propose(_ number: Int64, _ optional: ProposalNamespaces, expiry: Int64?) async throws -> String {
            let proposal = SessionProposal(proposer: proposer, optional: optional, expiry: expiry)
            return try SessionPair.seal(
                .request(SessionCall.propose(proposal).request(id: .number(number))), uri.key)
        }
        let bad = ProposalNamespaces([ProposalNamespaces.Entry("eip155", chains: [])])
        let cases: [(ProposalNamespaces, Int64?)] = [
            (bad, nil), (Sample.wanted, 5), (Sample.wanted, nil), (Sample.wanted, 253_402_300_799),
            (Sample.wanted, nil), (Sample.wanted, nil), (Sample.wanted, nil),
        ]
        for (number, (optional, expiry)) in cases.enumerated() {
            let text = try await propose(Int64(number) + 1, optional, expiry: expiry)
            #expect(await pair.walletEngine.receive(text, on: uri.topic))
        }
        await pair.settle()
        #expect(await pair.walletEngine.proposals().count == 3)
        #expect(await pair.relay.published.map(\.tag) == [1121, 1121, 1121, 1121])
        #expect(await pair.walletEngine.proposals().allSatisfy { $0.expiry <= pair.clock.seconds + 604_800 })
    }

    @Test func `a sign-in is answered with the code after which an app waits for the proposal`() async throws {
        let pair = try await SessionPair()
        let uri = PairingURI(now: pair.clock.seconds)
        try await pair.walletEngine.pair(uri)
        let payload =
            #"{"requester":{"publicKey":"\#(Vectors.publicA)","metadata":{}},"authPayload":{"type":"caip122","chains":["eip155:1"],"domain":"app.example","aud":"https://app.example/login","version":"1","nonce":"32891756","iat":"2021-09-30T16:25:24Z"}}"#
        let request = RPCRequest(
            id: .number(1), method: "wc_sessionAuthenticate", params: try JSON(parsing: payload))
        let response = try await pair.answer(to: .request(request), uri.key)
        #expect(response.failure?.known == .unsupportedProtocolMethod)
    }
}
