import Bridge
import Testing

@testable import WalletConnect

/// When there is a connection.
@Suite(.timeLimit(.minutes(1))) struct RelayClientConnectionTests {
    @Test func `each connection has a fresh token for the address without its query`() async throws {
        let bench = try RelayBench(projectID: "abc")
        try await bench.connect()
        bench.relay.current?.end(.closed(code: 1001, reason: ""))
        await bench.relay.connections(2)
        let tokens = try bench.relay.state.value.urls.map { url in
            let start = try #require(url.firstRange(of: "?auth=")).upperBound
            #expect(url.hasPrefix("wss://relay.example.org/?auth="))
            #expect(url.hasSuffix("&projectId=abc&ua=wc-2/drawbridge-1.0/linux"))
            return try RelayToken(
                verifying: String(url[start...].prefix { $0 != "&" }), audience: ["wss://relay.example.org"],
                now: bench.clock.milliseconds / 1_000)
        }
        #expect(tokens.count == 2 && Set(tokens.map(\.subject)).count == 2 && Set(tokens.map(\.issuer)).count == 1)
        await bench.client.stop()
    }

    @Test func `there is a connection only while a topic needs one`() async throws {
        let bench = try RelayBench()
        try await bench.client.start()
        #expect(await bench.reaches { $0 == .offline } != nil)
        #expect(bench.relay.state.value.urls.isEmpty)
        try await bench.client.subscribe([.number(1)])
        #expect(bench.relay.state.value.urls.count == 1)
        await bench.client.unsubscribe(.number(1))
        await bench.relay.frames("irn_unsubscribe")
        await bench.clock.pass(.seconds(10))
        #expect(await bench.reaches { $0 == .offline } != nil)
        #expect(bench.relay.state.value.closed == [1000] && bench.relay.state.value.urls.count == 1)
        await bench.client.stop()
    }

    @Test func `there is a connection while a message waits to be published`() async throws {
        let bench = try RelayBench()
        try await bench.client.start()
        try await bench.client.publish(.text("a"))
        await bench.clock.pass(.seconds(10))
        #expect(await bench.reaches { $0 == .offline } != nil)
        await bench.client.stop()
    }

    @Test func `there is a connection during a pairing, and not after it`() async throws {
        let bench = try RelayBench()
        try await bench.client.start()
        await bench.client.keepConnected(for: .seconds(300))
        await bench.relay.connections(1)
        #expect(await bench.reaches { if case .connected = $0 { true } else { false } } != nil)
        await bench.clock.pass(.seconds(300))
        await bench.clock.pass(.seconds(10))
        #expect(await bench.reaches { $0 == .offline } != nil)
        await bench.client.stop()
    }

    @Test func `all callers wait for the one connection`() async throws {
        let bench = try RelayBench()
        bench.relay.state.update { $0.isHanging = true }
        try await bench.client.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await bench.client.publish(.text("\(number)")) }
                group.addTask { try await bench.client.subscribe([.number(number)]) }
                group.addTask { try await bench.client.fetch([.number(number)]) }
            }
            await bench.relay.state.wait { $0.urls.count == 1 }
            bench.relay.state.update { $0.isHanging = false }
            try await group.waitForAll()
        }
        #expect(bench.relay.state.value.urls.count == 1)
        await bench.client.stop()
    }

    @Test func `failed attempts have growing pauses, which the user sees`() async throws {
        let bench = try RelayBench()
        for _ in 0..<4 { bench.relay.refuseNext(.failed(.unreachable)) }
        try await bench.client.start()
        await bench.client.keepConnected(for: .seconds(3_600))
        for (number, seconds) in [1, 2, 4, 8].enumerated() {
            let until = bench.clock.milliseconds + Int64(seconds) * 1_000
            #expect(await bench.reaches { $0 == .waiting(until: until, .unreachable) } != nil)
            #expect(bench.relay.state.value.urls.count == number + 1)
            await bench.clock.pass(.seconds(seconds))
        }
        let now = bench.clock.milliseconds
        #expect(await bench.reaches { $0 == .connected(since: now) } != nil)
        await bench.client.stop()
    }

    @Test func `the user can end a pause`() async throws {
        let bench = try RelayBench()
        bench.relay.refuseNext(.failed(.timedOut))
        try await bench.client.start()
        await bench.client.keepConnected(for: .seconds(3_600))
        await bench.clock.isAwaited(.seconds(1)...(.seconds(1)))
        await bench.client.connectNow()
        await bench.relay.connections(1)
        await bench.client.stop()
    }

    @Test(arguments: [1001, 4010] as [UInt16])
    func `a relay that moves is connected to at once, but not in a loop`(code: UInt16) async throws {
        let bench = try RelayBench()
        try await bench.connect()
        bench.relay.current?.end(.closed(code: code, reason: ""))
        await bench.relay.connections(2)
        bench.relay.current?.end(.closed(code: code, reason: ""))
        let until = bench.clock.milliseconds + 1_000
        #expect(await bench.reaches { $0 == .waiting(until: until, .moved) } != nil)
        await bench.clock.pass(.seconds(1))
        await bench.relay.connections(3)
        await bench.client.stop()
    }

    @Test(arguments: [1013, 3001, 0] as [UInt16])
    func `a crowded relay is left alone for a minute`(code: UInt16) async throws {
        let bench = try RelayBench()
        if code == 0 { bench.relay.refuseNext(.refused(RelayResponse(status: 429))) }
        try await bench.client.start()
        await bench.client.keepConnected(for: .seconds(3_600))
        if code != 0 { await bench.relay.connections(1)?.end(.closed(code: code, reason: "")) }
        let until = bench.clock.milliseconds + 60_000
        #expect(await bench.reaches { $0 == .waiting(until: until, .crowded) } != nil)
        await bench.client.stop()
    }

    @Test(arguments: [401, 403, 3000])
    func `refused credentials are not tried again until the user asks or something changes`(code: Int) async throws {
        let bench = try RelayBench(projectID: "p")
        if code != 3000 { bench.relay.refuseNext(.refused(RelayResponse(status: code, body: "ProjectNotFound"))) }
        try await bench.client.start()
        try await bench.client.watch([.number(1)])
        if code == 3000 {
            await bench.relay.connections(1)?.end(.closed(code: 3000, reason: "ProjectNotFound: no"))
        }
        #expect(await bench.reaches { $0 == .refused(.projectUnknown) } != nil)
        // Time alone changes nothing, and callers are told.
        bench.clock.advance(by: .seconds(86_400))
        await #expect(throws: WalletConnectError.relay(.refused(.projectUnknown))) {
            try await bench.client.subscribe([.number(2)])
        }
        await #expect(throws: WalletConnectError.relay(.refused(.projectUnknown))) {
            try await bench.client.fetch([.number(2)])
        }
        #expect(bench.relay.state.value.urls.count == 1)
        bench.relay.refuseNext(.refused(RelayResponse(status: 401, body: "ProjectNotFound")))
        await bench.client.connectNow()
        await bench.relay.state.wait { $0.urls.count == 2 }
        #expect(await bench.reaches { $0 == .refused(.projectUnknown) } != nil)
        try await bench.client.use(
            RelayConfiguration(address: RelayAddress("wss://other.example.org"), projectID: "q", version: "1.0"))
        await bench.relay.state.wait { $0.urls.count == 3 && $0.urls[2].hasPrefix("wss://other.example.org/") }
        await bench.client.stop()
    }

    @Test func `an error about credentials in an answer has the same effect`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { [ScriptedRelay.error($0, 3000, "ProjectInactive")] }
        try await bench.client.start()
        try await bench.client.enqueue(.text("a"))
        #expect(await bench.reaches { $0 == .refused(.projectUnknown) } != nil)
        #expect(bench.outbox.state.value.entries.count == 1)
        bench.relay.behave(ScriptedRelay.honest)
        await bench.client.connectNow()
        await bench.receiver.state.wait { $0.outcomes.map(\.outcome) == [.accepted] }
        await bench.client.stop()
    }

    @Test func `a wrong clock is measured, explained, and the relay tried again when it is right`() async throws {
        let bench = try RelayBench()
        let serverTime = bench.clock.milliseconds / 1_000
        bench.clock.setTimeOfDay(by: -420_000)
        bench.relay.refuseNext(.refused(RelayResponse(status: 401, date: serverTime, body: "InvalidJwt")))
        try await bench.client.start()
        await bench.client.keepConnected(for: .seconds(3_600))
        let state = await bench.reaches { if case .refused = $0 { true } else { false } }
        #expect(state?.sentence == "The clock of this computer is wrong by about 7 minutes.")
        #expect(await bench.client.clockSkew == 420)
        await bench.clock.pass(.seconds(30))
        await bench.clock.isAwaited(.seconds(30)...(.seconds(30)))
        #expect(bench.relay.state.value.urls.count == 1)
        bench.clock.setTimeOfDay(by: 420_000)
        await bench.clock.pass(.seconds(30))
        await bench.relay.connections(1)
        await bench.client.stop()
    }

    @Test func `a new address moves topics and messages to another relay`() async throws {
        let bench = try RelayBench()
        try await bench.connect(.number(1))
        bench.relay.behave { $0.method == "irn_publish" && $0.connection == 1 ? [] : ScriptedRelay.honest($0) }
        let id = try await bench.client.enqueue(.text("a"))
        await bench.relay.frames("irn_publish")
        try await bench.client.use(
            RelayConfiguration(address: RelayAddress("ws://localhost:7700"), version: "1.0"))
        let frames = await bench.relay.frames("irn_publish", 2)
        #expect(frames.map(\.id) == ["\(id)", "\(id)"] && frames.map(\.connection) == [1, 2])
        #expect(await bench.relay.frames("irn_subscribe", 2).map(\.connection) == [1, 2])
        #expect(bench.relay.state.value.urls.last?.hasPrefix("ws://localhost:7700/?auth=") == true)
        #expect(bench.relay.state.value.closed == [1000])
        await bench.client.stop()
    }

    @Test func `to stop ends every caller once, and a stopped client does nothing`() async throws {
        let bench = try RelayBench()
        bench.relay.behave { _ in [] }
        try await bench.client.start()
        let callers = (0..<30).map { number in
            Task { () -> WalletConnectError? in
                do {
                    switch number % 3 {
                    case 0: try await bench.client.publish(.text("\(number)"))
                    case 1: try await bench.client.subscribe([.number(number)])
                    default: try await bench.client.fetch([.number(number)])
                    }
                    return nil
                } catch {
                    return error as? WalletConnectError
                }
            }
        }
        await bench.relay.frames("irn_publish", 10)
        await bench.relay.frames("irn_fetchMessages", 10)
        await bench.client.stop()
        for caller in callers {
            let error = await caller.value
            #expect(error == .relay(.stopped) || error == .relay(.interrupted))
        }
        #expect(bench.relay.state.value.closed == [1000])
        #expect(bench.outbox.state.value.entries.count == 10)
        await #expect(throws: WalletConnectError.relay(.stopped)) { try await bench.client.publish(.text("a")) }
        await #expect(throws: WalletConnectError.relay(.stopped)) { try await bench.client.subscribe([.number(1)]) }
        await #expect(throws: WalletConnectError.relay(.stopped)) { try await bench.client.fetch([.number(1)]) }
        for await state in await bench.client.states() { #expect(state == .offline) }
    }

    @Test func `a connection that is being made is given up when the client stops`() async throws {
        let bench = try RelayBench()
        bench.relay.state.update { $0.isHanging = true }
        try await bench.client.start()
        await bench.client.keepConnected(for: .seconds(60))
        await bench.relay.state.wait { $0.urls.count == 1 }
        async let stop: Void = bench.client.stop()
        bench.relay.state.update { $0.isHanging = false }
        await stop
        #expect(await bench.client.state == .offline)
    }
}
