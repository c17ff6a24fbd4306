import Logging
import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(1))) struct LimitTests {
    @Test func `the messages and the bytes of a topic are limited`() async throws {
        try await TestRelay.run {
            $0.limits.messagesPerTopic = 3
            $0.limits.messageBytes = 4096
            $0.limits.bytesPerTopic = 6000
        } _: { relay in
            let (dapp, topic) = (try await Client.connect(relay), someTopic())
            for number in 0..<3 { #expect(try await dapp.publish("m\(number)", to: topic).isTrue) }
            let refused = try await dapp.publish("m3", to: topic)
            #expect(refused.error == "MailboxLimitExceeded")
            #expect(refused.code == "-32000")
            let large = String(repeating: "A", count: 3000)
            let other = someTopic()
            #expect(try await dapp.publish(large, to: other).isTrue)
            #expect(try await dapp.publish(large + "B", to: other).error == "MailboxLimitExceeded")
            // What has been received makes room; the refused request is not taken for a repetition.
            let wallet = try await Client.connect(relay)
            try await wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}")
            let id = "1732300000000123456"
            for number in 0..<3 { #expect(try await dapp.publish("n\(number)", to: topic).isTrue) }
            #expect(try await dapp.publish("n3", to: topic, id: id).error == "MailboxLimitExceeded")
            try await wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}")
            #expect(try await dapp.publish("n3", to: topic, id: id).isTrue)
            #expect(
                try await wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}").messages == ["n3"])
        }
    }

    @Test func `the topics and the bytes of the mailbox are limited`() async throws {
        try await TestRelay.run {
            $0.limits.topics = 2
            $0.limits.messageBytes = 1000
            $0.limits.bytesPerTopic = 3000
            $0.limits.mailboxBytes = 3000
        } _: { relay in
            let dapp = try await Client.connect(relay)
            #expect(try await dapp.publish("m", to: someTopic()).isTrue)
            let topic = someTopic()
            #expect(try await dapp.publish("m", to: topic).isTrue)
            #expect(try await dapp.publish("m", to: someTopic()).error == "MailboxLimitExceeded")
            #expect(
                try await dapp.publish(String(repeating: "A", count: 900), to: topic).isTrue)
            #expect(
                try await dapp.publish(String(repeating: "A", count: 900), to: topic).error == "MailboxLimitExceeded")
        }
    }

    @Test func `subscriptions of a client are limited`() async throws {
        try await TestRelay.run {
            $0.limits.subscriptionsPerClient = 2
        } _: { relay in
            let (wallet, topics) = (try await Client.connect(relay), (0..<3).map { _ in someTopic() })
            let list = topics.map { "\"\($0)\"" }.joined(separator: ",")
            let blocking = try await wallet.call("irn_batchSubscribeBlocking", "{\"topics\":[\(list)]}").results
            #expect(blocking[0]["id"]?.text?.count == 64)
            #expect(blocking[1]["id"]?.text?.count == 64)
            #expect(blocking[2]["error"]?["data"]?.text == "SubscriberLimitExceeded")
            #expect(try await wallet.subscribe(topics[2]).error == "SubscriberLimitExceeded")
            #expect(
                try await wallet.call("irn_batchSubscribe", "{\"topics\":[\(list)]}").error
                    == "SubscriberLimitExceeded")
            #expect(
                try await wallet.call(
                    "wc_proposeSession", "{\"pairingTopic\":\"\(topics[2])\",\"sessionProposal\":\"p\"}"
                ).error == "SubscriberLimitExceeded")
            try await wallet.call("irn_unsubscribe", "{\"topic\":\"\(topics[0])\"}")
            #expect(try await wallet.subscribe(topics[2]).result?.count == 64)
        }
    }

    @Test func `a client subscribes to 10,000 topics in batches, and fetches them, within the default limits`()
        async throws
    {
        try await TestRelay.run { relay in
            let (dapp, wallet) = (try await Client.connect(relay), try await Client.connect(relay))
            let topics = (0..<10_000).map { _ in someTopic() }
            for start in stride(from: 0, to: topics.count, by: 500) {
                let list = topics[start..<(start + 500)].map { "\"\($0)\"" }.joined(separator: ",")
                let reply = try await wallet.call("irn_batchSubscribe", "{\"topics\":[\(list)]}")
                #expect(reply.results.count == 500, "\(reply.text.prefix(200))")
                #expect(
                    try await wallet.call("irn_batchFetchMessages", "{\"topics\":[\(list)]}").value["result"] != nil)
            }
            #expect(try await wallet.subscribe(someTopic()).error == "SubscriberLimitExceeded")
            for topic in [topics[0], topics[5000], topics[9999]] {
                try await dapp.publish("m", to: topic)
                #expect(try await wallet.delivery().topic == topic)
            }
        }
    }

    @Test func `all subscriptions together are limited`() async throws {
        try await TestRelay.run {
            $0.limits.subscriptions = 3
            $0.limits.subscriptionsPerClient = 2
        } _: { relay in
            let (one, two) = (try await Client.connect(relay), try await Client.connect(relay))
            for client in [one, one, two] { #expect(try await client.subscribe(someTopic()).result != nil) }
            #expect(try await two.subscribe(someTopic()).error == "SubscriberLimitExceeded")
            await one.raw.cut()
            try await relay.wait(for: "subscriptions") { $0 == 1 }
            #expect(try await two.subscribe(someTopic()).result != nil)
        }
    }

    @Test func `answers to fetches wait until the client reads, and are complete`() async throws {
        try await TestRelay.run {
            $0.limits.messagesPerTopic = 1000
            $0.limits.bytesPerTopic = 64 << 20
        } _: { relay in
            let (dapp, topic) = (try await Client.connect(relay), someTopic())
            let wallet = try await Client.connect(relay, buffer: 1 << 16)
            try await wallet.raw.stopReading()
            let text = String(repeating: "A", count: 150_000)
            for number in 0..<20 { #expect(try await dapp.publish("\(text)\(number)", to: topic).isTrue) }
            let frames = (1...10).map { id in
                let params = "{\"topic\":\"\(topic)\"}"
                let text = "{\"id\":\(id),\"jsonrpc\":\"2.0\",\"method\":\"irn_fetchMessages\",\"params\":\(params)}"
                return RawClient.frame(opcode: 1, Array(text.utf8))
            }
            try await wallet.raw.send(raw: Array(frames.joined()))
            try await relay.wait(for: "fetched_total") { $0 > 0 }
            try await wallet.raw.startReading()
            var found: [String] = []
            for id in 1...10 { found += try await wallet.reply("\(id)").messages.map { String($0.dropFirst(150_000)) } }
            #expect(found == (0..<20).map(String.init))
        }
    }

    @Test func `subscribers of a topic are limited`() async throws {
        try await TestRelay.run {
            $0.limits.subscribersPerTopic = 2
        } _: { relay in
            let topic = someTopic()
            var clients: [Client] = []
            for _ in 0..<3 { clients.append(try await Client.connect(relay)) }
            #expect(try await clients[0].subscribe(topic).result != nil)
            #expect(try await clients[1].subscribe(topic).result != nil)
            #expect(try await clients[2].subscribe(topic).error == "SubscriberLimitExceeded")
            await clients[0].raw.cut()
            // The relay sees the end a moment later.
            try await relay.wait(for: "subscriptions") { $0 == 1 }
            #expect(try await clients[2].subscribe(topic).result != nil)
        }
    }

    @Test func `limits that contradict each other are refused`() async throws {
        let changes: [(inout RelayLimits) -> Void] = [
            { $0.messageBytes = 0 }, { $0.connections = -1 }, { $0.batch = .max }, { $0.frameBytes = $0.messageBytes },
            { $0.bytesPerTopic = 1024 }, { $0.mailboxBytes = 1 << 20 }, { $0.shortestLifetime = 604_801 },
            { $0.batch = 1001 }, { $0.incompleteBytes = 1000 },
            { $0.subscriptions = 9999 },
        ]
        for change in changes {
            var limits = RelayLimits()
            change(&limits)
            #expect(throws: RelayError.self) { try limits.check() }
        }
        try RelayLimits().check()
    }

    @Test func `an address that cannot be used is an error`() async throws {
        try await TestRelay.run { relay in
            var configuration = RelayConfiguration()
            configuration.port = relay.server.port
            await #expect(throws: RelayError.self) {
                try await RelayServer.start(configuration, logger: Logger(label: "test"))
            }
        }
    }
}
