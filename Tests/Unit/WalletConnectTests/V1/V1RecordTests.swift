import Bridge
import Primitives
import Testing

@testable import WalletConnect

/// What is stored of version 1.
@Suite(.serialized, .timeLimit(.minutes(1))) struct V1RecordTests {
    private static let topic = Topic(SHA256.hash("t".utf8))

    private static func records() throws -> [V1Record] {
        let bridge = try V1BridgeAddress("wss://bridge.example.org:444/v1?x=1")
        var session = V1SessionRecord(
            topic: topic, handshakeTopic: "h", role: .wallet, state: .pairing, bridge: bridge, key: [0, 1, 255],
            ownID: "o", methods: [], created: 1, lastUsed: 2, expiry: 3)
        var records: [V1Record] = [.session(session), .lastID(5)]
        session.role = .app
        session.state = .settled
        session.peer = V1Peer(
            id: "p", metadata: AppMetadata(name: "\u{1F600}\"\\", url: "https://a.example", icons: ["i"]))
        session.proposal = .number(7)
        (session.wantedChain, session.needsChain, session.chain) = (.max, true, .max)
        (session.accounts, session.methods) = (["0xab", "0xcd"], ["personal_sign", "\u{0}"])
        (session.lastUpdate, session.journalStart, session.page) = (8, 9, "https://a.example")
        records.append(.session(session))
        let ids: [RPCID] = [.number(-1), .large(.max), .text("5"), .text("a b/\u{0}\u{1F600}")]
        let nested = JSON.array([.object(JSONObject())])
        let deep = (0..<60).reduce(nested) { json, _ in [json] }
        for (number, id) in ids.enumerated() {
            let key = RequestKey(topic: topic, id: id)
            let request = SessionRequest(chain: ChainID(eip155: 1), method: "m", params: deep, expiry: 4)
            let states: [ReceivedRecord.State] = [
                .pending(request), .begun(request, run: 7), .answered("{}", SessionMethod.request.response),
                .answered("", SessionMethod.request.response),
            ]
            records += states.map { state in
                .received(
                    ReceivedRecord(
                        key: key, number: Int64(number), hash: "ab", state: state, received: 1, expiry: 2, size: 3))
            }
            let outcomes: [SentRecord.State] = [
                .waiting, .expired, .undelivered, .ended(ErrorResponse(.userDisconnected)), .answered(.result(deep)),
                .answered(.result(nil)), .answered(.failure(ErrorResponse(code: -1, message: "m", data: deep))),
                .answeredLate(.result(false)),
            ]
            records += outcomes.map { state in
                .sent(
                    SentRecord(
                        key: key, method: .request, request: request, state: state, hash: "ab", created: 1, expiry: 2))
            }
        }
        let message = V1Message(bridge: bridge, topic: "t", payload: "{\"data\":\"\"}")
        records.append(.outgoing(V1Outgoing(number: 1, message: message, isSilent: false, expiry: 9)))
        records.append(.unopened(V1Unopened(number: 2, message: message, expiry: 9)))
        return records
    }

    @Test func `each record is read as it was written`() throws {
        for record in try Self.records() {
            #expect(try V1Record(parsing: record.text) == record)
            #expect(record.key.rowKey.utf8.allSatisfy { 0x20...0x7E ~= $0 })
        }
    }

    @Test func `records of different kinds and ids have different keys`() throws {
        let records = try Self.records()
        #expect(Set(records.map(\.key.rowKey)).count == Set(records.map(\.key)).count)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{}", #"{"session":{}}"#, #"{"session":5}"#, #"{"received":{}}"#, #"{"sent":{}}"#,
        #"{"outgoing":{}}"#, #"{"unopened":{}}"#, #"{"id":"x"}"#, #"{"id":9223372036854775808}"#,
    ])
    func `text that is not a record is refused`(text: String) {
        #expect(throws: WalletConnectError.self) { try V1Record(parsing: text) }
    }

    @Test func `no random change of a record crashes the program`() throws {
        var dice = SeededGenerator(seed: 4)
        let texts = try Self.records().map { Array($0.text.utf8) }
        for _ in 0..<5_000 {
            guard var bytes = texts.randomElement(using: &dice) else { return }
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                guard let place = bytes.indices.randomElement(using: &dice) else { break }
                bytes[place] = UInt8.random(in: 0x20...0x7E, using: &dice)
            }
            guard let record = try? V1Record(parsing: String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect(try V1Record(parsing: record.text) == record)
        }
    }

    @Test func `a row that cannot be read is removed, and what it may have answered is not shown again`() async throws {
        let pair = try await V1Pair()
        let session = try await pair.connect()
        let serving = pair.serve()
        _ = try await pair.app.request(session.topic, "personal_sign", ["0x01"], chain: ChainID(eip155: 5))
        serving.cancel()
        let key = try #require(
            await pair.wallet.state.received.keys.max { ($0.id.milliseconds ?? 0) < ($1.id.milliseconds ?? 0) })
        let wire = try await pair.key(pair.wallet)
        await eventually { await pair.wallet.isIdle }
        await pair.wallet.stop()
        try await pair.walletMemory.commit([
            .put(V1Row(key: StoredKey.received(key).rowKey, value: "{")),
            .put(V1Row(key: "other", value: "{}")),
        ])
        let next = try V1Pair.engine("next", V1Run(pair.walletMemory), pair.bridge, pair.clock)
        try await next.start()
        #expect(await next.counts().damagedRecords == 2)
        #expect(try await pair.walletMemory.legacyRows().allSatisfy { $0.value != "{" && $0.value != "{}" })
        let own = try await pair.record(next).ownID
        let again = RPCMessage.request(RPCRequest(id: key.id, method: "personal_sign", params: ["0x01"]))
        #expect(
            await next.receive([
                V1Message(
                    bridge: try V1BridgeAddress(V1Pair.address), topic: own,
                    payload: V1Payload(sealing: again.json.bytes, with: wire).text)
            ]))
        #expect(await next.requests().isEmpty)
        await next.stop()
    }
}
