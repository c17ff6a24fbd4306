import Glibc
import Network
import TestServers
import Testing

@testable import WalletConnect

/// The client over real sockets.
@Suite(.serialized, .timeLimit(.minutes(2))) struct NetworkRelayDialerTests {
    private let now: @Sendable () -> Int64 = { Int64(time(nil)) * 1_000 }

    private func client(
        _ address: String, _ receiver: MemoryReceiver = MemoryReceiver()
    ) throws -> (client: RelayClient, outbox: MemoryOutbox) {
        let configuration = try RelayConfiguration(address: RelayAddress(address), version: "1.0")
        let outbox = MemoryOutbox()
        let client = RelayClient(
            configuration, key: .random(), dialer: NetworkRelayDialer(WebSocketClient()), outbox: outbox,
            received: MemoryReceived(), receiver: receiver, environment: RelayEnvironment(now: now))
        return (client, outbox)
    }

    private func state(
        of client: RelayClient, where condition: (RelayState) -> Bool
    ) async -> RelayState? {
        for await state in await client.states() where condition(state) { return state }
        return nil
    }

    @Test func `a refusal with a wrong clock is explained`() async throws {
        let server = try await SocketPeer { connection in
            _ = try await connection.request()
            try await connection.send(
                "HTTP/1.1 401 Unauthorized\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n\r\nno")
        }
        let (client, _) = try client("ws://127.0.0.1:\(server.port)")
        try await client.start()
        await client.keepConnected(for: .seconds(60))
        let state = await state(of: client) { if case .refused = $0 { true } else { false } }
        guard case .refused(.clock(let seconds)) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        #expect(seconds < -900_000_000)
        await client.stop()
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", RelayObstacle.notRelay(status: 404)),
        ("HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\nRetry-After: 99\r\n\r\n", .crowded),
        ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", .malformed),
        ("SSH-2.0-x\r\n\r\n", .malformed),
        ("", .lost),
    ])
    func `a server that is not a relay is an obstacle`(answer: String, obstacle: RelayObstacle) async throws {
        let server = try await SocketPeer { connection in
            _ = try await connection.request()
            if !answer.isEmpty { try await connection.send(answer) }
        }
        let (client, _) = try client("ws://127.0.0.1:\(server.port)")
        try await client.start()
        await client.keepConnected(for: .seconds(60))
        let state = await state(of: client) { if case .waiting = $0 { true } else { false } }
        guard case .waiting(_, obstacle) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        await client.stop()
    }

    @Test func `a server that is not there is unreachable`() async throws {
        let port = try await SocketPeer { _ in }.port
        let (client, _) = try client("ws://127.0.0.1:\(port == 1 ? 2 : 1)")
        try await client.start()
        await client.keepConnected(for: .seconds(60))
        let state = await state(of: client) { if case .waiting = $0 { true } else { false } }
        guard case .waiting(_, .unreachable) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        await client.stop()
    }

    @Test func `the code with which a relay closes a connection arrives, and messages before it`() async throws {
        let topic = Topic.number(1)
        let server = try await SocketPeer { connection in
            try await connection.acceptWebSocket("Date: Sun, 06 Nov 1994 08:49:37 GMT")
            guard let (_, call) = try await connection.clientFrame() else { return }
            let text = String(decoding: call, as: UTF8.self)
            let id = text.dropFirst(#"{"id":"#.count).prefix { $0 != "," }
            try await connection.send(message: #"{"id":\#(id),"jsonrpc":"2.0","result":"s"}"#)
            try await connection.send(message: ScriptedRelay.delivery(7, topic, "a"))
            guard let (_, answer) = try await connection.clientFrame(),
                String(decoding: answer, as: UTF8.self) == #"{"id":7,"jsonrpc":"2.0","result":true}"#
            else { return }
            try await connection.send(frame: 0x88, [0x0B, 0xB8] + Array("ProjectNotFound".utf8))
            _ = try await connection.clientFrame()
        }
        let receiver = MemoryReceiver()
        let (client, _) = try client("ws://127.0.0.1:\(server.port)", receiver)
        try await client.start()
        try await client.subscribe([topic])
        let state = await state(of: client) { if case .refused = $0 { true } else { false } }
        guard case .refused(.clock) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        #expect(receiver.texts == ["a"])
        await client.stop()
    }

    /// The address of a relay that runs, such as `ws://127.0.0.1:7700`.
    private static let relay = getenv("DRAWBRIDGE_TEST_RELAY").map { String(cString: $0) }

    @Test(.enabled(if: relay != nil)) func `two clients exchange messages over a relay`() async throws {
        let address = try #require(Self.relay)
        let (first, second) = (MemoryReceiver(), MemoryReceiver())
        let (wallet, outbox) = try client(address, first)
        let (app, _) = try client(address, second)
        try await wallet.start()
        try await app.start()
        let topics = (0..<700).map { _ in Topic.number(.random(in: 0 ..< .max)) }
        // Before the subscription: these wait in the mailbox.
        for number in 0..<100 {
            try await app.publish(
                Publication(topic: topics[number], message: "before \(number)", tag: 1108, lifetime: 300))
        }
        try await wallet.subscribe(topics)
        for number in 0..<300 {
            try await app.enqueue(
                Publication(topic: topics[number], message: "after \(number)", tag: 1108, lifetime: 300))
        }
        await second.state.wait { $0.outcomes.filter { $0.outcome == .accepted }.count == 400 }
        await first.state.wait { $0.messages.count == 400 }
        #expect(Set(first.texts).count == 400)
        try await app.subscribe([topics[0]])
        try await wallet.publish(Publication(topic: topics[0], message: "answer", tag: 1109, lifetime: 300))
        await second.state.wait { $0.messages.map(\.message).contains("answer") }
        await wallet.unsubscribe(topics[1])
        // While the wallet is away: delivered when it comes back, with the same key or not at all.
        #expect(outbox.state.value.entries.isEmpty)
        #expect(await wallet.statistics.malformed == 0)
        await wallet.stop()
        await app.stop()
    }
}
