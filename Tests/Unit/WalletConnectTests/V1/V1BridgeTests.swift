import Bridge
import Network
import Testing

@testable import WalletConnect

/// The client of one bridge server.
@Suite(.serialized, .timeLimit(.minutes(1))) struct V1BridgeTests {
    /// Takes what it gets, unless a test says otherwise.
    final class Receiver: V1Receiver {
        struct State: Sendable {
            var batches: [[V1Message]] = []
            var published: [Int64] = []
            var refusals = 0
            var isHanging = false
        }

        let state = Watched(State())

        var payloads: [String] { state.value.batches.joined().map(\.payload) }

        func receive(_ messages: [V1Message]) async -> Bool {
            await state.wait { !$0.isHanging }
            return state.update { state in
                guard state.refusals == 0 else {
                    state.refusals -= 1
                    return false
                }
                state.batches.append(messages)
                return true
            }
        }

        func published(_ number: Int64) async { state.update { $0.published.append(number) } }
    }

    private struct Bench {
        let server = MemoryBridge()
        let receiver = Receiver()
        let clock = RelayClock()
        let address: V1BridgeAddress
        let client: V1Bridge

        init(isHurried: Bool = true, limits: V1BridgeLimits = V1BridgeLimits()) throws {
            address = try V1BridgeAddress("wss://bridge.example.org")
            client = V1Bridge(
                address, dialer: server, receiver: receiver,
                environment: isHurried ? clock.hurried : clock.environment, limits: limits)
        }

        func message(_ number: Int64, on topic: String = "peer") -> V1Outgoing {
            V1Outgoing(
                number: number,
                message: V1Message(bridge: address, topic: topic, payload: Self.payload(Int(number))),
                isSilent: true, expiry: 0)
        }

        /// As long as a payload is, so that it is not taken for a probe.
        static func payload(_ number: Int) -> String { String(repeating: "p", count: 64) + "\(number)" }

        func reaches(_ condition: (RelayState) -> Bool) async {
            await eventually { condition(await client.state) }
        }
    }

    @Test func `there is a connection only while a topic or a message needs one`() async throws {
        let bench = try Bench()
        await bench.client.connectNow()
        #expect(bench.server.state.value.urls.isEmpty)
        await bench.client.watch(["own"])
        await bench.server.state.wait { $0.subscribers["own"] != nil }
        #expect(bench.server.state.value.urls == ["wss://bridge.example.org/?protocol=wc&version=1&env=linux"])
        await bench.client.forget(["own"])
        await bench.clock.pass(.seconds(10))
        await bench.reaches { $0 == .offline }
        #expect(bench.server.state.value.sockets[0].closeCode == 1000)
        await bench.client.send(bench.message(1))
        await bench.receiver.state.wait { $0.published == [1] }
        await bench.clock.pass(.seconds(10))
        await bench.reaches { $0 == .offline }
        #expect(bench.server.state.value.sockets.count == 2)
        await bench.client.stop()
    }

    @Test func `messages are confirmed by a probe that comes back, and sent in order`() async throws {
        let bench = try Bench(isHurried: false)
        // Nothing is sent before all are known, so the second of the same number is one that waits already.
        bench.server.state.update { $0.replies = [.failed(.unreachable)] }
        for number in [3, 1, 2, 1] as [Int64] { await bench.client.send(bench.message(number)) }
        #expect(await bench.client.outbox.map(\.number) == [1, 2, 3])
        await bench.clock.isAwaited(.zero ... .seconds(10))
        bench.clock.advance(by: .seconds(10))
        await bench.receiver.state.wait { $0.published.count == 3 }
        #expect(bench.receiver.state.value.published == [1, 2, 3])
        #expect(bench.server.state.value.published.map(\.payload) == (1...3).map(Bench.payload))
        #expect(bench.server.state.value.probes >= 1)
        await bench.client.stop()
    }

    @Test func `what a cut connection swallowed is sent again`() async throws {
        let bench = try Bench()
        await bench.client.watch(["own"])
        await bench.client.send(bench.message(1))
        await bench.receiver.state.wait { $0.published == [1] }
        bench.server.state.update { $0.isSilent = true }
        await bench.client.send(bench.message(2))
        await bench.client.send(bench.message(3))
        await eventually { await bench.client.outbox.count == 2 }
        bench.server.state.update { $0.isSilent = false }
        bench.server.cut()
        await bench.receiver.state.wait { $0.published == [1, 2, 3] }
        #expect(bench.server.state.value.published.map(\.payload) == (1...3).map(Bench.payload))
        #expect(bench.server.state.value.subscribers["own"]?.count == 2)
        await bench.client.stop()
    }

    @Test func `a connection on which no probe comes back any more is dead`() async throws {
        let bench = try Bench()
        await bench.client.watch(["own"])
        await bench.client.send(bench.message(1))
        await bench.receiver.state.wait { $0.published == [1] }
        bench.server.state.update { $0.isSilent = true }
        await bench.client.send(bench.message(2))
        await eventually { await bench.client.isProbing }
        bench.server.state.update { $0.isSilent = false }
        await bench.clock.pass(.seconds(10))
        await bench.receiver.state.wait { $0.published == [1, 2] }
        #expect(bench.server.state.value.sockets.map(\.closeCode)[0] == 1001)
        await bench.client.stop()
    }

    @Test func `a server that sends no probe back is believed to have what was written`() async throws {
        let bench = try Bench()
        await bench.client.watch(["own"])
        bench.server.state.update { $0.echoes = false }
        await bench.client.send(bench.message(1))
        await eventually { await bench.client.isProbing }
        await bench.clock.pass(.seconds(10))
        await bench.receiver.state.wait { $0.published == [1] }
        await bench.client.send(bench.message(2))
        await bench.receiver.state.wait { $0.published == [1, 2] }
        #expect(bench.server.state.value.probes == 1 && bench.server.state.value.sockets.count == 1)
        await bench.client.stop()
    }

    @Test func `a message that is given up is not sent again`() async throws {
        let bench = try Bench()
        bench.server.state.update { $0.isSilent = true }
        await bench.client.watch(["own"])
        await bench.client.send(bench.message(1))
        await bench.server.connections(1)
        await bench.client.giveUp(1)
        bench.server.state.update { $0.isSilent = false }
        bench.server.cut()
        await bench.server.state.wait { $0.subscribers["own"] != nil }
        #expect(bench.server.state.value.published.isEmpty)
        await bench.client.stop()
    }

    @Test func `what the server kept is collected, passed on together, and acknowledged`() async throws {
        let bench = try Bench(isHurried: false)
        for number in 1...5 { bench.server.publish(Bench.payload(number), on: "own") }
        await bench.client.watch(["own"])
        await eventually { await bench.client.incoming.count == 5 }
        await bench.clock.pass(.milliseconds(250))
        await bench.receiver.state.wait { !$0.batches.isEmpty }
        // Newest first, as it came: the engine sorts what it can read.
        #expect(bench.receiver.state.value.batches.map { $0.map(\.payload) } == [(1...5).reversed().map(Bench.payload)])
        await bench.server.state.wait { $0.acknowledged == 5 }
        bench.server.publish(Bench.payload(6), on: "own")
        await bench.receiver.state.wait { $0.batches.count == 2 }
        await bench.client.stop()
    }

    @Test func `messages that cannot be stored are passed again, and acknowledged after that`() async throws {
        let bench = try Bench()
        bench.receiver.state.update { $0.refusals = 2 }
        await bench.client.watch(["own"])
        await bench.server.state.wait { $0.subscribers["own"] != nil }
        bench.server.publish(Bench.payload(1), on: "own")
        await bench.clock.pass(.seconds(5))
        #expect(bench.server.state.value.acknowledged == 0)
        await bench.clock.pass(.seconds(5))
        await bench.receiver.state.wait { $0.batches.count == 1 }
        await bench.server.state.wait { $0.acknowledged == 1 }
        #expect(await bench.client.statistics.storageFailures == 2)
        await bench.client.stop()
    }

    @Test func `nothing is read while too many messages wait, and none is lost`() async throws {
        var limits = V1BridgeLimits()
        limits.incoming = 4
        let bench = try Bench(limits: limits)
        bench.receiver.state.update { $0.isHanging = true }
        await bench.client.watch(["own"])
        await bench.server.state.wait { $0.subscribers["own"] != nil }
        for number in 0..<50 { bench.server.publish(Bench.payload(number), on: "own") }
        await eventually { await bench.client.incoming.count == 4 }
        for _ in 0..<100 { await Task.yield() }
        #expect(await bench.client.incoming.count == 4)
        bench.receiver.state.update { $0.isHanging = false }
        await bench.receiver.state.wait { $0.batches.joined().count == 50 }
        #expect(bench.receiver.payloads == (0..<50).map(Bench.payload))
        await bench.client.stop()
    }

    // MARK: Hostile servers

    @Test(arguments: [
        "", "{", "[]", "null", "ping", #"{"topic":"own","type":"pub"}"#,
        #"{"topic":"own","type":"pub","payload":{}}"#, #"{"topic":"other","type":"pub","payload":"x"}"#,
        #"{"topic":"own","type":"sub","payload":""}"#, #"{"topic":"a b","type":"pub","payload":"x"}"#,
        #"{"topic":"own","type":"irn","payload":"x"}"#,
    ])
    func `a server that sends something else is left alone for some time`(text: String) async throws {
        let bench = try Bench(isHurried: false)
        await bench.client.watch(["own"])
        await bench.server.connections(1)
        let socket = bench.server.state.value.sockets[0]
        for _ in 0...100 { socket.push(text) }
        await bench.reaches { if case .waiting(_, .malformed) = $0 { true } else { false } }
        #expect(socket.closeCode == 4000)
        #expect(bench.receiver.state.value.batches.isEmpty)
        await bench.clock.isAwaited(.seconds(30)...(.seconds(60)))
        await bench.client.stop()
    }

    @Test func `a flood is closed`() async throws {
        var limits = V1BridgeLimits()
        limits.frames = 50
        let bench = try Bench(isHurried: false, limits: limits)
        await bench.client.watch(["own"])
        await bench.server.connections(1)
        for number in 0..<60 { bench.server.publish(Bench.payload(number), on: "own") }
        await bench.reaches { if case .waiting = $0 { true } else { false } }
        #expect(bench.server.state.value.sockets[0].closeCode == 1008)
        await bench.client.stop()
    }

    @Test func `a probe cannot be answered by someone who does not know it`() async throws {
        let bench = try Bench()
        await bench.client.send(bench.message(1))
        await bench.receiver.state.wait { $0.published == [1] }
        bench.server.state.update { $0.isSilent = true }
        await bench.client.send(bench.message(2))
        await eventually { await bench.client.isProbing }
        let topic = try #require(await bench.client.probeTopic)
        for text in ["0", "1", "3", "x"] {
            bench.server.state.value.sockets[0].push(
                #"{"topic":"\#(topic)","type":"pub","payload":"\#(text)","silent":true}"#)
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(bench.receiver.state.value.published == [1])
        await bench.client.stop()
    }

    @Test(arguments: [
        (RelayReply.failed(.unreachable), RelayObstacle.unreachable),
        (.refused(RelayResponse(status: 401)), .notRelay(status: 401)),
        (.refused(RelayResponse(status: 404)), .notRelay(status: 404)),
        (.refused(RelayResponse(status: 429, pause: 99)), .crowded),
        (.refused(RelayResponse(status: 503)), .crowded),
    ])
    func `a server that cannot be used is tried again after a pause`(
        reply: RelayReply, obstacle: RelayObstacle
    ) async throws {
        let bench = try Bench(isHurried: false)
        bench.server.state.update { $0.replies = [reply] }
        await bench.client.watch(["own"])
        await bench.reaches { if case .waiting(_, obstacle) = $0 { true } else { false } }
        await bench.client.connectNow()
        await bench.server.connections(1)
        await bench.client.stop()
    }

    @Test func `failed attempts have growing pauses`() async throws {
        let bench = try Bench(isHurried: false)
        bench.server.state.update { $0.replies = Array(repeating: .failed(.unreachable), count: 4) }
        await bench.client.watch(["own"])
        for (number, seconds) in [1, 2, 4, 8].enumerated() {
            await bench.clock.pass(.seconds(seconds))
            await bench.server.state.wait { $0.urls.count == number + 2 }
        }
        await bench.server.connections(1)
        await bench.client.stop()
    }

    @Test func `a server that moves its connections is connected to at once`() async throws {
        let bench = try Bench(isHurried: false)
        await bench.client.watch(["own"])
        await bench.server.connections(1)
        bench.server.cut(.closed(code: 1001, reason: ""))
        await bench.server.connections(2)
        await bench.client.stop()
    }

    @Test func `a client that was stopped takes nothing more`() async throws {
        let bench = try Bench()
        await bench.client.watch(["own"])
        await bench.server.connections(1)
        await bench.client.stop()
        #expect(await bench.client.state == .offline)
        #expect(!(await bench.client.watch(["more"])))
        #expect(!(await bench.client.send(bench.message(1))))
    }

    // MARK: Addresses

    @Test(arguments: [
        "ws://bridge.example.org", "https://bridge.example.org", "wss://user@bridge.example.org", "wss://10.0.0.1",
        "wss://192.168.1.1:8443/x", "wss://169.254.169.254/latest", "wss://[fd00::1]", "wss://[fe80::1]",
        "wss://0.0.0.0",
        "wss://100.64.0.1", "wss://[::ffff:10.0.0.1]", "ws://foo.localhost", "wss://bridge.example.org?auth=1",
        "wss://",
        "wss://a b", "", "ws://0x7f.1", "wss://2130706433",
    ])
    func `an address that a link must not bring along is refused`(text: String) {
        #expect(throws: WalletConnectError.link(.bridge)) { try V1BridgeAddress(text) }
    }

    @Test(arguments: [
        ("wss://bridge.example.org", false), ("wss://bridge.example.org:444/v1?x=1", false), ("wss://1.1.1.1", false),
        ("ws://127.0.0.1:7700", true), ("wss://127.0.0.1:7700", true), ("ws://localhost", true), ("ws://[::1]:1", true),
    ])
    func `an address is public, or that of this machine`(text: String, isLoopback: Bool) throws {
        let address = try V1BridgeAddress(text)
        #expect(address.isLoopback == isLoopback && address.description == text)
    }

    @Test func `a name that leads to a private address is refused after it is resolved`() async throws {
        // The name of this machine is private, too, and needs no resolver of a network.
        let dialer = NetworkRelayDialer(WebSocketClient(), reaching: .publicOnly)
        guard case .failed(.unreachable) = await dialer.connect(to: "wss://localhost:1/") else {
            Issue.record("a connection was made")
            return
        }
        await #expect(throws: NetworkError.privateAddress) {
            try await WebSocketClient().connect(WebSocketRequest("wss://localhost:1/", addresses: .publicOnly))
        }
    }

    @Test func `each server has one connection, and public ones another dialer`() async throws {
        let (local, open) = (MemoryBridge(), MemoryBridge())
        let bridges = V1Bridges(dialer: local, publicDialer: open, environment: RelayClock().hurried)
        let receiver = Receiver()
        await bridges.start(receiver)
        let addresses = try ["ws://127.0.0.1:1", "wss://a.example.org", "wss://b.example.org"].map {
            try V1BridgeAddress($0)
        }
        for address in addresses {
            for topic in ["a", "b"] { await bridges.subscribe([topic], at: address) }
        }
        await local.state.wait { $0.subscribers["b"] != nil }
        await open.state.wait { $0.subscribers["b"]?.count == 2 }
        #expect(local.state.value.urls.count == 1 && open.state.value.urls.count == 2)
        #expect(await bridges.states().count == 3)
        await bridges.stop()
        await bridges.subscribe(["c"], at: addresses[0])
        #expect(await bridges.states().isEmpty)
    }
}
