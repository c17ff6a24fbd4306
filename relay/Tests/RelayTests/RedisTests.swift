import Glibc
import Testing

@testable import Relay

/// Several relays on one real Redis server.
@Suite(.timeLimit(.minutes(1)), .serialized) struct RedisTests {
    private func run(
        isDurable: Bool = false, options: [String] = [], _ change: (inout RelayConfiguration) -> Void = { _ in },
        _ body: (RedisServer, TestRelay, TestRelay) async throws -> Void
    ) async throws {
        try await RedisServer.run(isDurable: isDurable, options: options) { redis in
            try await TestRelay.run {
                $0.redis = redis.url
                change(&$0)
            } _: { one in
                try await one.waitUntilHealthy()
                try await TestRelay.run {
                    $0.redis = redis.url
                    change(&$0)
                } _: { two in
                    try await two.waitUntilHealthy()
                    try await body(redis, one, two)
                }
            }
        }
    }

    @Test func `a message reaches a subscriber on another process`() async throws {
        try await run { _, one, two in
            let (dapp, wallet, topic) = (try await Client.connect(one), try await Client.connect(two), someTopic())
            try await wallet.call("irn_subscribeBlocking", "{\"topic\":\"\(topic)\"}")
            try await dapp.publish("live", to: topic)
            #expect(try await wallet.delivery().message == "live")
            let later = someTopic()
            for number in 0..<100 { try await dapp.publish("m\(number)", to: later) }
            try await wallet.subscribe(later)
            for number in 0..<100 { #expect(try await wallet.delivery().message == "m\(number)") }
        }
    }

    @Test func `a repeated request to another process is not delivered again`() async throws {
        try await run { _, one, two in
            let (topic, identity, id) = (someTopic(), Identity(), "1732300000000123456")
            let wallet = try await Client.connect(two)
            try await wallet.subscribe(topic)
            #expect(try await Client.connect(one, identity).publish("once", to: topic, id: id).isTrue)
            #expect(try await Client.connect(two, identity).publish("once", to: topic, id: id).isTrue)
            #expect(try await wallet.delivery().message == "once")
            try await wallet.expectNothing()
        }
    }

    @Test func `what was confirmed on one process is not delivered on another, the rest is`() async throws {
        try await run { _, one, two in
            let (dapp, topic, identity) = (try await Client.connect(one), someTopic(), Identity())
            let wallet = try await Client.connect(one, identity)
            try await wallet.subscribe(topic)
            try await dapp.publish("first", to: topic)
            try await dapp.publish("second", to: topic)
            #expect(try await wallet.delivery().message == "first")
            #expect(try await wallet.delivery(confirming: false).message == "second")
            // The confirmation has been stored when a later fetch on the same connection is answered.
            try await wallet.call("irn_fetchMessages", "{\"topic\":\"\(someTopic())\"}")
            // This process ends; the wallet comes back on the other one.
            await one.server.stop()
            let again = try await Client.connect(two, identity)
            try await again.subscribe(topic)
            #expect(try await again.delivery().message == "second")
            try await again.expectNothing()
        }
    }

    @Test(arguments: [false, true]) func `a restart of the Redis server loses nothing`(byForce: Bool) async throws {
        try await run(isDurable: true) { redis, one, two in
            let (dapp, wallet, topic) = (try await Client.connect(one), try await Client.connect(two), someTopic())
            let waiting = someTopic()
            try await wallet.call("irn_subscribeBlocking", "{\"topic\":\"\(topic)\"}")
            try await dapp.publish("before", to: topic)
            #expect(try await wallet.delivery().message == "before")
            try await dapp.publish("kept", to: waiting)
            try await redis.stop(byForce: byForce)
            try await one.waitUntil(status: 503)
            // The client repeats the request until it succeeds.
            let id = "1732300000000123456"
            let refused = try await dapp.publish("during", to: topic, id: id)
            #expect(refused.code == "-32603")
            // Accepted: the messages come when the server is back.
            #expect(try await wallet.subscribe(waiting).result?.count == 64)
            try await redis.start()
            for relay in [one, two] { try await relay.waitUntilHealthy() }
            #expect(try await dapp.publish("during", to: topic, id: id).isTrue)
            var messages: Set<String> = []
            for _ in 0..<2 { messages.insert(try await wallet.delivery().message) }
            #expect(messages == ["during", "kept"])
            try await dapp.publish("after", to: topic)
            #expect(try await wallet.delivery().message == "after")
        }
    }

    @Test func `what is published while the connection is lost is delivered when it is back`() async throws {
        try await run { redis, one, two in
            let (dapp, wallet, topic) = (try await Client.connect(one), try await Client.connect(two), someTopic())
            try await wallet.call("irn_subscribeBlocking", "{\"topic\":\"\(topic)\"}")
            // The server ends the connections of subscriptions only: each message may be told to nobody.
            let admin = try await RawClient.connect(port: redis.port)
            for round in 0..<20 {
                try await admin.send(raw: Array("CLIENT KILL TYPE pubsub\r\n".utf8))
                while try await !dapp.publish("m\(round)", to: topic, id: "\(1_732_300_000_000_000 + round)").isTrue {
                    try await one.waitUntilHealthy()
                }
            }
            for round in 0..<20 { #expect(try await wallet.delivery().message == "m\(round)") }
        }
    }

    @Test func `scripts that the server has forgotten are loaded again`() async throws {
        try await run { redis, one, _ in
            let client = try await Client.connect(one)
            let admin = try await RawClient.connect(port: redis.port)
            try await admin.send(raw: Array("SCRIPT FLUSH\r\n".utf8))
            while try await !client.publish("m", to: someTopic()).isTrue { try await one.waitUntilHealthy() }
        }
    }

    @Test func `a server without memory refuses messages`() async throws {
        try await run(options: ["--maxmemory", "4mb"]) { _, one, _ in
            let client = try await Client.connect(one)
            let text = String(repeating: "A", count: 100_000)
            var reply = try await client.publish(text, to: someTopic())
            while reply.isTrue { reply = try await client.publish(text, to: someTopic()) }
            #expect(reply.error == "MailboxLimitExceeded")
        }
    }

    @Test func `messages of the legacy bridge wait for the server, and come in order, once`() async throws {
        try await run(isDurable: true) { redis, one, two in
            let (dapp, wallet, topic) = (
                try await RawClient.connect(port: one.server.port), try await RawClient.connect(port: two.server.port),
                someTopic()
            )
            for client in [dapp, wallet] { #expect(try await client.upgrade("/") == 101) }
            func frame(_ type: String, _ payload: String) -> String {
                "{\"topic\":\"\(topic)\",\"type\":\"\(type)\",\"payload\":\"\(payload)\",\"silent\":true}"
            }
            try await wallet.send(frame("sub", ""))
            try await dapp.send(frame("pub", "before"))
            #expect(try await wallet.frame().text == frame("pub", "before"))
            try await redis.stop(byForce: true)
            for number in 0..<30 { try await dapp.send(frame("pub", "m\(number)")) }
            try await redis.start()
            for number in 0..<30 { #expect(try await wallet.frame().text == frame("pub", "m\(number)")) }
            try await dapp.send(frame("pub", "after"))
            #expect(try await wallet.frame().text == frame("pub", "after"))
        }
    }

    @Test func `a server that does not answer is given up, and used again when it answers`() async throws {
        try await RedisServer.run { redis in
            try await TestRelay.run {
                $0.redis = redis.url
                $0.times.silence = 300
            } _: { relay in
                try await relay.waitUntilHealthy()
                let (dapp, wallet) = (try await Client.connect(relay), try await Client.connect(relay))
                let topic = someTopic()
                try await wallet.subscribe(topic)
                try redis.send(SIGSTOP)
                // Nobody uses the server; the relay notices all the same.
                try await relay.waitUntil(status: 503)
                try redis.send(SIGCONT)
                try await relay.waitUntilHealthy()
                #expect(try await dapp.publish("m", to: topic).isTrue)
                #expect(try await wallet.delivery().message == "m")
            }
        }
    }

    @Test func `settings that can lose messages are named in the log`() {
        let good = "# Memory\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\ncluster_enabled:0\r\n"
        #expect(RedisLink.warnings(good) == [])
        #expect(RedisLink.warnings("") == [])
        let bad = "maxmemory_policy:allkeys-lru\r\naof_enabled:0\r\ncluster_enabled:1\r\n"
        #expect(RedisLink.warnings(bad).count == 3)
    }

    @Test func `more topics than one command has are subscribed to again after a lost connection`() async throws {
        try await run { redis, one, two in
            let (dapp, wallet) = (try await Client.connect(one), try await Client.connect(two))
            let topics = (0..<2500).map { _ in someTopic() }
            for start in stride(from: 0, to: 2500, by: 500) {
                let list = topics[start..<(start + 500)].map { "\"\($0)\"" }.joined(separator: ",")
                try await wallet.call("irn_batchSubscribeBlocking", "{\"topics\":[\(list)]}")
            }
            try await redis.stop(byForce: true)
            for relay in [one, two] { try await relay.waitUntil(status: 503) }
            try await redis.start()
            for relay in [one, two] { try await relay.waitUntilHealthy() }
            for (number, topic) in topics.enumerated() where number % 250 == 0 {
                try await dapp.publish("m\(number)", to: topic)
                let delivery = try await wallet.delivery()
                #expect(delivery.topic == topic)
                #expect(delivery.message == "m\(number)")
            }
        }
    }

    @Test func `a password, a user and a database are used`() async throws {
        try await RedisServer.run(options: ["--requirepass", "s3cret"]) { redis in
            try await TestRelay.run {
                $0.redis = "redis://default:s3cret@127.0.0.1:\(redis.port)/3"
            } _: { relay in
                try await relay.waitUntilHealthy()
                let (dapp, wallet) = (try await Client.connect(relay), try await Client.connect(relay))
                let topic = someTopic()
                try await wallet.call("irn_subscribeBlocking", "{\"topic\":\"\(topic)\"}")
                try await dapp.publish("m", to: topic)
                #expect(try await wallet.delivery().message == "m")
            }
            try await TestRelay.run {
                $0.redis = "redis://:wrong@127.0.0.1:\(redis.port)"
            } _: { relay in
                let client = try await Client.connect(relay)
                #expect(try await client.publish("m", to: someTopic()).code == "-32603")
                try await relay.waitUntil(status: 503)
            }
        }
    }

    @Test func `a topic in Redis is deleted when its messages are gone`() async throws {
        try await run { redis, one, _ in
            let (dapp, wallet, topic) = (try await Client.connect(one), try await Client.connect(one), someTopic())
            try await dapp.publish("m", to: topic, lifetime: 3600)
            let admin = try await RawClient.connect(port: redis.port)
            func ask(_ command: String, _ kind: String) async throws -> Int {
                try await admin.send(raw: Array("\(command) drawbridge-relay:0:\(kind):\(topic)\r\n".utf8))
                return Int(try await admin.line().dropFirst()) ?? 0
            }
            let (messages, bytes) = (try await ask("PTTL", "messages"), try await ask("PTTL", "bytes"))
            #expect(messages > 3_500_000 && bytes > 3_500_000)
            try await wallet.call("irn_fetchMessages", "{\"topic\":\"\(topic)\"}")
            while try await ask("EXISTS", "messages") > 0 { try await Task.sleep(for: .milliseconds(5)) }
            let rest = try await ask("EXISTS", "bytes")
            #expect(rest == 0)
        }
    }

    @Test func `a clock that is set back does not change the order`() async throws {
        try await run { redis, one, _ in
            let admin = try await RawClient.connect(port: redis.port)
            let future = WallClock.milliseconds() + 3_600_000
            try await admin.send(raw: Array("HSET drawbridge-relay:0:clock time \(future)\r\n".utf8))
            #expect(try await admin.line() == ":1")
            let (dapp, wallet, topic) = (try await Client.connect(one), try await Client.connect(one), someTopic())
            try await dapp.publish("first", to: topic)
            try await wallet.subscribe(topic)
            for number in 0..<5 { try await dapp.publish("m\(number)", to: topic) }
            let first = try await wallet.delivery()
            #expect(first.message == "first")
            #expect(first.publishedAt == Int(future))
            for number in 0..<5 { #expect(try await wallet.delivery().message == "m\(number)") }
        }
    }
}
