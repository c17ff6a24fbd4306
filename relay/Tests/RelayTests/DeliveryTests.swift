import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(1))) struct DeliveryTests {
    @Test(arguments: Storage.allCases) func `a message reaches the subscriber as it was published`(storage: Storage)
        async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, wallet, topic) = (try await Client.connect(relay), try await Client.connect(relay), someTopic())
            let subscription = try #require(try await wallet.subscribe(topic).result)
            #expect(subscription.count == 64)
            let before = Int(WallClock.milliseconds())
            let reply = try await dapp.call(
                "irn_publish",
                """
                {"topic":"\(topic)","message":"AA\\/+==","ttl":300,"tag":1100,"prompt":true,"attestation":"a.b.c",\
                "correlationId":5,"rpcMethods":["eth_sendTransaction"],"chainId":"eip155:1","txHashes":["0x00"]}
                """)
            #expect(reply.isTrue)
            let delivery = try await wallet.delivery()
            #expect(delivery.method == "irn_subscription")
            #expect(delivery.subscription == subscription)
            #expect(delivery.topic == topic)
            #expect(delivery.message == "AA\\/+==")
            #expect(delivery.tag == 1100)
            #expect(delivery.attestation == "a.b.c")
            #expect(before...(before + 60_000) ~= delivery.publishedAt)
            // Every client can compute with the id, and it is larger than the least that peers accept.
            #expect((1_000_000_000..<(1 << 53)) ~= Int(delivery.id) ?? 0)
        }
    }

    @Test(arguments: Storage.allCases) func `a message waits for its subscriber`(storage: Storage) async throws {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, topic) = (try await Client.connect(relay), someTopic())
            for number in 0..<5 { try await dapp.publish("m\(number)", to: topic) }
            let wallet = try await Client.connect(relay)
            try await wallet.subscribe(topic)
            for number in 0..<5 { #expect(try await wallet.delivery().message == "m\(number)") }
            try await wallet.expectNothing()
        }
    }

    @Test(arguments: Storage.allCases) func `a confirmed message is not delivered again, one that is not is`(
        storage: Storage
    ) async throws {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, topic, identity) = (try await Client.connect(relay), someTopic(), Identity())
            var wallet = try await Client.connect(relay, identity)
            try await wallet.subscribe(topic)
            try await dapp.publish("first", to: topic)
            try await dapp.publish("second", to: topic)
            #expect(try await wallet.delivery().message == "first")
            #expect(try await wallet.delivery(confirming: false).message == "second")
            // The confirmation has been read when the reply comes.
            try await wallet.expectNothing()
            await wallet.raw.cut()
            wallet = try await Client.connect(relay, identity)
            try await wallet.subscribe(topic)
            #expect(try await wallet.delivery().message == "second")
            try await wallet.expectNothing()
        }
    }

    @Test(arguments: Storage.allCases) func `a client does not get what it published`(storage: Storage) async throws {
        try await TestRelay.run(storage: storage) { relay in
            let (topic, identity) = (someTopic(), Identity())
            let one = try await Client.connect(relay, identity)
            let two = try await Client.connect(relay, identity)
            try await one.subscribe(topic)
            try await one.publish("own", to: topic)
            try await two.subscribe(topic)
            try await one.expectNothing()
            try await two.expectNothing()
            let other = try await Client.connect(relay)
            try await other.subscribe(topic)
            #expect(try await other.delivery().message == "own")
        }
    }

    @Test(arguments: Storage.allCases) func `each connection that subscribes gets the message`(storage: Storage)
        async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let (topic, identity) = (someTopic(), Identity())
            let clients = [
                try await Client.connect(relay, identity), try await Client.connect(relay, identity),
                try await Client.connect(relay),
            ]
            var subscriptions: [String] = []
            for client in clients { subscriptions.append(try #require(try await client.subscribe(topic).result)) }
            // The id belongs to the client and the topic.
            #expect(subscriptions[0] == subscriptions[1])
            #expect(subscriptions[0] != subscriptions[2])
            try await Client.connect(relay).publish("m", to: topic)
            for client in clients { #expect(try await client.delivery().message == "m") }
        }
    }

    @Test(arguments: Storage.allCases) func `a repeated request is answered, and its message is not delivered again`(
        storage: Storage
    ) async throws {
        try await TestRelay.run(storage: storage) { relay in
            let (topic, identity) = (someTopic(), Identity())
            let wallet = try await Client.connect(relay)
            try await wallet.subscribe(topic)
            var dapp = try await Client.connect(relay, identity)
            let id = "1732300000000123456"
            #expect(try await dapp.publish("once", to: topic, id: id).isTrue)
            #expect(try await dapp.publish("once", to: topic, id: id).isTrue)
            await dapp.raw.cut()
            dapp = try await Client.connect(relay, identity)
            // The same id as a text, after a lost connection.
            #expect(try await dapp.publish("once", to: topic, id: "\"\(id)\"").isTrue)
            // Some clients use an id again after a restart, for something else.
            #expect(try await dapp.publish("twice", to: topic, id: id).isTrue)
            #expect(try await dapp.publish("once", to: topic, id: "1732300000000123457").isTrue)
            for message in ["once", "twice", "once"] { #expect(try await wallet.delivery().message == message) }
            try await wallet.expectNothing()
            // Another client may have the same id.
            #expect(try await Client.connect(relay).publish("once", to: topic, id: id).isTrue)
            #expect(try await wallet.delivery().message == "once")
        }
    }

    @Test(arguments: Storage.allCases) func `messages of many topics come in the order of publication`(storage: Storage)
        async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, wallet) = (try await Client.connect(relay), try await Client.connect(relay))
            let topics = (0..<40).map { _ in someTopic() }
            let messages = (0..<120).map { (topics[$0 * 7 % 40], "m\($0)") }
            for (topic, message) in messages { try await dapp.publish(message, to: topic) }
            let list = topics.map { "\"\($0)\"" }.joined(separator: ",")
            let reply = try await wallet.call("irn_batchSubscribe", "{\"topics\":[\(list)]}")
            #expect(reply.results.count == 40)
            for (topic, message) in messages {
                let delivery = try await wallet.delivery()
                #expect(delivery.message == message)
                #expect(delivery.topic == topic)
            }
        }
    }

    @Test(arguments: Storage.allCases) func `unconfirmed deliveries are limited, and go on with the confirmations`(
        storage: Storage
    ) async throws {
        try await TestRelay.run(storage: storage) {
            $0.limits.unconfirmed = 3
        } _: { relay in
            let (dapp, wallet, topic) = (try await Client.connect(relay), try await Client.connect(relay), someTopic())
            try await wallet.subscribe(topic)
            for number in 0..<50 { try await dapp.publish("m\(number)", to: topic) }
            var waiting: [Client.Delivery] = []
            for number in 0..<3 {
                waiting.append(try await wallet.delivery(confirming: false))
                #expect(waiting[number].message == "m\(number)")
            }
            try await wallet.expectNothing()
            for delivery in waiting { try await wallet.confirm(delivery) }
            for number in 3..<50 { #expect(try await wallet.delivery().message == "m\(number)") }
        }
    }

    @Test(arguments: Storage.allCases) func `after the end of a subscription nothing is delivered`(storage: Storage)
        async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, wallet, topic) = (try await Client.connect(relay), try await Client.connect(relay), someTopic())
            let id = try #require(try await wallet.subscribe(topic).result)
            #expect(
                try await wallet.call("irn_unsubscribe", "{\"topic\":\"\(topic)\",\"id\":\"\(id)\"}").isTrue)
            try await dapp.publish("later", to: topic)
            try await wallet.expectNothing()
            try await wallet.subscribe(topic)
            #expect(try await wallet.delivery().message == "later")
            let batch = "{\"subscriptions\":[{\"topic\":\"\(topic)\",\"id\":\"\(id)\"},{\"topic\":\"\(someTopic())\"}]}"
            #expect(try await wallet.call("irn_batchUnsubscribe", batch).isTrue)
            try await dapp.publish("last", to: topic)
            try await wallet.expectNothing()
        }
    }

    @Test(arguments: ["waku", "iridium"]) func `older names of the methods work`(prefix: String) async throws {
        try await TestRelay.run { relay in
            let (dapp, wallet, topic) = (try await Client.connect(relay), try await Client.connect(relay), someTopic())
            #expect(try await wallet.call("\(prefix)_subscribe", "{\"topic\":\"\(topic)\"}").result != nil)
            let params = "{\"topic\":\"\(topic)\",\"message\":\"m\",\"ttl\":300,\"tag\":0}"
            #expect(try await dapp.call("\(prefix)_publish", params).isTrue)
            let delivery = try await wallet.delivery()
            #expect(delivery.method == "\(prefix)_subscription")
            #expect(delivery.tag == 0)
        }
    }

    @Test(arguments: Storage.allCases) func `ids are sent back in their type`(storage: Storage) async throws {
        try await TestRelay.run(storage: storage) { relay in
            let client = try await Client.connect(relay)
            for id in ["1", "9007199254740993", "9223372036854775807", "\"1732300000000123456\"", "\"a-b\""] {
                let reply = try await client.publish("m", to: someTopic(), id: id)
                #expect(reply.text == "{\"id\":\(id),\"jsonrpc\":\"2.0\",\"result\":true}")
            }
        }
    }
}
