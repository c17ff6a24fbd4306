import Bridge
import Testing

@testable import WalletConnect

/// Topics.
@Suite(.timeLimit(.minutes(1))) struct RelayClientSubscriptionTests {
    private static func many(_ count: Int) -> [Topic] { (0..<count).map { .number($0) } }

    @Test func `topics are subscribed to in batches, and again after each reconnection`() async throws {
        let bench = try RelayBench()
        try await bench.client.start()
        let topics = Self.many(1_200)
        try await bench.client.subscribe(topics)
        for count in 1...2 {
            let frames = await bench.relay.frames("irn_batchSubscribe", 3 * count).suffix(3)
            #expect(frames.map(\.topics.count) == [500, 500, 200] && frames.allSatisfy { $0.connection == count })
            #expect(Set(frames.flatMap(\.topics)) == Set(topics.map(\.description)))
            bench.relay.current?.end(.closed(code: 1001, reason: ""))
            if count == 1 { await bench.relay.connections(2) }
        }
        #expect(await bench.relay.frames("irn_batchFetchMessages", 0).isEmpty)
        await bench.client.stop()
    }

    @Test func `a topic is subscribed to once, regardless of who asks`() async throws {
        let bench = try RelayBench()
        try await bench.connect(.number(1))
        try await bench.client.subscribe([.number(1), .number(1)])
        try await bench.client.watch([.number(1)])
        try await bench.client.subscribe([.number(1), .number(2)])
        #expect(
            await bench.relay.frames("irn_subscribe", 2).flatMap(\.topics)
                == [1, 2].map { Topic.number($0).description })
        await bench.client.stop()
    }

    @Test func `there are at most so many topics`() async throws {
        let bench = try RelayBench()
        let topics = Self.many(10_000)
        try await bench.client.watch(topics)
        try await bench.client.watch(topics)
        await #expect(throws: WalletConnectError.relay(.tooManyTopics)) {
            try await bench.client.subscribe([.number(10_001)])
        }
        await bench.client.unsubscribe(.number(1))
        try await bench.client.watch([.number(10_001)])
    }

    @Test func `a topic that is given up is unsubscribed from, and not subscribed to again`() async throws {
        let bench = try RelayBench()
        try await bench.connect(.number(1), .number(2))
        await bench.client.unsubscribe(.number(1))
        await bench.client.unsubscribe(.number(1))
        await bench.client.unsubscribe(.number(3))
        let frames = await bench.relay.frames("irn_unsubscribe")
        #expect(frames.count == 1 && frames.first?.json["params"]?["id"]?.string?.hasPrefix("s-") == true)
        bench.relay.current?.end(.closed(code: 1001, reason: ""))
        #expect(await bench.relay.frames("irn_subscribe").flatMap(\.topics) == [Topic.number(2).description])
        await bench.client.stop()
    }

    @Test func `a topic that is given up before the relay answers is unsubscribed from after that`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { $0.method == "irn_subscribe" ? [] : ScriptedRelay.honest($0) }
        try await bench.connect()
        try await bench.client.watch([.number(1)])
        let frame = await bench.relay.frames("irn_subscribe")[0]
        await bench.client.unsubscribe(.number(1))
        bench.relay.current?.push(ScriptedRelay.reply(frame, "late"))
        #expect(await bench.relay.frames("irn_unsubscribe")[0].json["params"]?["id"] == "late")
        await bench.client.stop()
    }

    @Test func `one topic that the relay refuses does not keep the others from being subscribed to`() async throws {
        let bench = try RelayBench()
        let bad = Topic.number(3).description
        bench.relay.behave { frame in
            switch frame.method {
            case "irn_batchSubscribe" where frame.topics.contains(bad):
                [ScriptedRelay.error(frame, -32_000, "SubscriberLimitExceeded")]
            case "irn_batchSubscribeBlocking":
                [
                    ScriptedRelay.reply(
                        frame,
                        .array(
                            frame.topics.map {
                                $0 == bad
                                    ? ["error": ["code": -32_000, "message": "", "data": "SubscriberLimitExceeded"]]
                                    : ["id": "x"]
                            }))
                ]
            default: ScriptedRelay.honest(frame)
            }
        }
        try await bench.client.start()
        async let good: Void = bench.client.subscribe([.number(1), .number(2)])
        await #expect(
            throws: WalletConnectError.relay(.rejected(code: -32_000, name: "SubscriberLimitExceeded"))
        ) {
            try await bench.client.subscribe([.number(3), .number(4)])
        }
        try await good
        try await bench.client.subscribe([.number(4)])
        await bench.client.stop()
    }

    @Test func `a relay with too many calls is asked again later`() async throws {
        let bench = try RelayBench()
        let refusals = Watched(2)
        bench.relay.behave { frame in
            refusals.update { count in
                guard count > 0, frame.method == "irn_subscribe" else { return ScriptedRelay.honest(frame) }
                count -= 1
                return [ScriptedRelay.error(frame, count == 1 ? 3001 : -32_603, "TooManyRequests")]
            }
        }
        try await bench.client.start()
        async let subscribed: Void = bench.client.subscribe([.number(1)])
        await bench.clock.pass(.seconds(15))
        await bench.clock.pass(.seconds(5))
        try await subscribed
        #expect(await bench.relay.frames("irn_subscribe", 3).count == 3)
        await bench.client.stop()
    }

    @Test(
        arguments: [true, 7, ["a", "b"], [], [7, 8, 9], nil, .string(String(repeating: "a", count: 1_000))] as [JSON])
    func `an answer of the wrong form is an error, and the connection stays open`(result: JSON) async throws {
        let bench = try RelayBench()
        bench.relay.behave { frame in
            frame.method?.contains("ubscribe") == true
                ? [ScriptedRelay.reply(frame, result)] : ScriptedRelay.honest(frame)
        }
        try await bench.connect()
        await #expect(throws: WalletConnectError.relay(.answer)) {
            try await bench.client.subscribe([.number(1), .number(2), .number(3)])
        }
        bench.relay.behave(ScriptedRelay.honest)
        try await bench.client.subscribe([.number(1), .number(2), .number(3)])
        try await bench.client.publish(.text("a"))
        #expect(bench.relay.state.value.urls.count == 1)
        await bench.client.stop()
    }

    @Test func `a subscription that is not answered in time is asked for again, then on another connection`()
        async throws
    {
        let bench = try RelayBench()
        bench.relay.behave { $0.connection == 1 ? [] : ScriptedRelay.honest($0) }
        try await bench.client.start()
        async let subscribed: Void = bench.client.subscribe([.number(1)])
        for count in 1...5 {
            await bench.relay.frames("irn_subscribe", count)
            await bench.clock.pass(.seconds(10))
        }
        await bench.clock.pass(.seconds(1))
        try await subscribed
        #expect(await bench.relay.frames("irn_subscribe", 6).map(\.connection) == [1, 1, 1, 1, 1, 2])
        await bench.client.stop()
    }

    @Test func `a caller is told when there was no connection in time, and the topic stays`() async throws {
        let bench = try RelayBench()
        bench.relay.state.update { $0.isHanging = true }
        try await bench.client.start()
        let result = Task { try await bench.client.subscribe([.number(1)]) }
        await bench.clock.pass(.seconds(60))
        await #expect(throws: WalletConnectError.relay(.timedOut)) { try await result.value }
        bench.relay.state.update { $0.isHanging = false }
        await bench.relay.frames("irn_subscribe")
        await bench.client.stop()
    }

    @Test func `a caller that is cancelled ends at once`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { _ in [] }
        try await bench.client.start()
        let task = Task { try await bench.client.subscribe([.number(1)]) }
        await bench.relay.frames("irn_subscribe")
        task.cancel()
        await #expect(throws: WalletConnectError.relay(.cancelled)) { try await task.value }
        await bench.client.stop()
    }
}
