import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(1))) struct LegacyTests {
    /// Shaped like the UUIDs of today's clients.
    private let topic = "5b8fa4b0-0a7c-4a5d-bd3f-" + someTopic().prefix(12)

    private func connect(_ relay: TestRelay) async throws -> RawClient {
        let client = try await RawClient.connect(port: relay.server.port)
        #expect(try await client.upgrade("/?protocol=wc&version=1&env=browser") == 101)
        return client
    }

    private func frame(_ type: String, _ topic: String, _ payload: String = "", silent: String = "true") -> String {
        "{\"topic\":\"\(topic)\",\"type\":\"\(type)\",\"payload\":\"\(payload)\",\"silent\":\(silent)}"
    }

    @Test(arguments: Storage.allCases) func `a payload waits for the subscriber, in order`(storage: Storage)
        async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let (dapp, wallet) = (try await connect(relay), try await connect(relay))

            let payload = "{\\\"data\\\":\\\"00\\\"}"
            try await dapp.send(frame("pub", topic, payload))
            try await dapp.send(frame("pub", topic, "two", silent: "false"))
            try await relay.wait(for: "published_total") { $0 == 2 }
            try await wallet.send(frame("sub", topic))
            #expect(try await wallet.frame().text == frame("pub", topic, payload))
            #expect(try await wallet.frame().text == frame("pub", topic, "two", silent: "false"))
            try await dapp.send(frame("pub", topic, "three"))
            #expect(try await wallet.frame().text == frame("pub", topic, "three"))
            // What was sent is gone.
            let late = try await connect(relay)
            try await late.send(frame("sub", topic))
            try await relay.wait(for: "subscriptions") { $0 == 2 }
            try await dapp.send(frame("pub", topic, "four"))
            #expect(try await late.frame().text == frame("pub", topic, "four"))
        }
    }

    @Test(arguments: Storage.allCases) func `a client gets what it published, if it subscribes`(storage: Storage)
        async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let client = try await connect(relay)
            try await client.send(frame("sub", topic))
            try await client.send(frame("pub", topic, "own"))
            #expect(try await client.frame().text == frame("pub", topic, "own"))
        }
    }

    @Test(arguments: Storage.allCases) func `what the bridge does not accept is ignored`(storage: Storage) async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let client = try await connect(relay)
            try await client.send(frame("sub", topic))
            let frames = [
                "", "[]", "{}", "ping", frame("pub", ""), frame("pub", String(repeating: "a", count: 129)),
                frame("pub", "a\\nb"), "{\"topic\":\"\(topic)\",\"type\":\"pub\"}",
                "{\"topic\":\"\(topic)\",\"type\":\"pub\",\"payload\":{}}",
                "{\"topic\":5,\"type\":\"pub\",\"payload\":\"\"}",
                frame("pub", topic, String(repeating: "A", count: 512 << 10 + 1)),
            ]
            for text in frames { try await client.send(text) }
            for type in ["ack", "ping", "other"] { try await client.send(frame(type, topic)) }
            try await client.send(frame("pub", topic, "good"))
            #expect(try await client.frame().text == frame("pub", topic, "good"))
            #expect(try await relay.metric("legacy_refused_total") == frames.count)
        }
    }

    @Test(arguments: Storage.allCases) func `the topics of both versions are kept apart`(storage: Storage) async throws
    {
        try await TestRelay.run(storage: storage) { relay in
            let (old, new, topic) = (try await connect(relay), try await Client.connect(relay), someTopic())
            try await old.send(frame("sub", topic))
            try await old.send(frame("pub", topic, "old"))
            #expect(try await old.frame().text == frame("pub", topic, "old"))
            try await new.subscribe(topic)
            try await new.expectNothing()
            try await Client.connect(relay).publish("new", to: topic)
            #expect(try await new.delivery().message == "new")
            // A frame of version 2 means nothing here.
            try await old.send(
                "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"irn_subscribe\",\"params\":{\"topic\":\"\(topic)\"}}")
            try await old.send(frame("pub", topic, "last"))
            #expect(try await old.frame().text == frame("pub", topic, "last"))
        }
    }

    @Test(arguments: Storage.allCases) func `a flood is closed with 1013`(storage: Storage) async throws {
        try await TestRelay.run(storage: storage) {
            $0.limits.requestBurst = 5
            $0.limits.requestsPerSecond = 1
        } _: { relay in
            let client = try await connect(relay)
            // Far more than are needed: a slow computer gives the client time for more.
            for _ in 0..<200 { try? await client.send(frame("pub", topic, "m")) }
            #expect(try await client.closeCode() == 1013)
        }
    }
}
