import Bridge
import Testing

@testable import WalletConnect

/// What apps, wallets and bridge servers can send.
@Suite(.serialized, .timeLimit(.minutes(2))) struct V1HostileTests {
    @Test func `data that is not a payload of the key is dropped and not answered`() async throws {
        let pair = try await V1Pair()
        try await pair.connect()
        await pair.settle()
        let own = try await pair.record(pair.wallet).ownID
        let message = pair.request(pair.id).json.bytes
        let good = V1Payload(sealing: message, with: try await pair.key(pair.wallet)).text
        let texts = [
            V1Payload(sealing: message, with: .random()).text, "x", "{}", "[]", String(repeating: "0", count: 100),
            #"{"data":"","hmac":"","iv":""}"#, good.replacing("\"data\":\"", with: "\"data\":\"00"),
            String(good.dropLast(5)), good.replacing("\"iv\":\"", with: "\"iv\":\"0"),
        ]
        let (count, before) = (pair.bridge.state.value.published.count, await pair.wallet.counts().undecryptable)
        for text in texts { pair.bridge.publish(text, on: own) }
        await eventually { await pair.wallet.counts().undecryptable == before + texts.count }
        #expect(await pair.wallet.requests().isEmpty)
        #expect(pair.bridge.state.value.published.count == count + texts.count(where: { $0.utf8.count >= 32 }))
        #expect(await pair.wallet.isIdle)
    }

    @Test(arguments: [
        "", "[]", "{", #"{"id":1}"#, #"{"id":1.5,"jsonrpc":"2.0","method":"personal_sign","params":[]}"#,
        #"{"id":1,"jsonrpc":"1.0","method":"personal_sign","params":[]}"#,
        #"{"jsonrpc":"2.0","method":"personal_sign","params":[]}"#,
        #"{"id":1,"jsonrpc":"2.0","method":"personal_sign","params":5}"#,
    ])
    func `text that is not JSON-RPC is answered without an id by a wallet only`(text: String) async throws {
        let pair = try await V1Pair()
        try await pair.connect()
        let key = try await pair.key(pair.wallet)
        let payload = V1Payload(sealing: Array(text.utf8), with: key).text
        let (wallet, app) = (try await pair.record(pair.wallet), try await pair.record(pair.app))
        let count = pair.messages(on: app.ownID, key).count
        pair.bridge.publish(payload, on: wallet.ownID)
        pair.bridge.publish(payload, on: app.ownID)
        await eventually { pair.messages(on: app.ownID, key).count == count + 1 }
        await eventually { await pair.app.counts().malformed == 1 }
        guard case .response(let response) = pair.messages(on: app.ownID, key).last else {
            Issue.record("not an answer")
            return
        }
        #expect(response.id == nil && [.parseError, .invalidRequest].contains(response.failure?.known))
        #expect(pair.messages(on: wallet.ownID, key).isEmpty)
        #expect(await pair.wallet.counts().malformed == 1)
    }

    /// Parameters of `wc_sessionRequest` that are not those of an app.
    @Test(arguments: [
        "[]", "{}", "[{}]", #"[{"peerId":"a b","peerMeta":{}}]"#, #"[{"peerId":"","peerMeta":{}}]"#,
        #"[{"peerId":"OWN","peerMeta":{},"chainId":1}]"#, #"[{"peerId":"HANDSHAKE","peerMeta":{},"chainId":1}]"#,
        #"[{"peerId":"app","peerMeta":{},"chainId":-1}]"#, #"[{"peerId":"app","peerMeta":{},"chainId":"x"}]"#,
    ])
    func `a malformed proposal is not shown`(text: String) async throws {
        let pair = try await V1Pair()
        let uri = try V1URI(handshakeTopic: "handshake", bridge: V1Pair.address)
        try await pair.wallet.pair(uri)
        let own = try await pair.record(pair.wallet).ownID
        let params = text.replacing("OWN", with: own).replacing("HANDSHAKE", with: "handshake")
        try propose(pair, uri, params)
        await eventually {
            let counts = await pair.wallet.counts()
            return counts.malformed + counts.refused == 1
        }
        #expect(await pair.wallet.proposals().isEmpty)
        // The link is not used up by it.
        try propose(pair, uri, #"[{"peerId":"app","peerMeta":null,"chainId":"0x5"}]"#)
        await eventually { await pair.wallet.proposals().count == 1 }
        #expect(await pair.wallet.proposals().first?.optional.entries.first?.chains == ["eip155:5"])
    }

    private func propose(_ pair: V1Pair, _ uri: V1URI, _ params: String, id: Int64? = nil) throws {
        let message = #"{"id":\#(id ?? pair.id),"jsonrpc":"2.0","method":"wc_sessionRequest","params":\#(params)}"#
        pair.bridge.publish(
            V1Payload(sealing: Array(message.utf8), with: uri.key).text, on: uri.handshakeTopic)
    }

    @Test func `only the first proposal of a link counts`() async throws {
        let pair = try await V1Pair()
        let uri = try V1URI(handshakeTopic: "handshake", bridge: V1Pair.address)
        try await pair.wallet.pair(uri)
        let names = ["first", "second"]
        for (number, name) in names.enumerated() {
            try propose(
                pair, uri, #"[{"peerId":"\#(name)","peerMeta":{"name":"\#(name)"},"chainId":1}]"#,
                id: pair.id + Int64(number) * 1_000)
        }
        await eventually { await pair.wallet.counts().refused == 1 }
        #expect(await pair.wallet.proposals().map(\.app.name) == ["first"])
    }

    /// Results of `wc_sessionRequest` that are no approval.
    @Test(arguments: [
        ("true", true), ("{}", true), (#"{"approved":true}"#, true),
        (#"{"approved":true,"chainId":1,"accounts":["0xab"],"peerId":"OWN","peerMeta":{}}"#, true),
        (#"{"approved":true,"chainId":1,"accounts":["0xab"],"peerId":"HANDSHAKE","peerMeta":{}}"#, true),
        (#"{"approved":true,"chainId":1,"accounts":["0xab"]}"#, true),
        (#"{"approved":true,"chainId":1,"accounts":[],"peerId":"w","peerMeta":{}}"#, true),
        (#"{"approved":true,"chainId":1,"accounts":["a:b"],"peerId":"w","peerMeta":{}}"#, true),
        (#"{"approved":true,"chainId":0,"accounts":["0xab"],"peerId":"w","peerMeta":{}}"#, true),
        (#"{"approved":false,"chainId":null,"networkId":null,"accounts":null}"#, false),
    ])
    func `an app accepts nothing but an approval as one`(text: String, isMalformed: Bool) async throws {
        let pair = try await V1Pair()
        let link = try await pair.app.offer(ConnectionOffer(optional: V1Pair.wanted))
        let record = try await pair.record(pair.app)
        let result = text.replacing("OWN", with: record.ownID).replacing("HANDSHAKE", with: record.handshakeTopic)
        let id = try #require(record.proposal)
        try await pair.publish(.response(RPCResponse(id: id, result: JSON(parsing: result))), to: pair.app)
        let fault: WalletConnectError.Session = isMalformed ? .malformedAnswer : .rejected(ErrorResponse(.userRejected))
        await #expect(throws: WalletConnectError.session(fault)) { try await pair.app.connection(link.topic) }
        #expect(await pair.app.state.sessions.isEmpty)
    }

    // MARK: Replay and reflection

    @Test func `a request that comes again is not shown, and answered from the record`() async throws {
        let pair = try await V1Pair()
        try await pair.connect()
        let news = await pair.wallet.news()
        let id = pair.id
        // Twice before the answer, each in an envelope of its own.
        try await pair.publish(pair.request(id), to: pair.wallet)
        let shown = try #require(await pair.shown(news))
        try await pair.publish(pair.request(id), to: pair.wallet)
        await eventually { await pair.wallet.counts().repetitions == 1 }
        #expect(await pair.wallet.requests() == [shown])
        try await pair.wallet.answer(shown.key, with: .result("0x01"))
        let first = try await pair.answer(to: id)
        // With other parameters: what was answered is the first one.
        try await pair.publish(pair.request(id, "personal_sign", ["0xff"]), to: pair.wallet)
        await eventually { await pair.wallet.counts().repetitions == 2 }
        let (peer, key) = (try await pair.record(pair.app).ownID, try await pair.key(pair.wallet))
        await eventually { pair.messages(on: peer, key).filter { $0.id == .number(id) }.count == 2 }
        #expect(pair.messages(on: peer, key).filter { $0.id == .number(id) } == [.response(first), .response(first)])
        #expect(await pair.wallet.requests().isEmpty)
    }

    @Test func `a server that sends everything to everybody again changes nothing`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let serving = pair.serve()
        for number in 0..<3 {
            _ = try await pair.app.request(
                session.topic, "personal_sign", [.string("\(number)")], chain: ChainID(eip155: 5))
        }
        try await pair.wallet.update(session.topic, namespaces: V1Pair.approved(chain: 10))
        try await pair.wallet.update(session.topic, namespaces: V1Pair.approved(chain: 100))
        await eventually { await pair.app.session(session.topic)?.namespaces.chains == [ChainID(eip155: 100)] }
        await pair.settle()
        let news = await pair.wallet.news()
        let records = [try await pair.record(pair.wallet), try await pair.record(pair.app)]
        let topics = records.flatMap { [$0.ownID, $0.handshakeTopic] }
        let frames = pair.bridge.state.value.published
        let seen = { (engine: V1Engine) async -> Int in
            let counts = await engine.counts()
            return counts.repetitions + counts.refused + counts.unexpectedAnswers + counts.unknownTopics
        }
        let before = (await seen(pair.wallet), await seen(pair.app))
        for frame in frames { for topic in Set(topics) { pair.bridge.publish(frame.payload, on: topic) } }
        // On the topic of the handshake, the wallet no longer listens.
        await eventually { await seen(pair.wallet) >= before.0 + frames.count }
        await eventually { await seen(pair.app) >= before.1 + frames.count }
        #expect(await pair.app.session(session.topic)?.namespaces.chains == [ChainID(eip155: 100)])
        #expect(await pair.wallet.session(session.topic)?.namespaces.chains == [ChainID(eip155: 100)])
        #expect(await pair.wallet.requests().isEmpty)
        #expect(await pair.wallet.proposals().isEmpty)
        for engine in [pair.wallet, pair.app] { #expect(await engine.sessions().count == 1) }
        serving.cancel()
        _ = news
    }

    @Test func `an app is asked nothing and answers nothing`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let call = pair.call(session)
        await eventually { await pair.wallet.requests().count == 1 }
        let shown = try #require(await pair.wallet.requests().first)
        // Sent back to the app, its own request must not get an answer that it would take for the wallet's.
        let (id, refused) = (shown.key.id, await pair.app.counts().refused)
        let own = RPCMessage.request(RPCRequest(id: id, method: "personal_sign", params: ["0x01"]))
        try await pair.publish(own, to: pair.app)
        await eventually { await pair.app.counts().refused == refused + 1 }
        try await pair.wallet.answer(shown.key, with: .result("0x02"))
        #expect(try await call.value == "0x02")
    }

    @Test func `only the first answer counts, and one to nothing is dropped`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let call = pair.call(session)
        await eventually { await pair.wallet.requests().count == 1 }
        let id = try #require(await pair.wallet.requests().first).key.id
        for answer in ["a", "b"] as [JSON] {
            try await pair.publish(.response(RPCResponse(id: id, result: answer)), to: pair.app)
        }
        #expect(try await call.value == "a")
        let count = await pair.app.counts().unexpectedAnswers
        for id in [RPCID.number(1), .text("x"), .large(.max)] {
            try await pair.publish(.response(RPCResponse(id: id, result: true)), to: pair.app)
        }
        await eventually { await pair.app.counts().unexpectedAnswers >= count + 3 }
    }

    // MARK: Updates

    @Test func `an older update does not undo a newer one, whatever the order`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let news = await pair.app.news()
        func update(_ id: RPCID, _ chain: UInt64) -> RPCMessage {
            let json = V1Session(chain: chain, accounts: ["0xab"]).json
            return .request(RPCRequest(id: id, method: V1Session.updateMethod, params: [json]))
        }
        try await pair.publish(update(.number(pair.id + 9_000), 10), to: pair.app)
        for await case .updated in news { break }
        try await pair.publish(update(.number(pair.id), 1), to: pair.app)
        await eventually { await pair.app.counts().repetitions == 1 }
        #expect(await pair.app.session(session.topic)?.namespaces.chains == [ChainID(eip155: 10)])
        // Ids without a time: each counts once.
        for (id, chain) in [(RPCID.number(1), 20), (.text("a"), 30), (.number(1), 20), (.text("a"), 20)]
            as [(RPCID, UInt64)]
        {
            try await pair.publish(update(id, chain), to: pair.app)
        }
        await eventually { await pair.app.counts().repetitions == 3 }
        #expect(await pair.app.session(session.topic)?.namespaces.chains == [ChainID(eip155: 30)])
    }

    @Test(arguments: [
        "[]", "{}", "[{}]", #"[{"approved":true}]"#, #"[{"approved":true,"chainId":1,"accounts":[]}]"#,
        #"[{"approved":true,"chainId":0,"accounts":["0xab"]}]"#, #"[{"approved":true,"chainId":1,"accounts":["a:b"]}]"#,
        #"[{"approved":"false"}]"#,
    ])
    func `a malformed update changes nothing`(text: String) async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let params = try JSON(parsing: text)
        let message = RPCMessage.request(
            RPCRequest(id: .number(pair.id), method: V1Session.updateMethod, params: params))
        try await pair.publish(message, to: pair.app)
        try await pair.publish(message, to: pair.wallet)
        for engine in [pair.wallet, pair.app] { await eventually { await engine.counts().malformed == 1 } }
        #expect(await pair.app.session(session.topic) == session)
    }

    @Test func `an app cannot change what the wallet shares`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let json = V1Session(chain: 1, accounts: ["0xcd"]).json
        let message = RPCMessage.request(
            RPCRequest(id: .number(pair.id), method: V1Session.updateMethod, params: [json]))
        try await pair.publish(message, to: pair.wallet)
        await eventually { await pair.wallet.counts().refused == 1 }
        #expect(await pair.wallet.session(session.topic)?.namespaces == V1Pair.approved())
    }

    // MARK: Limits and links

    @Test func `requests above the limit are answered and not shown`() async throws {
        var limits = SessionLimits()
        limits.pendingOfSession = 3
        let pair = try await V1Pair(limits: limits)
        try await pair.connect()
        let first = pair.id
        for number in 0..<5 as Range<Int64> {
            try await pair.publish(pair.request(first + number * 1_000), to: pair.wallet)
        }
        #expect(try await pair.answer(to: first + 4_000).failure?.code == -32_005)
        #expect(await pair.wallet.requests().map(\.key.id) == (0..<3).map { RPCID.number(first + $0 * 1_000) })
    }

    @Test func `answers are forgotten by number, and what they answered is not shown again`() async throws {
        var limits = SessionLimits()
        limits.answersOfTopic = 4
        let pair = try await V1Pair(limits: limits)
        try await pair.connect()
        let serving = pair.serve()
        let first = pair.id
        for number in 0..<10 {
            try await pair.publish(pair.request(first + Int64(number) * 1_000), to: pair.wallet)
            _ = try await pair.answer(to: first + Int64(number) * 1_000)
        }
        #expect(await pair.wallet.state.received.count <= 5)
        let count = pair.bridge.state.value.published.count
        try await pair.publish(pair.request(first), to: pair.wallet)
        await pair.bridge.publications(count + 2)
        let (peer, key) = (try await pair.record(pair.app).ownID, try await pair.key(pair.wallet))
        guard case .response(let response) = pair.messages(on: peer, key).last else {
            Issue.record("not an answer")
            return
        }
        #expect(response.id == .number(first) && response.failure?.known == .requestExpired)
        #expect(await pair.wallet.requests().isEmpty)
        serving.cancel()
    }

    @Test(arguments: ["wc_sessionPropose", "wc_sessionRequest", "wc_pairingDelete", "eth_mine", "constructor"])
    func `a method outside the session is answered and not shown`(method: String) async throws {
        let pair = try await V1Pair()
        try await pair.connect()
        let id = pair.id
        try await pair.publish(pair.request(id, method), to: pair.wallet)
        #expect(try await pair.answer(to: id).failure?.known == .methodNotFound)
        #expect(await pair.wallet.requests().isEmpty)
    }

    @Test func `a page cannot make the wallet connect to this machine or to a private network`() async throws {
        let pair = try await V1Pair()
        let page = try Origin(serialized: "https://evil.example")
        let local = try V1URI(handshakeTopic: "h", bridge: "http://127.0.0.1:8545")
        await #expect(throws: WalletConnectError.link(.bridge)) { try await pair.wallet.pair(local, from: page) }
        let inside = try V1URI(handshakeTopic: "h", bridge: "https://192.168.1.1")
        await #expect(throws: WalletConnectError.link(.bridge)) { try await pair.wallet.pair(inside) }
        #expect(await pair.wallet.state.sessions.isEmpty && pair.bridge.state.value.urls.isEmpty)
        try await pair.wallet.pair(V1URI(handshakeTopic: "h", bridge: "https://bridge.example.org"), from: page)
        #expect(await pair.wallet.state.sessions.count == 1)
    }

    @Test(arguments: [
        ("https://app.example", AppVerification.valid),
        ("https://evil.example", .invalid(origin: "https://evil.example")),
    ])
    func `the origin of a page is compared with what the app says`(
        origin: String, verification: AppVerification
    ) async throws {
        let pair = try await V1Pair()
        let uri = try V1URI(handshakeTopic: "handshake", bridge: "https://bridge.example.org")
        try await pair.wallet.pair(uri, from: Origin(serialized: origin))
        let peer = #"[{"peerId":"a","peerMeta":{"name":"a","url":"https://app.example/x"},"chainId":1}]"#
        try propose(pair, uri, peer)
        await eventually { await pair.wallet.proposals().count == 1 }
        #expect(await pair.wallet.proposals().first?.verification == verification)
    }

    @Test func `links with the topic of another one are sessions of their own`() async throws {
        let pair = try await V1Pair()
        let (link, _) = try await pair.propose()
        let record = try await pair.record(pair.wallet)
        let uri = try V1URI(handshakeTopic: record.handshakeTopic, bridge: V1Pair.address)
        try await pair.wallet.pair(uri)
        try propose(pair, uri, #"[{"peerId":"b","peerMeta":{"name":"b"},"chainId":1}]"#)
        await eventually { await pair.wallet.proposals().count == 2 }
        #expect(Set(await pair.wallet.proposals().map(\.app.name)) == ["app", "b"])
        #expect(await pair.wallet.knows(link.topic))
    }
}
