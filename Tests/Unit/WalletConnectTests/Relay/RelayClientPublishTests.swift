import Bridge
import Testing

@testable import WalletConnect

/// Publications.
@Suite(.timeLimit(.minutes(1))) struct RelayClientPublishTests {
    @Test func `a message is stored, sent without anything about its contents, and removed when it is accepted`()
        async throws
    {
        let bench = try RelayBench()
        try await bench.connect()
        try await bench.client.publish(.text("hello"))
        let frame = await bench.relay.frames("irn_publish")[0]
        let params: JSON = [
            "topic": .string(Topic.number(1).description), "message": "hello", "ttl": 300, "tag": 1109, "prompt": true,
        ]
        #expect(frame.json["params"] == params)
        #expect(frame.id.utf8.count == 19)
        #expect(bench.outbox.state.value.added == 1 && bench.outbox.state.value.entries.isEmpty)
        await bench.receiver.state.wait { $0.outcomes.map(\.outcome) == [.accepted] }
        await bench.client.stop()
    }

    @Test func `nothing is sent that could not be stored`() async throws {
        let bench = try RelayBench()
        try await bench.connect()
        bench.outbox.state.update { $0.isBroken = true }
        await #expect(throws: WalletConnectError.relay(.storage)) { try await bench.client.publish(.text("a")) }
        try await bench.client.publish(.text("b"), isDurable: false)
        let frames = await bench.relay.frames("irn_publish")
        #expect(frames.map { $0.json["params"]?["message"] } == ["b"])
        #expect(await bench.client.statistics.storageFailures == 1)
        await bench.client.stop()
    }

    @Test func `a message that was not accepted is sent on the next connection with the same id`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { $0.connection < 3 ? [] : ScriptedRelay.honest($0) }
        try await bench.connect()
        async let first: Void = bench.client.publish(.text("a"))
        async let second: Void = bench.client.publish(.text("b"))
        for count in 1...2 {
            await bench.relay.frames("irn_publish", 2 * count)
            bench.relay.current?.end(.failed(.lost))
            await bench.clock.pass(.seconds(count))
        }
        _ = try await (first, second)
        let frames = await bench.relay.frames("irn_publish", 6)
        #expect(Set(frames.map(\.id)).count == 2)
        for text in ["a", "b"] {
            let same = frames.filter { $0.json["params"]?["message"]?.string == text }
            #expect(Set(same.map(\.json)).count == 1 && same.map(\.connection) == [1, 2, 3])
        }
        await bench.client.stop()
    }

    @Test func `a message without an answer is sent again with the same id on the same connection`() async throws {
        let bench = try RelayBench()
        let lost = Watched(2)
        bench.relay.behave { frame in
            lost.update { count in
                count -= 1
                return count >= 0 ? [] : ScriptedRelay.honest(frame)
            }
        }
        try await bench.connect()
        async let published: Void = bench.client.publish(.text("a"))
        for count in 1...2 {
            await bench.relay.frames("irn_publish", count)
            await bench.clock.pass(.seconds(10))
        }
        try await published
        let frames = await bench.relay.frames("irn_publish", 3)
        #expect(Set(frames.map(\.json)).count == 1 && frames.allSatisfy { $0.connection == 1 })
        await bench.client.stop()
    }

    @Test func `what was not accepted before a restart is sent after it, and its outcome told`() async throws {
        let (outbox, clock) = (MemoryOutbox(), RelayClock())
        let before = try RelayBench(outbox: outbox, clock: clock)
        before.relay.behave { _ in [] }
        try await before.client.start()
        let ids = [
            try await before.client.enqueue(.text("a")), try await before.client.enqueue(.text("b", lifetime: 10)),
            try await before.client.enqueue(.text("c")),
        ]
        await before.relay.frames("irn_publish", 3)
        await before.client.stop()
        #expect(Set(outbox.state.value.entries.keys) == Set(ids))

        clock.advance(by: .seconds(11))
        let after = try RelayBench(outbox: outbox, clock: clock)
        try await after.client.start()
        await after.receiver.state.wait { $0.outcomes.count == 3 }
        let outcomes = Dictionary(
            uniqueKeysWithValues: after.receiver.state.value.outcomes.map { ($0.entry.id, $0.outcome) })
        #expect(ids.map { outcomes[$0] } == [.accepted, .expired, .accepted])
        #expect(after.relay.sent.filter { $0.method == "irn_publish" }.map(\.id) == ["\(ids[0])", "\(ids[2])"])
        #expect(outbox.state.value.entries.isEmpty)
        await after.client.stop()
    }

    @Test func `a clock that was set back does not keep a message for longer than its lifetime`() async throws {
        let (outbox, clock) = (MemoryOutbox(), RelayClock())
        let publication = try Publication.text("a", lifetime: 10)
        outbox.state.update { $0.entries[7] = OutboxEntry(id: 7, publication: publication, expiry: .max) }
        let bench = try RelayBench(outbox: outbox, clock: clock)
        bench.relay.behave { _ in [] }
        try await bench.client.start()
        await bench.relay.frames("irn_publish")
        clock.advance(by: .seconds(10))
        await bench.receiver.state.wait { $0.outcomes.map(\.outcome) == [.expired] }
        await bench.client.stop()
    }

    @Test func `an outbox that cannot be read does not count as empty`() async throws {
        let bench = try RelayBench()
        bench.outbox.state.update { $0.isBroken = true }
        await #expect(throws: WalletConnectError.relay(.storage)) { try await bench.client.start() }
        bench.outbox.state.update { $0.isBroken = false }
        try await bench.client.start()
        await bench.client.stop()
    }

    @Test func `the publisher is told when the lifetime has ended, and nothing is sent after that`() async throws {
        let bench = try RelayBench()
        for _ in 0..<100 { bench.relay.refuseNext(.failed(.unreachable)) }
        try await bench.client.start()
        let published = Task { try await bench.client.publish(.text("a", lifetime: 30)) }
        await bench.clock.isAwaited(.seconds(30)...(.seconds(30)))
        bench.clock.advance(by: .seconds(30))
        await #expect(throws: WalletConnectError.relay(.expired)) { try await published.value }
        #expect(bench.outbox.state.value.entries.isEmpty)
        bench.relay.state.update { $0.replies = [] }
        await bench.client.connectNow()
        try await bench.client.publish(.text("b"))
        #expect(bench.relay.sent.filter { $0.method == "irn_publish" }.count == 1)
        await bench.client.stop()
    }

    @Test(
        arguments: [
            (-32_000, "TtlTooShort"), (-32_600, "PayloadSizeExceeded"), (-32_600, "InvalidTopic"), (-32_602, "Other"),
        ] as [(Int64, String)])
    func `an error that lasts ends the publication`(code: Int64, name: String) async throws {
        let bench = try RelayBench()
        bench.relay.behave { [ScriptedRelay.error($0, code, name)] }
        try await bench.connect()
        await #expect(throws: WalletConnectError.relay(.rejected(code: code, name: name))) {
            try await bench.client.publish(.text("a"))
        }
        #expect(bench.relay.sent.count == 1 && bench.outbox.state.value.entries.isEmpty)
        await bench.client.stop()
    }

    @Test(
        arguments: [
            (3001, "TooManyRequests", 15), (-32_603, "InternalError", 5), (-32_000, "MailboxLimitExceeded", 5),
            (-32_000, "Overloaded", 5), (4_003, "ProjectSuspended", 5), (1, "Other", 5),
        ] as [(Int64, String, Int)])
    func `an error that passes is not the end of the publication`(code: Int64, name: String, pause: Int) async throws {
        let bench = try RelayBench()
        let refusals = Watched(1)
        bench.relay.behave { frame in
            refusals.update { count in
                count -= 1
                return count >= 0 ? [ScriptedRelay.error(frame, code, name)] : ScriptedRelay.honest(frame)
            }
        }
        try await bench.connect()
        async let published: Void = bench.client.publish(.text("a"))
        await bench.clock.pass(.seconds(pause))
        try await published
        #expect(Set(bench.relay.sent.map(\.id)).count == 1 && bench.relay.sent.count == 2)
        await bench.client.stop()
    }

    @Test func `the outbox has a limit in messages and in bytes`() async throws {
        var limits = RelayLimits()
        (limits.outbox, limits.outboxBytes) = (3, 100)
        let bench = try RelayBench(limits: limits)
        try await bench.client.enqueue(.text(String(repeating: "a", count: 90)))
        await #expect(throws: WalletConnectError.relay(.outboxFull)) {
            try await bench.client.enqueue(.text(String(repeating: "b", count: 11)))
        }
        try await bench.client.enqueue(.text("c"))
        try await bench.client.enqueue(.text("d"))
        await #expect(throws: WalletConnectError.relay(.outboxFull)) { try await bench.client.enqueue(.text("e")) }
        #expect(bench.outbox.state.value.entries.count == 3)
    }

    @Test func `so many messages are on their way at once, in the order of their ids`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { _ in [] }
        try await bench.connect()
        var ids: [UInt64] = []
        for number in 0..<50 { ids.append(try await bench.client.enqueue(.text("\(number)"))) }
        let frames = await bench.relay.frames("irn_publish", 32)
        #expect(ids == ids.sorted() && frames.map(\.id) == ids.prefix(32).map { "\($0)" })
        bench.relay.current?.push(ScriptedRelay.reply(frames[7], true))
        #expect(await bench.relay.frames("irn_publish", 33).last?.id == "\(ids[32])")
        bench.relay.behave(ScriptedRelay.honest)
        for frame in frames where frame.id != frames[7].id {
            bench.relay.current?.push(ScriptedRelay.reply(frame, true))
        }
        bench.relay.current?.push(ScriptedRelay.reply(bench.relay.sent[32], true))
        await bench.receiver.state.wait { $0.outcomes.count == 50 }
        await bench.client.stop()
    }

    @Test func `a publisher that is cancelled does not end the publication`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { _ in [] }
        try await bench.connect()
        let task = Task { try await bench.client.publish(.text("a")) }
        let frame = await bench.relay.frames("irn_publish")[0]
        task.cancel()
        await #expect(throws: WalletConnectError.relay(.cancelled)) { try await task.value }
        #expect(bench.outbox.state.value.entries.count == 1)
        bench.relay.current?.push(ScriptedRelay.reply(frame, true))
        await bench.receiver.state.wait { $0.outcomes.map(\.outcome) == [.accepted] }
        await bench.client.stop()
    }

    @Test func `an answer counts once, in whatever form its id is`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { frame in
            // Not the client's answer to a delivery.
            guard frame.method != nil else { return [] }
            let text = #"{"id":"\#(frame.id)","jsonrpc":"2.0","result":true}"#
            return [text, text, ScriptedRelay.error(frame, 1, "Late")]
        }
        try await bench.connect()
        try await bench.client.publish(.text("a"))
        try await bench.client.publish(.text("b"))
        bench.relay.current?.push(ScriptedRelay.delivery(1, .number(9), "last"))
        _ = await bench.relay.answer(to: "1")
        while await bench.client.statistics.unexpectedAnswers < 4 { await Task.yield() }
        #expect(await bench.client.statistics.unexpectedAnswers == 4)
        #expect(bench.receiver.state.value.outcomes.map(\.outcome) == [.accepted, .accepted])
        await bench.client.stop()
    }
}
