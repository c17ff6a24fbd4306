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
            while try await relay.metric("subscriptions") > 1 {}
            #expect(try await clients[2].subscribe(topic).result != nil)
        }
    }

    @Test func `limits that contradict each other are refused`() async throws {
        let changes: [(inout RelayLimits) -> Void] = [
            { $0.messageBytes = 0 }, { $0.connections = -1 }, { $0.batch = .max }, { $0.frameBytes = $0.messageBytes },
            { $0.bytesPerTopic = 1024 }, { $0.mailboxBytes = 1 << 20 }, { $0.shortestLifetime = 604_801 },
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
