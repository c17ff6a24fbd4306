import Synchronization
import TestServers
import Testing

@testable import Network

/// The client with servers that keep to the protocol.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WebSocketTests {
    private let client: WebSocketClient

    init() throws {
        client = WebSocketClient(trusting: try .only(pem: TestIdentity.authority()))
    }

    private func request(_ port: Int, _ scheme: String = "wss") -> WebSocketRequest {
        WebSocketRequest("\(scheme)://localhost:\(port)/", timeLimit: .seconds(60), silenceLimit: .seconds(60))
    }

    private func open(_ request: WebSocketRequest) async throws -> any WebSocketConnection {
        try await WebSocketTests.opened(client.connect(request))
    }

    /// The connection of a reply that has one.
    static func opened(_ reply: WebSocketReply) throws -> any WebSocketConnection {
        guard case .opened(let connection) = reply else { throw NetworkError.unreachable }
        return connection
    }

    @Test(arguments: [TestIdentity.server, nil])
    func `messages are exchanged with libsoup's server`(identity: TestIdentity?) async throws {
        let server = try await SoupWebSocketServer(identity)
        let connection = try await open(request(server.port, identity == nil ? "ws" : "wss"))
        #expect(connection.response.status == 101 && connection.subprotocol == nil)
        for text in [
            "a", "ä€😀", "{\"id\":1}", String(repeating: "x", count: 126), String(repeating: "y", count: 70_000),
        ] {
            try await connection.send(text)
            #expect(try await connection.receive() == text)
        }
        #expect(
            await connection.close(code: 4000, reason: "done", timeLimit: .seconds(60))
                == .closed(code: 4000, reason: "done"))
        var closings = server.closings.makeAsyncIterator()
        #expect(await closings.next() == "4000 done")
    }

    @Test func `many messages arrive once and in order`() async throws {
        let server = try await SoupWebSocketServer(.server)
        let connection = try await open(request(server.port))
        async let sending: Void = {
            for number in 0..<5000 { try await connection.send("message \(number)") }
        }()
        for number in 0..<5000 { #expect(try await connection.receive() == "message \(number)") }
        try await sending
        #expect(await connection.close() == .closed(code: 1000, reason: ""))
    }

    @Test func `the server's code and reason are reported after its last message`() async throws {
        let server = try await SoupWebSocketServer(.server)
        let connection = try await open(request(server.port))
        try await connection.send("one")
        try await connection.send("close 4010 relay restarts")
        #expect(await connection.end() == .closed(code: 4010, reason: "relay restarts"))
        #expect(try await connection.receive() == "one")
        for _ in 0..<2 { #expect(try await connection.receive() == nil) }
        await #expect(throws: NetworkError.closed) { try await connection.send("two") }
        #expect(await connection.close() == .closed(code: 4010, reason: "relay restarts"))
    }

    @Test func `the server chooses one of the offered subprotocols`() async throws {
        let server = try await SoupWebSocketServer(subprotocols: ["b", "a"])
        var request = request(server.port, "ws")
        #expect(try await open(request).subprotocol == nil)
        request.subprotocols = ["c", "a"]
        #expect(try await open(request).subprotocol == "a")
    }

    @Test func `the request has the handshake's fields and the caller's, and the response's date is read`()
        async throws
    {
        let heads = Mutex<[String]>([])
        let peer = try await SocketPeer(.server, protocols: ["h2", "http/1.1"]) { connection in
            let head = try await connection.acceptWebSocket("Date: Sun, 06 Nov 1994 08:49:37 GMT", "X-A: b")
            heads.withLock { $0.append(head ?? "") }
            try await connection.send(message: "noted")
            try await connection.end()
        }
        var request = request(peer.port)
        request.url += "?auth=a.b-c_d&x=%20"
        request.headers = [("Origin", "https://app.example"), ("X-B", "c")]
        request.subprotocols = ["irn", "other"]
        let first = try await open(request)
        let second = try await open(request)
        for connection in [first, second] { #expect(try await connection.receive() == "noted") }
        #expect(first.response.date == 784_111_777)
        #expect(first.response.header("x-a") == "b")
        var keys: Set<String> = []
        for head in heads.withLock({ $0 }) {
            var lines = Set(head.split(separator: "\r\n").map(String.init))
            let key = try #require(lines.first { $0.hasPrefix("Sec-WebSocket-Key: ") })
            #expect(key.utf8.count == 19 + 24)
            keys.insert(key)
            lines.remove(key)
            #expect(
                lines == [
                    "GET /?auth=a.b-c_d&x=%20 HTTP/1.1", "Host: localhost:\(peer.port)", "Upgrade: websocket",
                    "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: irn, other",
                    "Origin: https://app.example", "X-B: c",
                ])
        }
        #expect(keys.count == 2)
    }

    @Test(arguments: [
        "https://localhost/", "http://localhost/", "ws://relay.example/", "wss:/relay.example", "wss://",
        "relay.example",
        "wss://user@relay.example/", "wss://relay.example/#a", "ws://10.0.0.1/", "wss://relay.example:0/", "WSS//a", "",
    ])
    func `an address that is not a WebSocket address is refused`(url: String) async {
        await #expect(throws: NetworkError.unusableAddress) { try await client.connect(WebSocketRequest(url)) }
    }

    @Test(arguments: [
        ("Host", "a"), ("upgrade", "a"), ("Sec-WebSocket-Extensions", "permessage-deflate"), ("Content-Length", "1"),
        ("A b", "c"), ("A", "b\r\nc: d"), ("", "a"), ("A", "b\u{0}"),
    ])
    func `a header field that belongs to the handshake, or would break it, is not sent`(
        name: String, value: String
    ) async throws {
        let peer = try await SocketPeer(.server) { _ in Issue.record("it was sent") }
        var request = request(peer.port)
        request.headers = [(name, value)]
        await #expect(throws: NetworkError.malformed) { try await client.connect(request) }
        request.headers = []
        for subprotocols in [["a b"], ["a,b"], [""], ["a", "a"]] {
            request.subprotocols = subprotocols
            await #expect(throws: NetworkError.malformed) { try await client.connect(request) }
        }
    }

    @Test func `messages of several tasks are not mixed`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            while let (first, payload) = try await connection.clientFrame() {
                try await connection.send(frame: first, payload)
            }
        }
        let connection = try await open(request(peer.port))
        let texts = Set((0..<50).map { String(repeating: "\($0) ", count: 5000) })
        await withTaskGroup(of: Void.self) { group in
            for text in texts { group.addTask { try? await connection.send(text) } }
        }
        var received: Set<String> = []
        for _ in texts { received.insert(try #require(try await connection.receive())) }
        #expect(received == texts)
    }

    @Test func `a message that is too long is not sent, and the connection stays open`() async throws {
        let server = try await SoupWebSocketServer()
        var request = request(server.port, "ws")
        request.messageLimit = 1000
        let connection = try await open(request)
        await #expect(throws: NetworkError.tooLarge) { try await connection.send(String(repeating: "x", count: 1001)) }
        let text = String(repeating: "x", count: 1000)
        try await connection.send(text)
        #expect(try await connection.receive() == text)
    }

    @Test func `a connection that is no longer referenced ends`() async throws {
        let (gone, end) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            try? await connection.end()
            end.yield()
        }
        _ = try await open(request(peer.port))
        for await _ in gone { break }
    }

    @Test func `cancelling while connecting closes the connection`() async throws {
        let (came, continuation) = AsyncStream<Void>.makeStream()
        let (gone, end) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            continuation.yield()
            try? await connection.end()
            end.yield()
        }
        let task = Task { () async -> NetworkError? in
            do throws(NetworkError) {
                _ = try await client.connect(request(peer.port))
                return nil
            } catch {
                return error
            }
        }
        for await _ in came { break }
        task.cancel()
        #expect(await task.value == .closed)
        for await _ in gone { break }
    }

    @Test func `cancelling a wait for a message loses none, and the connection stays open`() async throws {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            for await _ in asked { try await connection.send(message: "late") }
        }
        let connection = try await open(request(peer.port))
        for _ in 0..<50 {
            let waiting = Task { try await connection.receive() }
            ask.yield()
            await Task.yield()
            waiting.cancel()
            if case .failure(let error) = await waiting.result {
                #expect(error as? NetworkError == .closed)
                #expect(try await connection.receive() == "late")
            }
        }
        #expect(await Task { await connection.end() }.cancelledValue == .failed(.closed))
        ask.yield()
        #expect(try await connection.receive() == "late")
    }
}

extension Task where Failure == Never {
    /// The value after a cancellation.
    fileprivate var cancelledValue: Success {
        get async {
            cancel()
            return await value
        }
    }
}
