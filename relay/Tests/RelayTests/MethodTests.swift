import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(1))) struct MethodTests {
    @Test(arguments: Storage.allCases) func `several messages are published at once`(storage: Storage) async throws {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, wallet, topic) = (try await Client.connect(relay), try await Client.connect(relay), someTopic())
            try await wallet.subscribe(topic)
            let messages = (0..<20).map { "{\"topic\":\"\(topic)\",\"message\":\"m\($0)\",\"ttl\":300,\"tag\":1108}" }
            let params = "{\"messages\":[\(messages.joined(separator: ","))]}"
            let id = "1732300000000123456"
            #expect(try await dapp.call("irn_batchPublish", params, id: id).isTrue)
            #expect(try await dapp.call("irn_batchPublish", params, id: id).isTrue)
            for number in 0..<20 { #expect(try await wallet.delivery().message == "m\(number)") }
            try await wallet.expectNothing()
        }
    }

    @Test(arguments: Storage.allCases) func `subscriptions are answered in the form of their method`(storage: Storage)
        async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let wallet = try await Client.connect(relay)
            let (one, two) = (someTopic(), someTopic())
            let blocking = try await wallet.call("irn_subscribeBlocking", "{\"topic\":\"\(one)\"}")
            #expect(blocking.result?.count == 64)
            let topics = "{\"topics\":[\"\(one)\",\"\(two)\",\"\(one)\"]}"
            let batch = try await wallet.call("irn_batchSubscribe", topics).results
            #expect(batch.count == 3)
            #expect(batch[0].text == blocking.result)
            #expect(batch[2].text == blocking.result)
            #expect(batch[1].text != blocking.result)
            let objects = try await wallet.call("irn_batchSubscribeBlocking", topics).results
            #expect(objects.map { $0["id"]?.text } == batch.map(\.text))
        }
    }

    @Test(arguments: Storage.allCases) func `fetched messages are gone from the mailbox`(storage: Storage) async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, wallet, topic) = (try await Client.connect(relay), try await Client.connect(relay), someTopic())
            try await dapp.publish("one", to: topic, tag: 1100)
            try await dapp.publish("two", to: topic)
            try await wallet.publish("own", to: topic)
            let reply = try await wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}")
            #expect(reply.messages == ["one", "two"])
            #expect(!reply.hasMore)
            let first = try #require(reply.value["result"]?["messages"]?.elements(atMost: 2)?.first)
            #expect(first["topic"]?.text == topic)
            #expect(first["tag"]?.integer == 1100)
            #expect(first["publishedAt"]?.integer ?? 0 > 1_700_000_000_000)
            #expect(try await wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}").messages == [])
            // The wallet's own message is for the dapp.
            #expect(try await dapp.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}").messages == ["own"])
        }
    }

    @Test(arguments: Storage.allCases) func `a fetch that does not fit in a frame says that there is more`(
        storage: Storage
    ) async throws {
        try await TestRelay.run(storage: storage) {
            $0.limits.frameBytes = 4096
            $0.limits.messageBytes = 2048
        } _: { relay in
            let (dapp, wallet) = (try await Client.connect(relay), try await Client.connect(relay))
            let topics = (0..<3).map { _ in someTopic() }
            let text = String(repeating: "A", count: 1000)
            for number in 0..<9 { try await dapp.publish("\(text)\(number)", to: topics[number % 3]) }
            let list = topics.map { "\"\($0)\"" }.joined(separator: ",")
            var (found, count): ([String], Int) = ([], 0)
            while true {
                let reply = try await wallet.call("irn_batchFetchMessages", "{\"topics\":[\(list)]}")
                found += reply.messages.map { String($0.dropFirst(1000)) }
                count += 1
                guard reply.hasMore else { break }
            }
            #expect(count > 2)
            #expect(found.sorted() == (0..<9).map(String.init))
            // In order within each topic.
            for topic in 0..<3 {
                #expect(
                    found.filter { Int($0).map { $0 % 3 } == topic }
                        == found.filter { Int($0).map { $0 % 3 } == topic }.sorted())
            }
        }
    }

    @Test(arguments: Storage.allCases) func `receipts confirm deliveries`(storage: Storage) async throws {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, topic, identity) = (try await Client.connect(relay), someTopic(), Identity())
            var wallet = try await Client.connect(relay, identity)
            try await wallet.subscribe(topic)
            try await dapp.publish("one", to: topic)
            try await dapp.publish("two", to: topic)
            let (one, two) = (
                try await wallet.delivery(confirming: false), try await wallet.delivery(confirming: false)
            )
            let receipts = """
                {"receipts":[{"topic":"\(topic)","messageId":\(one.id)},{"topic":"\(someTopic())","messageId":\(two.id)},\
                {"topic":"\(topic)","messageId":"unknown"}]}
                """
            #expect(try await wallet.call("irn_batchReceive", receipts).isTrue)
            await wallet.raw.cut()
            wallet = try await Client.connect(relay, identity)
            try await wallet.subscribe(topic)
            #expect(try await wallet.delivery().message == "two")
            try await wallet.expectNothing()
        }
    }

    @Test(arguments: Storage.allCases) func `a proposal and its approval take one request each`(storage: Storage)
        async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, wallet) = (try await Client.connect(relay), try await Client.connect(relay))
            let (pairing, session) = (someTopic(), someTopic())
            let proposal = try await dapp.call(
                "wc_proposeSession",
                "{\"pairingTopic\":\"\(pairing)\",\"sessionProposal\":\"proposal\",\"attestation\":\"a.b\",\"ttl\":300}"
            )
            #expect(proposal.isTrue)
            let fetched = try await wallet.call("irn_fetchMessages", "{\"topic\":\"\(pairing)\"}")
            #expect(fetched.messages == ["proposal"])
            #expect(fetched.text.contains("\"tag\":1100,\"attestation\":\"a.b\""))
            let approval = try await wallet.call(
                "wc_approveSession",
                """
                {"pairingTopic":"\(pairing)","sessionTopic":"\(session)","sessionProposalResponse":"response",\
                "sessionSettlementRequest":"settlement","correlationId":5,"approvedChains":["eip155:1"]}
                """)
            #expect(approval.isTrue)
            // The dapp was subscribed to the pairing by its proposal.
            let response = try await dapp.delivery()
            #expect(response.message == "response")
            #expect(response.tag == 1101)
            #expect(response.topic == pairing)
            try await dapp.subscribe(session)
            let settlement = try await dapp.delivery()
            #expect(settlement.message == "settlement")
            #expect(settlement.tag == 1102)
            // The wallet was subscribed to the session by its approval.
            try await dapp.publish("settled", to: session, tag: 1103)
            #expect(try await wallet.delivery().message == "settled")
        }
    }

    private static let topic = String(repeating: "a", count: 64)

    @Test(arguments: [
        ("irn_nothing", "{}", "InvalidMethod"), ("eth_accounts", "{}", "InvalidMethod"),
        ("irn_", "{}", "InvalidMethod"),
        ("irn_publish", "[]", "InvalidParams"), ("irn_publish", "{}", "InvalidParams"),
        ("irn_subscribe", "{\"topic\":5}", "InvalidTopic"), ("irn_subscribe", "{}", "InvalidParams"),
        ("irn_subscribe", "{\"topic\":\"\(topic.uppercased())\"}", "InvalidTopic"),
        ("irn_subscribe", "{\"topic\":\"\(topic)a\"}", "InvalidTopic"),
        ("irn_batchSubscribe", "{\"topics\":[]}", "BatchEmpty"),
        ("irn_batchSubscribe", "{\"topics\":{}}", "InvalidParams"),
        ("irn_batchSubscribe", "{\"topics\":[\"\(topic)\",\"\"]}", "InvalidTopic"),
        (
            "irn_batchFetchMessages", "{\"topics\":[\(Array(repeating: "0", count: 501).joined(separator: ","))]}",
            "BatchLimitExceeded"
        ),
        ("irn_batchPublish", "{\"messages\":[{}]}", "InvalidParams"),
        ("irn_batchReceive", "{\"receipts\":[{\"topic\":\"\(topic)\"}]}", "InvalidParams"),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":300}", "InvalidParams"),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"tag\":1}", "InvalidParams"),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"\",\"ttl\":300,\"tag\":1}", "InvalidParams"),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":{},\"ttl\":300,\"tag\":1}", "InvalidParams"),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":-1,\"tag\":1}", "InvalidParams"),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":3e2,\"tag\":1}", "InvalidParams"),
        (
            "irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":99999999999999999999,\"tag\":1}",
            "InvalidParams"
        ),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":300,\"tag\":4294967296}", "InvalidParams"),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":0,\"tag\":1}", "TtlTooShort"),
        ("irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":604801,\"tag\":1}", "TtlTooLong"),
        (
            "irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":9223372036854775807,\"tag\":1}",
            "TtlTooLong"
        ),
        ("wc_proposeSession", "{\"pairingTopic\":\"\(topic)\"}", "InvalidParams"),
        (
            "wc_proposeSession", "{\"pairingTopic\":\"\(topic)\",\"sessionProposal\":\"m\",\"ttl\":\"1\"}",
            "InvalidParams"
        ),
        ("wc_approveSession", "{\"pairingTopic\":\"\(topic)\",\"sessionTopic\":\"\(topic)\"}", "InvalidParams"),
    ])
    func `a wrong request is answered with the name of its fault`(
        method: String, params: String, name: String
    ) async throws {
        try await TestRelay.run { relay in
            let client = try await Client.connect(relay)
            let reply = try await client.call(method, params)
            #expect(reply.error == name)
            #expect(reply.code == (name.hasPrefix("Ttl") ? "-32000" : "-32600"))
            // The connection stays open.
            #expect(try await client.publish("m", to: someTopic()).isTrue)
        }
    }

    @Test(arguments: [
        ("", "Serialization"), ("hello", "Serialization"), ("[]", "Serialization"), ("{", "Serialization"),
        ("[{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"irn_publish\",\"params\":{}}]", "Serialization"),
        ("{}", "InvalidRequestId"), ("{\"id\":null,\"jsonrpc\":\"2.0\"}", "InvalidRequestId"),
        ("{\"id\":-1,\"jsonrpc\":\"2.0\"}", "InvalidRequestId"),
        ("{\"id\":1.5,\"jsonrpc\":\"2.0\"}", "InvalidRequestId"),
        ("{\"id\":99999999999999999999,\"jsonrpc\":\"2.0\"}", "InvalidRequestId"),
        ("{\"id\":12345678901234567890123,\"jsonrpc\":\"2.0\"}", "InvalidRequestId"), ("7", "Serialization"),
        ("{\"id\":\"\",\"jsonrpc\":\"2.0\"}", "InvalidRequestId"),
        ("{\"id\":[1],\"jsonrpc\":\"2.0\"}", "InvalidRequestId"),
        ("{\"id\":\"a\\\"b\",\"jsonrpc\":\"2.0\"}", "InvalidRequestId"),
    ])
    func `a frame without a readable id is answered with the id null`(text: String, name: String) async throws {
        try await TestRelay.run { relay in
            let client = try await Client.connect(relay)
            try await client.raw.send(text)
            let reply = try await client.reply("null")
            #expect(reply.error == name)
        }
    }

    @Test(arguments: Storage.allCases) func `another version of JSON-RPC is refused`(storage: Storage) async throws {
        try await TestRelay.run(storage: storage) { relay in
            let client = try await Client.connect(relay)
            for text in ["{\"id\":7,\"method\":\"irn_publish\",\"params\":{}}", "{\"id\":7,\"jsonrpc\":\"1.0\"}"] {
                try await client.raw.send(text)
                #expect(try await client.reply("7").error == "InvalidJsonRpcVersion")
            }
            try await client.raw.send("{\"id\":7,\"jsonrpc\":\"2.0\"}")
            #expect(try await client.reply("7").error == "Serialization")
            try await client.raw.send("{\"id\":7,\"jsonrpc\":\"2.0\",\"method\":5,\"params\":{}}")
            #expect(try await client.reply("7").error == "InvalidMethod")
        }
    }
}
