import Synchronization
import TestServers
import Testing

@testable import Network

/// Servers that do not open the connection as they should.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WebSocketHandshakeTests {
    private let client: WebSocketClient

    init() throws {
        client = WebSocketClient(trusting: try .only(pem: TestIdentity.authority()))
    }

    private func connect(
        _ peer: SocketPeer, host: String = "localhost", subprotocols: [String] = [], timeLimit: Duration = .seconds(60)
    ) async throws(NetworkError) -> WebSocketReply {
        try await client.connect(
            WebSocketRequest("wss://\(host):\(peer.port)/", subprotocols: subprotocols, timeLimit: timeLimit))
    }

    @Test func `the accept key is that of the specification's example`() {
        // RFC 6455, section 1.3.
        #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    private static let good = [
        "HTTP/1.1 101 OK", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: KEY",
    ]

    /// The lines of a right answer, of which one is replaced or left out.
    private static func good(_ place: Int, _ line: String?) -> [String] {
        var lines = good
        lines.replaceSubrange(place...place, with: line.map { [$0] } ?? [])
        return lines
    }

    /// The lines of wrong answers.
    private static let wrong: [[String]] = {
        let changes: [(Int, String?)] = [
            (0, "HTTP/1.0 101 OK"), (0, "HTTP/2 101"), (0, "HTTP/1.1 99 OK"), (0, "HTTP/1.1 1010 OK"),
            (0, "HTTP/1.1 +10 OK"), (0, "HTTP/1.1  101 OK"), (0, "SSH-2.0-x"), (1, nil), (1, "Upgrade: h2c"),
            (1, "Upgrade: h2c, websocket"), (2, nil), (2, "Connection: keep-alive"), (3, nil),
            (3, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), (3, "Sec-WebSocket-Accept: KEY KEY"),
        ]
        let additions = [
            "Sec-WebSocket-Accept: KEY", "Sec-WebSocket-Extensions: permessage-deflate",
            "Sec-WebSocket-Extensions: x-webkit-deflate-frame", "Sec-WebSocket-Protocol: c",
            "Sec-WebSocket-Protocol: a\r\nSec-WebSocket-Protocol: b", "Sec-WebSocket-Protocol: a, b",
            "Sec-WebSocket-Protocol: A", " folded", "no colon", "A b: c", "A: \u{7F}", ": a", "A: b\nC: d", "A: b\rC",
        ]
        return changes.map { good($0.0, $0.1) } + additions.map { good + [$0] }
    }()

    /// The lines of right answers that look otherwise.
    private static let other: [[String]] = [
        good, ["HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early Hints", "A: b", ""] + good,
        ["HTTP/1.1 101", "upgrade:WebSocket", "connection: keep-alive, upgrade", "SEC-WEBSOCKET-ACCEPT:\t KEY "],
    ]

    @Test(arguments: wrong)
    func `a response that is not a valid handshake is malformed`(lines: [String]) async throws {
        let peer = try await SocketPeer(.server) { connection in
            guard let (head, _) = try await connection.request() else { return }
            let text = lines.joined(separator: "\r\n").replacing("KEY", with: ServedConnection.acceptance(of: head))
            try await connection.send(text + "\r\n\r\n")
            try await connection.end()
        }
        await #expect(throws: NetworkError.malformed) { try await connect(peer, subprotocols: ["a", "b"]) }
    }

    @Test(arguments: other)
    func `a valid handshake response may be written in several ways`(lines: [String]) async throws {
        let peer = try await SocketPeer(.server) { connection in
            guard let (head, _) = try await connection.request() else { return }
            let text = lines.joined(separator: "\r\n").replacing("KEY", with: ServedConnection.acceptance(of: head))
            // Byte by byte, and the first message at once behind it.
            for byte in Array((text + "\r\n\r\n").utf8) + [0x81, 1, 0x61] { try await connection.send([byte]) }
            try await connection.end()
        }
        #expect(try await WebSocketTests.opened(connect(peer)).receive() == "a")
        let whole = try await SocketPeer(.server) { connection in
            guard let (head, _) = try await connection.request() else { return }
            let text = lines.joined(separator: "\r\n").replacing("KEY", with: ServedConnection.acceptance(of: head))
            try await connection.send(Array((text + "\r\n\r\n").utf8) + [0x81, 1, 0x61])
            try await connection.end()
        }
        #expect(try await WebSocketTests.opened(connect(whole)).receive() == "a")
    }

    @Test(arguments: [
        "200 OK", "301 Moved Permanently", "307 Temporary Redirect", "401 Unauthorized", "403 Forbidden",
        "407 Proxy Authentication Required", "421 Misdirected Request", "500 Internal Server Error",
    ])
    func `a refusal is returned with its status, date and body, and a redirect is not followed`(status: String)
        async throws
    {
        let target = try await SocketPeer(.server) { _ in Issue.record("the redirect was followed") }
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send(
                "HTTP/1.1 \(status)\r\nLocation: wss://localhost:\(target.port)/\r\nDate: Thu, 01 Jan 1970 00:00:10 GMT\r\n"
                    + "WWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 3\r\n\r\nwhy")
            try await connection.end()
        }
        guard case .refused(let response) = try await connect(peer) else {
            Issue.record("it was opened")
            return
        }
        #expect("\(response.status)" == status.prefix(3))
        #expect(response.date == 10)
        #expect(response.body == Array("why".utf8))
        #expect(peer.connections == 1 && target.connections == 0)
    }

    @Test(arguments: [
        ("", 8192), ("Content-Length: 99999999999999999999\r\n", 8192), ("Content-Length: x\r\n", 8192),
        ("Content-Length: 10\r\n", 10), ("Transfer-Encoding: chunked\r\n", 0),
    ])
    func `only the beginning of an endless refusal body is read`(field: String, length: Int) async throws {
        let sent = Mutex(0)
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 401 Unauthorized\r\n\(field)\r\n")
            while true {
                try await connection.send([UInt8](repeating: 0x78, count: 100_000))
                sent.withLock { $0 += 1 }
            }
        }
        guard case .refused(let response) = try await connect(peer) else {
            Issue.record("it was opened")
            return
        }
        #expect(response.status == 401 && response.body == [UInt8](repeating: 0x78, count: length))
        #expect(sent.withLock { $0 } < 1000)
    }

    @Test func `a refusal whose body does not end is returned in time`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 99\r\n\r\nabc")
            try await connection.end()
        }
        guard case .refused(let response) = try await connect(peer) else {
            Issue.record("it was opened")
            return
        }
        #expect(response.status == 403 && response.body == Array("abc".utf8))
    }

    @Test(arguments: [
        ("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", "abcde"), ("5\r\nab", "ab"), ("", ""), ("x\r\nab", ""),
        ("-1\r\nab", ""),
        ("fffffffff\r\nab", ""), ("ffffffff\r\nab", "ab"), ("2\r\nab", "ab"), ("2\r\nabXXz\r\n", "ab"),
    ])
    func `the complete chunks of a refusal are joined`(text: String, data: String) {
        #expect(ResponseHead.chunks(Array(text.utf8)) == Array(data.utf8))
    }

    @Test(arguments: ["HTTP/1.1 101 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n", ""])
    func `an endless head is refused`(start: String) async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            let line = start.hasPrefix("HTTP/1.1 100") ? start : "A: " + String(repeating: "b", count: 1000) + "\r\n"
            try await connection.send(start)
            while true { try await connection.send(String(repeating: line, count: 50)) }
        }
        await #expect(throws: NetworkError.malformed) { try await connect(peer) }
    }

    @Test func `a silent or slow server ends in an error at the time limit`() async throws {
        for answer in ["", "HTTP/1.1 101 OK\r\nUpgrade: websocket\r\n"] {
            let peer = try await SocketPeer(.server) { connection in
                _ = try await connection.request()
                try await connection.send(answer)
                try await connection.end()
            }
            await #expect(throws: NetworkError.timedOut) { try await connect(peer, timeLimit: .milliseconds(300)) }
        }
        let slow = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            while true {
                try await connection.send("H")
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        await #expect(throws: NetworkError.timedOut) { try await connect(slow, timeLimit: .milliseconds(300)) }
        let mute = try await SocketPeer { try await $0.end() }
        await #expect(throws: NetworkError.timedOut) { try await connect(mute, timeLimit: .milliseconds(300)) }
    }

    @Test func `a connection that ends at any byte of the handshake is reported as lost`() async throws {
        let whole = Self.good.joined(separator: "\r\n") + "\r\n\r\n"
        for end in stride(from: 0, to: whole.utf8.count, by: 7) {
            let peer = try await SocketPeer(end % 2 == 0 ? .server : nil) { connection in
                guard let (head, _) = try await connection.request() else { return }
                let answer = whole.replacing("KEY", with: ServedConnection.acceptance(of: head))
                try await connection.send(Array(answer.utf8.prefix(end)))
                if end % 3 == 0 { await connection.abort() }
            }
            await #expect(throws: NetworkError.interrupted) {
                try await client.connect(
                    WebSocketRequest(
                        "\(end % 2 == 0 ? "wss" : "ws")://localhost:\(peer.port)/", timeLimit: .seconds(60)))
            }
        }
        let early = try await SocketPeer { _ in }
        await #expect(throws: NetworkError.interrupted) { try await connect(early) }
    }

    @Test(arguments: [TestIdentity.expired, .otherName, .untrusted, .selfSigned])
    func `a server with an untrusted certificate receives no handshake`(identity: TestIdentity) async throws {
        let peer = try await SocketPeer(identity) { connection in
            if try await connection.request() != nil { Issue.record("the request arrived") }
        }
        for host in ["localhost", "127.0.0.1"] {
            await #expect(throws: NetworkError.untrusted) { try await connect(peer, host: host) }
        }
    }

    @Test func `a port without a listener cannot be connected to`() async throws {
        let peer = try await SocketPeer(port: QuietPort.take()) { _ in }
        await peer.close()
        await #expect(throws: NetworkError.unreachable) { try await connect(peer) }
    }

    @Test func `a connection can be limited to public addresses`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            try await connection.acceptWebSocket()
            try await connection.end()
        }
        let proxy = try await ProxyPeer(.socks5, routes: [:])
        for client in [client, WebSocketClient(proxy: .socks5(host: "127.0.0.1", port: proxy.port))] {
            for host in ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "10.0.0.1", "[fe80::1]"] {
                await #expect(throws: NetworkError.privateAddress) {
                    try await client.connect(
                        WebSocketRequest(
                            "wss://\(host):\(peer.port)/", timeLimit: .seconds(60), addresses: .publicOnly))
                }
            }
        }
        // A connection that was tried would have arrived before this one.
        _ = try await connect(peer)
        #expect(peer.connections == 1 && proxy.wanted == [])
    }

    @Test func `a proxy resolves the name of a WebSocket server`() async throws {
        let name = "elsewhere.example"
        let server = try await SocketPeer(.otherName) { connection in
            try await connection.acceptWebSocket()
            try await connection.send(message: "a")
            try await connection.end()
        }
        let socks = try await ProxyPeer(.socks5, routes: ["\(name):443": server.port])
        let web = try await ProxyPeer(routes: ["\(name):443": server.port])
        let roots = try TrustRoots.only(pem: TestIdentity.authority())
        for proxy in [Proxy.socks5(host: "127.0.0.1", port: socks.port), .http(host: "127.0.0.1", port: web.port)] {
            let client = WebSocketClient(trusting: roots, proxy: proxy)
            let request = WebSocketRequest("wss://\(name)/", timeLimit: .seconds(60), addresses: .publicOnly)
            #expect(try await WebSocketTests.opened(client.connect(request)).receive() == "a")
            await #expect(throws: NetworkError.unreachable) {
                try await client.connect(WebSocketRequest("wss://name.invalid/", timeLimit: .seconds(60)))
            }
        }
        #expect(socks.wanted == ["name \(name):443", "name name.invalid:443"])
        #expect(web.wanted == ["\(name):443", "name.invalid:443"])
        let gone = WebSocketClient(proxy: .socks5(host: "name.invalid", port: 1))
        await #expect(throws: NetworkError.proxyUnreachable) {
            try await gone.connect(WebSocketRequest("wss://\(name)/", timeLimit: .seconds(60)))
        }
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800), ("Mon, 23 Nov 2026 05:31:15 GMT", 1_795_411_875),
        ("Sun, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func `a date is read`(text: String, seconds: Int) {
        #expect(HTTPResponse(status: 200, headers: [("date", text)]).date == seconds)
    }

    @Test(arguments: [
        "", "Sun, 06 Nov 1994 08:49:37", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "784111777",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
    ])
    func `an invalid date is not read`(text: String) {
        #expect(HTTPResponse(status: 200, headers: [("date", text)]).date == nil)
    }
}
