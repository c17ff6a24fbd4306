import Synchronization
import TestServers
import Testing

@testable import Network

/// Servers that break the protocol after they have opened the connection.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WebSocketHostileTests {
    private let client: WebSocketClient

    init() throws {
        client = WebSocketClient(trusting: try .only(pem: TestIdentity.authority()))
    }

    private func open(
        _ peer: SocketPeer, _ scheme: String = "wss", messageLimit: Int = 1000, pingInterval: Duration = .seconds(60),
        silenceLimit: Duration = .seconds(60)
    ) async throws -> any WebSocketConnection {
        try await WebSocketTests.opened(
            client.connect(
                WebSocketRequest(
                    "\(scheme)://localhost:\(peer.port)/", messageLimit: messageLimit, timeLimit: .seconds(60),
                    pingInterval: pingInterval, silenceLimit: silenceLimit)))
    }

    /// A server that sends `bytes` on each connection, and what the client answers.
    private func peer(
        _ bytes: [UInt8], _ identity: TestIdentity? = .server
    ) async throws -> (SocketPeer, AsyncStream<[UInt8]>) {
        let (frames, continuation) = AsyncStream<[UInt8]>.makeStream()
        let peer = try await SocketPeer(identity) { connection in
            try await connection.acceptWebSocket()
            try await connection.send(bytes)
            while let (first, payload) = try? await connection.clientFrame() { continuation.yield([first] + payload) }
            continuation.finish()
        }
        return (peer, frames)
    }

    @Test(
        arguments: [
            ([0x82, 1, 0], 1003, NetworkError.malformed), ([0xC1, 1, 0x61], 1002, .malformed),
            ([0x81, 0x81, 0, 0, 0, 0, 0x61], 1002, .malformed), ([0x89, 126, 0, 126], 1002, .malformed),
            ([0x80, 0], 1002, .malformed), ([0x83, 0], 1002, .malformed), ([0x88, 1, 3], 1002, .malformed),
            ([0x88, 2, 0x03, 0xED], 1002, .malformed), ([0x81, 1, 0xFF], 1007, .malformed),
            ([0x81, 126, 0x03, 0xE9], 1009, .tooLarge), ([0x81, 127, 0x7F, 0, 0, 0, 0, 0, 0, 0], 1009, .tooLarge),
        ] as [([UInt8], Int, NetworkError)])
    func `a forbidden frame is answered with the specified close code`(
        bytes: [UInt8], code: Int, error: NetworkError
    ) async throws {
        for identity in [TestIdentity.server, nil] {
            let (peer, frames) = try await peer([0x81, 1, 0x61] + bytes, identity)
            let connection = try await open(peer, identity == nil ? "ws" : "wss")
            #expect(await connection.end() == .failed(error))
            #expect(await connection.end().code == 1006)
            #expect(try await connection.receive() == "a")
            for _ in 0..<2 { await #expect(throws: error) { try await connection.receive() } }
            await #expect(throws: error) { try await connection.send("b") }
            #expect(await frames.collected() == [[0x88, UInt8(code >> 8), UInt8(code & 0xFF)]])
        }
    }

    @Test func `a message of endless fragments is refused at the limit`() async throws {
        for part in [ServedConnection.frame(0, [UInt8](repeating: 0x78, count: 100)), [0, 0]] {
            let sent = Mutex(0)
            let peer = try await SocketPeer { connection in
                try await connection.acceptWebSocket()
                try await connection.send([0x01, 0])
                let parts = Array(repeatElement(part, count: 500).joined())
                while true {
                    try await connection.send(parts)
                    sent.withLock { $0 += parts.count }
                }
            }
            let connection = try await open(peer, "ws")
            #expect(await connection.end() == .failed(.tooLarge))
            #expect(sent.withLock { $0 } < 20_000_000)
        }
    }

    @Test func `reading pauses while messages wait`() async throws {
        for length in [0, 900] {
            let sent = Mutex(0)
            let message = ServedConnection.frame(0x81, [UInt8](repeating: 0x78, count: length))
            let total = 200_000_000 / message.count
            let peer = try await SocketPeer { connection in
                try await connection.acceptWebSocket()
                let many = Array(repeatElement(message, count: 100).joined())
                for _ in 0..<(total / 100) {
                    try await connection.send(many)
                    sent.withLock { $0 += 100 }
                }
                try await connection.end()
            }
            let connection = try await open(peer, "ws")
            for _ in 0..<1000 { #expect(try await connection.receive()?.utf8.count == length) }
            // Until the server stops sending, whether it was throttled or has sent everything.
            var before = -1
            while sent.withLock({ $0 }) != before {
                before = sent.withLock { $0 }
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(sent.withLock { $0 } < total / 2)
            // The connection lives: what waits is received, and the rest comes.
            for _ in 0..<5000 { #expect(try await connection.receive()?.utf8.count == length) }
            #expect(await connection.close(code: 1000, reason: "", timeLimit: .milliseconds(100)) == .failed(.timedOut))
        }
    }

    @Test func `a flood does not keep other connections waiting`() async throws {
        let peer = try await SocketPeer { connection in
            try await connection.acceptWebSocket()
            let pings = Array(repeatElement([0x89, 0] as [UInt8], count: 5000).joined())
            let pongs = Array(repeatElement([0x8A, 0] as [UInt8], count: 5000).joined())
            while true { try await connection.send(connection.number == 1 ? pings : pongs) }
        }
        let floods = [try await open(peer, "ws"), try await open(peer, "ws")]
        let server = try await SoupWebSocketServer(.server)
        let other = try await WebSocketTests.opened(
            client.connect(WebSocketRequest("wss://localhost:\(server.port)/", timeLimit: .seconds(60))))
        for number in 0..<100 {
            try await other.send("\(number)")
            #expect(try await other.receive() == "\(number)")
        }
        for flood in floods {
            #expect(await flood.close(code: 1000, reason: "", timeLimit: .milliseconds(100)) == .failed(.timedOut))
        }
    }

    @Test func `pings are answered, and several at once only with the latest`() async throws {
        let (peer, frames) = try await peer([0x89, 2, 1, 2])
        let connection = try await open(peer)
        var answers = frames.makeAsyncIterator()
        #expect(await answers.next() == [0x8A, 1, 2])
        await connection.close(code: 1000, reason: "", timeLimit: .milliseconds(1))
        let (flood, pongs) = try await self.peer((0..<200).flatMap { [0x89, 1, UInt8($0)] } + [0x88, 0])
        #expect(await (try open(flood)).end() == .closed(code: 1005, reason: ""))
        let all = await pongs.collected()
        #expect(all.last == [0x88] && all.count <= 201)
    }

    @Test func `a server that floods with pings and reads nothing is disconnected at the time limit`() async throws {
        let peer = try await SocketPeer { connection in
            try await connection.acceptWebSocket()
            let pings = Array(repeatElement([0x89, 125] + [UInt8](repeating: 0, count: 125), count: 500).joined())
            while true { try await connection.send(pings) }
        }
        let connection = try await open(peer, "ws", messageLimit: 20_000_000, silenceLimit: .milliseconds(500))
        // More than the sockets' buffers hold.
        await #expect(throws: NetworkError.timedOut) {
            try await connection.send(String(repeating: "x", count: 20_000_000))
        }
        #expect(await connection.end() == .failed(.timedOut))
    }

    @Test func `a server that reads nothing does not block senders forever`() async throws {
        let (released, release) = AsyncStream<Void>.makeStream()
        let (first, begun) = AsyncStream<Void>.makeStream()
        let stuck = try await SocketPeer { connection in
            try await connection.acceptWebSocket()
            _ = try await connection.bytes(10)
            begun.yield()
            for await _ in released { break }
        }
        let connection = try await open(stuck, "ws", messageLimit: 20_000_000)
        let writing = Task { try await connection.send(String(repeating: "x", count: 20_000_000)) }
        for await _ in first { break }
        let waiting = Task { try await connection.send("second") }
        waiting.cancel()
        await #expect(throws: NetworkError.closed) { try await waiting.value }
        let last = Task { try await connection.send("third") }
        #expect(await connection.close(code: 1000, reason: "", timeLimit: .milliseconds(100)) == .failed(.timedOut))
        for task in [writing, last] {
            let error = await #expect(throws: NetworkError.self) { try await task.value }
            #expect(error == .closed || error == .timedOut || error == .interrupted)
        }
        release.finish()
    }

    @Test func `a silent server is sent pings, and disconnected at the time limit`() async throws {
        let (peer, frames) = try await peer([0x81, 1, 0x61])
        let connection = try await open(peer, pingInterval: .milliseconds(100), silenceLimit: .milliseconds(1000))
        #expect(await connection.end() == .failed(.timedOut))
        #expect(try await connection.receive() == "a")
        await #expect(throws: NetworkError.timedOut) { try await connection.receive() }
        let all = await frames.collected()
        #expect(!all.isEmpty && all.allSatisfy { $0 == [0x89] })
    }

    @Test func `a server that only answers pings stays connected`() async throws {
        let answered = Mutex(0)
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            while let (first, payload) = try await connection.clientFrame() {
                guard first == 0x89 else { break }
                try await connection.send(frame: 0x8A, payload)
                // Three times as many as fit into the limit of silence.
                if answered.withLock({
                    $0 += 1; return $0
                }) == 60 {
                    try await connection.send(message: "still here")
                }
            }
        }
        let connection = try await open(peer, pingInterval: .milliseconds(50), silenceLimit: .seconds(1))
        #expect(try await connection.receive() == "still here")
    }

    @Test func `a server that sends a message byte by byte stays connected`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            for byte in ServedConnection.frame(0x81, Array(repeating: 0x78, count: 20)) {
                try await connection.send([byte])
                try await Task.sleep(for: .milliseconds(50))
            }
            try await connection.end()
        }
        let connection = try await open(peer, silenceLimit: .milliseconds(1000))
        #expect(try await connection.receive() == String(repeating: "x", count: 20))
    }

    @Test(arguments: [true, false])
    func `a connection that ends without a closing handshake is lost`(isAborted: Bool) async throws {
        for part: [UInt8] in [[], [0x81], [0x81, 5, 0x61], [0x01, 1, 0x61]] {
            let peer = try await SocketPeer(.server) { connection in
                try await connection.acceptWebSocket()
                try await connection.send([0x81, 1, 0x61] + part)
                if isAborted { await connection.abort() }
            }
            let connection = try await open(peer)
            #expect(try await connection.receive() == "a")
            await #expect(throws: NetworkError.interrupted) { try await connection.receive() }
            await #expect(throws: NetworkError.interrupted) { try await connection.send("b") }
            #expect(await connection.end() == .failed(.interrupted))
        }
    }

    @Test func `a close code received just before the end is not lost when a message is being sent`() async throws {
        let (gone, end) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer { connection in
            try await connection.acceptWebSocket()
            try await connection.send([0x81, 1, 0x61, 0x88, 2, 0x0F, 0xA1])
            await connection.abort()
            end.yield()
        }
        var ends = gone.makeAsyncIterator()
        for _ in 0..<10 {
            let connection = try await open(peer, "ws")
            await ends.next()
            for _ in 0..<3 { try? await connection.send("b") }
            #expect(await connection.end() == .closed(code: 4001, reason: ""))
        }
    }

    @Test func `closing has a time limit, and nothing is received afterwards`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            while true { try await connection.send(message: "a") }
        }
        let connection = try await open(peer)
        #expect(try await connection.receive() == "a")
        #expect(await connection.close(code: 1000, reason: "", timeLimit: .milliseconds(200)) == .failed(.timedOut))
        await #expect(throws: NetworkError.closed) { try await connection.receive() }
        await #expect(throws: NetworkError.self) { try await connection.send("b") }
    }

    @Test(
        arguments: [
            (1000, "", [0x03, 0xE8]), (4123, "why", [0x10, 0x1B] + Array("why".utf8)), (1006, "", [0x03, 0xE8]),
            (0, "", [0x03, 0xE8]), (65_535, "", [0x03, 0xE8]),
        ] as [(UInt16, String, [UInt8])])
    func `a closing handshake reports its code and reason`(code: UInt16, reason: String, payload: [UInt8]) async throws
    {
        let (frames, continuation) = AsyncStream<[UInt8]>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            guard let (first, payload) = try await connection.clientFrame() else { return }
            continuation.yield([first] + payload)
            // A last message, which is never received.
            try await connection.send([0x81, 1, 0x61] + ServedConnection.frame(0x88, [0x0F, 0xA1, 0x78]))
            if try await connection.clientFrame() != nil { Issue.record("something came after the close frame") }
            continuation.finish()
        }
        let connection = try await open(peer)
        let end = WebSocketEnd.closed(code: 4001, reason: "x")
        async let other = connection.close(code: 3000, reason: "twice", timeLimit: .seconds(60))
        let first = await connection.close(code: code, reason: reason, timeLimit: .seconds(60))
        #expect(await (other, first) == (end, end))
        #expect(await connection.end() == end)
        let all = await frames.collected()
        #expect(all == [[0x88] + payload] || all == [[0x88, 0x0B, 0xB8] + Array("twice".utf8)])
    }

    @Test func `cancelling the close ends the connection at once`() async throws {
        let (gone, end) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            try? await connection.end()
            end.yield()
        }
        let connection = try await open(peer)
        let closing = Task { await connection.close(code: 1000, reason: "", timeLimit: .seconds(600)) }
        closing.cancel()
        #expect(await closing.value == .failed(.closed))
        for await _ in gone { break }
    }
}

extension AsyncStream where Element == [UInt8] {
    /// All elements, once the stream has ended.
    fileprivate func collected() async -> [[UInt8]] {
        var all: [[UInt8]] = []
        for await element in self { all.append(element) }
        return all
    }
}
