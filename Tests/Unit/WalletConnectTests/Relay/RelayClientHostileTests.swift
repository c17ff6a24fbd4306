import Bridge
import Testing

@testable import WalletConnect

/// A relay that does not keep to the protocol.
@Suite(.timeLimit(.minutes(2))) struct RelayClientHostileTests {
    private let topic = Topic.number(1)

    @Test func `malformed frames are answered if they have an id, and the connection stays open`() async throws {
        let bench = try RelayBench()
        try await bench.connect(topic)
        let frames = [
            "", "{", "null", "[1]", "\u{0}\u{FFFF}",
            #"{"id":50,"jsonrpc":"2.0","method":"irn_subscription","params":{}}"#,
            #"{"id":"51","jsonrpc":"2.0","method":7}"#, String(repeating: "[", count: 1 << 20),
            #"{"id":1,"jsonrpc":"2.0","result":true}"#,
            #"{"id":0,"jsonrpc":"2.0","error":{"code":-32600,"message":""}}"#,
            #"{"jsonrpc":"2.0","error":{"code":-32700,"message":""}}"#,
            #"{"id":52,"jsonrpc":"2.0","method":"irn_unknown","params":{}}"#, String(repeating: "x", count: 2 << 20),
        ]
        for frame in frames { bench.relay.current?.push(frame) }
        bench.relay.current?.push(ScriptedRelay.delivery(53, topic, "good"))
        #expect(await bench.relay.answer(to: "50")["error"]?["code"] == -32_600)
        #expect(await bench.relay.answer(to: "51")["error"]?["code"] == -32_600)
        #expect(await bench.relay.answer(to: "52")["error"]?["code"] == -32_601)
        #expect(await bench.relay.answer(to: "53")["result"] == true)
        #expect(bench.receiver.texts == ["good"] && bench.relay.state.value.urls.count == 1)
        let statistics = await bench.client.statistics
        #expect(statistics.malformed == 9 && statistics.unexpectedAnswers == 3)
        await bench.client.stop()
    }

    @Test(arguments: [
        ("{", 101), (#"{"id":7,"jsonrpc":"2.0","result":true}"#, 1_001),
        (#"{"id":7,"jsonrpc":"2.0","method":"m","params":{}}"#, 1_001), (#"{"id":7,"jsonrpc":"2.0"}"#, 101),
        (ScriptedRelay.delivery(1, .number(9), "unknown"), 1_001),
    ])
    func `too many useless frames end the connection, and a pause follows`(frame: String, count: Int) async throws {
        let bench = try RelayBench()
        try await bench.connect(topic)
        for _ in 0..<count - 1 { bench.relay.current?.push(frame) }
        try await bench.client.publish(.text("still open"))
        bench.relay.current?.push(frame)
        let until = bench.clock.milliseconds + 1_000
        #expect(await bench.reaches { $0 == .waiting(until: until, .malformed) } != nil)
        #expect(bench.relay.state.value.closed == [4000])
        await bench.clock.pass(.seconds(1))
        await bench.relay.frames("irn_subscribe", 2)
        await bench.client.stop()
    }

    @Test func `useless frames of many minutes do not add up`() async throws {
        let bench = try RelayBench()
        try await bench.connect(topic)
        for number in 0..<10 {
            for _ in 0..<100 { bench.relay.current?.push("{") }
            bench.relay.current?.push(ScriptedRelay.delivery(Int64(number), topic, "\(number)"))
            _ = await bench.relay.answer(to: "\(number)")
            bench.clock.advance(by: .seconds(60))
        }
        #expect(bench.relay.state.value.urls.count == 1 && bench.receiver.texts.count == 10)
        await bench.client.stop()
    }

    @Test func `a relay that never answers is left after some calls, with a pause`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { $0.connection == 1 ? [] : ScriptedRelay.honest($0) }
        try await bench.connect()
        async let published: Void = bench.client.publish(.text("a"))
        for count in 1...5 {
            await bench.relay.frames("irn_publish", count)
            await bench.clock.pass(.seconds(10))
        }
        let until = bench.clock.milliseconds + 1_000
        #expect(await bench.reaches { $0 == .waiting(until: until, .timedOut) } != nil)
        await bench.clock.pass(.seconds(1))
        try await published
        #expect(Set(bench.relay.sent.map(\.id)).count == 1)
        await bench.client.stop()
    }

    @Test func `calls have a limit, and further ones fail at once`() async throws {
        var limits = RelayLimits()
        limits.calls = 8
        let bench = try RelayBench(limits: limits)
        bench.relay.behave { _ in [] }
        try await bench.connect()
        let callers = (0..<8).map { _ in Task { try await bench.client.fetch([.number(1)]) } }
        let frames = await bench.relay.frames("irn_fetchMessages", 8)
        await #expect(throws: WalletConnectError.relay(.busy)) { try await bench.client.fetch([.number(1)]) }
        for frame in frames {
            bench.relay.current?.push(ScriptedRelay.reply(frame, ["messages": [], "hasMore": false]))
        }
        for caller in callers { #expect(try await caller.value == 0) }
        #expect(bench.relay.sent.count == 8)
        await bench.client.stop()
    }

    @Test func `callers that wait for a connection or a subscription have a limit`() async throws {
        var limits = RelayLimits()
        limits.callers = 8
        let bench = try RelayBench(limits: limits)
        bench.relay.state.update { $0.isHanging = true }
        try await bench.client.start()
        let callers = (0..<16).map { number in
            Task {
                if number < 8 {
                    try await bench.client.subscribe([.number(number)])
                } else {
                    try await bench.client.fetch([.number(number)])
                }
            }
        }
        while await bench.client.subscribers.count < 8 { await Task.yield() }
        while await bench.client.connectionWaiters.count < 8 { await Task.yield() }
        await #expect(throws: WalletConnectError.relay(.busy)) { try await bench.client.subscribe([.number(1)]) }
        await #expect(throws: WalletConnectError.relay(.busy)) { try await bench.client.fetch([.number(1)]) }
        bench.relay.state.update { $0.isHanging = false }
        for caller in callers { try await caller.value }
        await bench.client.stop()
    }

    enum Moment: CaseIterable, Sendable { case atOnce, beforeAnswer, afterAnswer, afterDelivery }

    @Test(arguments: [1000, 1001, 1006, 1009, 1013, 3001, 4008, 4010] as [UInt16], Moment.allCases)
    func `after each close code at each moment every message is accepted once and every topic is subscribed to`(
        code: UInt16, moment: Moment
    ) async throws {
        let bench = try RelayBench()
        let accepted = Watched<[String]>([])
        bench.relay.behave { [state = bench.relay.state] frame in
            let socket = state.value.sockets.first { $0.number == frame.connection }
            let isFirst = frame.connection == 1
            let isLost = isFirst && (moment == .atOnce || moment == .beforeAnswer && frame.method == "irn_publish")
            if frame.method == "irn_publish", !isLost {
                accepted.update { if !$0.contains(frame.id) { $0.append(frame.id) } }
            }
            if isFirst, moment == .atOnce || frame.method == "irn_publish" && moment != .afterDelivery {
                if moment == .afterAnswer { socket?.push(ScriptedRelay.honest(frame)[0]) }
                socket?.end(.closed(code: code, reason: "<b>why</b>"))
                return []
            }
            if isFirst, frame.method == nil { socket?.end(.closed(code: code, reason: "")) }
            return ScriptedRelay.honest(frame)
        }
        try await bench.client.start()
        try await bench.client.watch([topic])
        let id = try await bench.client.enqueue(.text("a"))
        if moment == .afterDelivery {
            await bench.relay.connections(1)?.push(ScriptedRelay.delivery(7, topic, "m"))
            await bench.clock.pass(.milliseconds(250))
        }
        if ![1001, 4010].contains(code) {
            await bench.clock.pass(code == 1013 || code == 3001 ? .seconds(60) : .seconds(1))
        }
        let subscription = { @Sendable (frame: SentFrame) in frame.method == "irn_subscribe" && frame.connection == 2 }
        await bench.relay.state.wait { $0.sent.contains(where: subscription) }
        await bench.receiver.state.wait { $0.outcomes.map(\.outcome) == [.accepted] }
        #expect(accepted.value == ["\(id)"] && bench.outbox.state.value.entries.isEmpty)
        await bench.client.stop()
    }

    @Test func `a relay that opens and closes all the time is not connected to all the time`() async throws {
        let bench = try RelayBench()
        try await bench.client.start()
        try await bench.client.watch([topic])
        // At once, then with pauses, and at once again when ten seconds have passed since the last time.
        for (number, pause) in [0, 1, 2, 4, 8, 0, 16, 0].enumerated() {
            await bench.relay.connections(number + 1)?.end(.closed(code: 4010, reason: ""))
            guard pause > 0 else { continue }
            let until = bench.clock.milliseconds + Int64(pause) * 1_000
            #expect(await bench.reaches { $0 == .waiting(until: until, .moved) } != nil)
            #expect(bench.relay.state.value.urls.count == number + 1)
            await bench.clock.pass(.seconds(pause))
        }
        await bench.client.stop()
    }

    @Test func `answers out of order reach their callers`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { _ in [] }
        try await bench.connect()
        let ids = try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 { group.addTask { try await bench.client.publish(.text("\(number)")) } }
            let frames = await bench.relay.frames("irn_publish", 30)
            for frame in frames.reversed() { bench.relay.current?.push(ScriptedRelay.reply(frame, true)) }
            try await group.waitForAll()
            return frames.map(\.id)
        }
        #expect(Set(ids).count == 30)
        await bench.client.stop()
    }
}
