import Bridge
import Testing

@testable import WalletConnect

/// Messages that the relay delivers.
@Suite(.timeLimit(.minutes(1))) struct RelayClientIncomingTests {
    private let topic = Topic.number(1)

    @Test func `a message is confirmed after it was stored, and not before`() async throws {
        let bench = try RelayBench()
        try await bench.connect(topic)
        bench.receiver.state.update { $0.isHanging = true }
        bench.relay.current?.push(ScriptedRelay.delivery(7, topic, "a"))
        await bench.receiver.state.wait { $0.calls == 1 }
        // The answer to this call is behind everything that was sent before it.
        try await bench.client.publish(.text("x"))
        #expect(!bench.relay.sent.contains { $0.id == "7" } && bench.received.state.value.keys.isEmpty)
        bench.receiver.state.update { $0.isHanging = false }
        #expect(await bench.relay.answer(to: "7")["result"] == true)
        let message = bench.receiver.state.value.messages.first
        #expect(message?.tag == 1108 && message?.publishedAt == 1_800_000_000_000)
        #expect(bench.received.state.value.keys.values.map { $0 } == [bench.clock.milliseconds])
        await bench.client.stop()
    }

    @Test(arguments: [true, false])
    func `what could not be stored is not confirmed, and accepted when it comes again`(isReceiver: Bool) async throws {
        let bench = try RelayBench()
        try await bench.connect(topic)
        bench.receiver.state.update { $0.refuses = isReceiver }
        bench.received.state.update { $0.isBroken = !isReceiver }
        bench.relay.current?.push(ScriptedRelay.delivery(7, topic, "a"))
        bench.relay.current?.push(ScriptedRelay.delivery(8, .number(9), "unknown"))
        bench.relay.current?.push(ScriptedRelay.delivery(9, topic, "b"))
        _ = await bench.relay.answer(to: "8")
        while await bench.client.statistics.storageFailures < 2 { await Task.yield() }
        bench.receiver.state.update { $0.refuses = false }
        bench.received.state.update { $0.isBroken = false }
        bench.relay.current?.push(ScriptedRelay.delivery(10, topic, "a"))
        _ = await bench.relay.answer(to: "10")
        #expect(bench.receiver.texts == ["a"])
        #expect(bench.relay.sent.filter { $0.method == nil }.map(\.id) == ["8", "10"])
        await bench.client.stop()
    }

    @Test func `a message that comes again is confirmed and not passed on, also after a restart`() async throws {
        let received = MemoryReceived()
        for round in 0..<2 {
            let bench = try RelayBench(received: received)
            try await bench.connect(topic)
            for id in 1...3 { bench.relay.current?.push(ScriptedRelay.delivery(Int64(id), topic, "a")) }
            bench.relay.current?.push(ScriptedRelay.delivery(4, topic, "b \(round)"))
            for id in 1...4 { #expect(await bench.relay.answer(to: "\(id)")["result"] == true) }
            #expect(bench.receiver.texts == (round == 0 ? ["a", "b 0"] : ["b 1"]))
            await bench.client.stop()
        }
        #expect(received.state.value.keys.count == 3)
    }

    @Test func `the same text on another topic is another message`() async throws {
        let bench = try RelayBench()
        try await bench.connect(topic, .number(2))
        bench.relay.current?.push(ScriptedRelay.delivery(1, topic, "a"))
        bench.relay.current?.push(ScriptedRelay.delivery(2, .number(2), "a"))
        for id in 1...2 { _ = await bench.relay.answer(to: "\(id)") }
        #expect(bench.receiver.texts == ["a", "a"])
        await bench.client.stop()
    }

    @Test func `deliveries during the storing are confirmed together after it`() async throws {
        let bench = try RelayBench()
        try await bench.connect(topic)
        bench.receiver.state.update { $0.isHanging = true }
        for id in 1...3 { bench.relay.current?.push(ScriptedRelay.delivery(Int64(id), topic, "a")) }
        for id in 4...5 { bench.relay.current?.push(ScriptedRelay.delivery(Int64(id), topic, "b")) }
        try await bench.client.publish(.text("x"))
        bench.receiver.state.update { $0.isHanging = false }
        for id in 1...5 { _ = await bench.relay.answer(to: "\(id)") }
        #expect(bench.receiver.texts == ["a", "b"] && bench.receiver.state.value.calls == 2)
        await bench.client.stop()
    }

    @Test func `a delivery of an earlier connection is not confirmed on a later one`() async throws {
        let bench = try RelayBench()
        try await bench.connect(topic)
        bench.receiver.state.update { $0.isHanging = true }
        bench.relay.current?.push(ScriptedRelay.delivery(7, topic, "a"))
        await bench.receiver.state.wait { $0.calls == 1 }
        bench.relay.current?.end(.closed(code: 1001, reason: ""))
        await bench.relay.frames("irn_subscribe", 2)
        bench.receiver.state.update { $0.isHanging = false }
        bench.relay.current?.push(ScriptedRelay.delivery(8, topic, "a"))
        await bench.clock.pass(.milliseconds(250))
        _ = await bench.relay.answer(to: "8")
        #expect(!bench.relay.sent.contains { $0.id == "7" } && bench.receiver.texts == ["a"])
        await bench.client.stop()
    }

    @Test func `messages of a topic without a subscription are confirmed and dropped`() async throws {
        let bench = try RelayBench()
        try await bench.connect(topic, .number(2))
        await bench.client.unsubscribe(.number(2))
        bench.relay.current?.push(ScriptedRelay.delivery(1, .number(2), "late"))
        bench.relay.current?.push(ScriptedRelay.delivery(2, .number(3), "never"))
        for id in 1...2 { #expect(await bench.relay.answer(to: "\(id)")["result"] == true) }
        #expect(bench.receiver.texts.isEmpty && bench.received.state.value.keys.isEmpty)
        #expect(await bench.client.statistics.unknownTopics == 2)
        await bench.client.stop()
    }

    @Test func `what waited in the mailbox is passed on in the order of its publication`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { frame in
            guard frame.method == "irn_subscribe" else { return ScriptedRelay.honest(frame) }
            let order = [5, 2, 9, 1, 8, 3, 3, 7]
            return ScriptedRelay.honest(frame)
                + order.enumerated().map {
                    ScriptedRelay.delivery(
                        Int64($0.offset), .number(1), "\($0.element) \($0.offset)", at: Int64($0.element))
                }
        }
        try await bench.connect(topic, waiting: 8)
        for id in 0..<8 { _ = await bench.relay.answer(to: "\(id)") }
        #expect(bench.receiver.texts == ["1 3", "2 1", "3 5", "3 6", "5 0", "7 7", "8 4", "9 2"])
        await bench.client.stop()
    }

    @Test func `a subscription that is never answered does not hold messages back for long`()
        async throws
    {
        let bench = try RelayBench()
        bench.relay.behave { _ in [] }
        try await bench.client.start()
        try await bench.client.watch([topic])
        await bench.relay.connections(1)?.push(ScriptedRelay.delivery(1, topic, "a"))
        await bench.clock.pass(.milliseconds(1_500))
        _ = await bench.relay.answer(to: "1")
        await bench.client.stop()
    }

    @Test func `a flood is left to the relay, and what was taken is stored`() async throws {
        var limits = RelayLimits()
        (limits.incoming, limits.incomingBytes, limits.unwanted) = (10, 1_000, 1_000)
        let bench = try RelayBench(limits: limits)
        try await bench.connect(topic)
        bench.receiver.state.update { $0.isHanging = true }
        for id in 0..<200 { bench.relay.current?.push(ScriptedRelay.delivery(Int64(id), topic, "m\(id)")) }
        bench.relay.current?.push(ScriptedRelay.delivery(999, .number(9), "end"))
        _ = await bench.relay.answer(to: "999")
        let dropped = await bench.client.statistics.dropped
        #expect(dropped >= 189)
        bench.receiver.state.update { $0.isHanging = false }
        await bench.receiver.state.wait { $0.messages.count == 200 - dropped }
        // Answers go out for exactly those that were stored.
        for message in bench.receiver.texts { _ = await bench.relay.answer(to: String(message.dropFirst())) }
        #expect(bench.relay.sent.filter { $0.method == nil }.count == 201 - dropped)
        await bench.client.stop()
    }

    @Test func `messages of 1 MiB have the same limit in bytes`() async throws {
        let bench = try RelayBench()
        try await bench.connect(topic)
        bench.receiver.state.update { $0.isHanging = true }
        for id in 0..<12 {
            bench.relay.current?.push(
                ScriptedRelay.delivery(Int64(id), topic, String(repeating: "AB", count: 1 << 19 - 1) + "\(id)"))
        }
        bench.relay.current?.push(ScriptedRelay.delivery(999, .number(9), "end"))
        _ = await bench.relay.answer(to: "999")
        #expect(await bench.client.statistics.dropped >= 3)
        bench.receiver.state.update { $0.isHanging = false }
        await bench.client.stop()
    }

    private static func page(_ range: Range<Int>, hasMore: Bool) -> JSON {
        [
            "messages": .array(
                range.map {
                    [
                        "topic": .string(Topic.number(1).description), "message": .string("f\($0)"),
                        "publishedAt": JSON(Int64($0)), "tag": 1100,
                    ]
                }), "hasMore": .bool(hasMore),
        ]
    }

    @Test func `a mailbox is fetched page by page until there is no more`() async throws {
        let bench = try RelayBench()
        let pages = Watched(0)
        bench.relay.behave { frame in
            guard frame.method == "irn_fetchMessages" else { return ScriptedRelay.honest(frame) }
            let page = pages.update { page in
                page += 1
                return page
            }
            return [ScriptedRelay.reply(frame, Self.page((page - 1) * 500..<page * 500, hasMore: page < 4))]
        }
        try await bench.connect()
        #expect(try await bench.client.fetch([topic]) == 2_000)
        await bench.receiver.state.wait { $0.messages.count == 2_000 }
        #expect(bench.receiver.texts == (0..<2_000).map { "f\($0)" })
        await bench.client.stop()
    }

    @Test func `a mailbox without an end is not fetched for ever`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { frame in
            [
                ScriptedRelay.reply(
                    frame, frame.topics.count > 1 ? ["messages": [], "hasMore": true] : Self.page(0..<1, hasMore: true))
            ]
        }
        try await bench.connect()
        #expect(try await bench.client.fetch([topic]) == 100)
        #expect(try await bench.client.fetch([topic, .number(2)]) == 0)
        #expect(bench.relay.sent.count == 101 && bench.receiver.texts == ["f0"])
        await bench.client.stop()
    }

    @Test func `messages of a fetch that nobody asked for, or that cannot be read, are dropped`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { frame in
            let messages: JSON = [
                ["topic": .string(Topic.number(2).description), "message": "other"], 7, ["topic": "x"],
                ["topic": .string(Topic.number(1).description), "message": "mine"],
            ]
            return [ScriptedRelay.reply(frame, ["messages": messages, "hasMore": false])]
        }
        try await bench.connect()
        #expect(try await bench.client.fetch([topic]) == 1)
        await bench.receiver.state.wait { $0.messages.map(\.message) == ["mine"] }
        let statistics = await bench.client.statistics
        #expect(statistics.malformed == 2 && statistics.unknownTopics == 1)
        await bench.client.stop()
    }

    @Test func `a fetched message that could not be stored is tried again, because it will not come again`()
        async throws
    {
        let bench = try RelayBench()
        bench.relay.behave { [ScriptedRelay.reply($0, Self.page(0..<2, hasMore: false))] }
        try await bench.connect()
        bench.receiver.state.update { $0.refuses = true }
        try await bench.client.fetch([topic])
        await bench.clock.pass(.seconds(5))
        await bench.receiver.state.wait { $0.calls == 2 }
        await bench.clock.isAwaited(.seconds(5) ... .seconds(5))
        bench.receiver.state.update { $0.refuses = false }
        await bench.clock.pass(.seconds(5))
        await bench.receiver.state.wait { $0.messages.map(\.message) == ["f0", "f1"] }
        await bench.client.stop()
    }

    @Test func `where it is set, the mailbox is fetched after each connection`() async throws {
        let bench = try RelayBench(mailbox: .fetched)
        try await bench.client.start()
        try await bench.client.watch([topic, .number(2)])
        await bench.relay.frames("irn_batchFetchMessages", 1)
        bench.relay.current?.end(.closed(code: 1001, reason: ""))
        #expect(await bench.relay.frames("irn_batchFetchMessages", 2).map(\.connection) == [1, 2])
        await bench.client.stop()
    }
}
