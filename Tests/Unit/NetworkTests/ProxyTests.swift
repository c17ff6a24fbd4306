import Synchronization
import TestServers
import Testing

@testable import Network

/// Connections through a proxy; the host names do not exist, so only the proxy can have resolved them.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ProxyTests {
    /// The name in one of the test certificates.
    private static let name = "elsewhere.example"

    private func client(_ proxy: Proxy) throws -> WebClient {
        WebClient(trusting: try .only(pem: TestIdentity.authority()), proxy: proxy)
    }

    private func request(
        _ method: HTTPRequest.Method = .get, host: String = Self.name, timeLimit: Duration = .seconds(60),
        addresses: HTTPRequest.Addresses = .any
    ) -> HTTPRequest {
        HTTPRequest(
            method, "https://\(host)/x", body: method == .post ? [1] : [], timeLimit: timeLimit, addresses: addresses)
    }

    private static func answering() async throws -> SocketPeer {
        try await SocketPeer(.otherName) { connection in
            while try await connection.request() != nil { try await connection.respond([7]) }
        }
    }

    private static func repeating(_ identity: TestIdentity?) async throws -> SocketPeer {
        try await SocketPeer(identity) { connection in
            while let line = try await connection.line() { try await connection.send(line: line) }
        }
    }

    @Test func `a SOCKS5 proxy resolves the name of a web server`() async throws {
        let server = try await Self.answering()
        let proxy = try await ProxyPeer(.socks5, routes: ["\(Self.name):443": server.port])
        let client = try client(.socks5(host: "127.0.0.1", port: proxy.port))
        for _ in 0..<3 {
            #expect(try await client.send(request()).body == [7])
            #expect(try await client.send(request(.post, addresses: .publicOnly)).body == [7])
        }
        #expect(proxy.wanted == ["name \(Self.name):443"])
        await #expect(throws: NetworkError.unreachable) { try await client.send(request(host: "name.invalid")) }
        #expect(proxy.wanted.last == "name name.invalid:443")
    }

    @Test(arguments: [ServerRoute.usual, .direct, .proxy(.none), .proxy(.http(host: "127.0.0.1", port: 1))])
    func `while only this machine may be reached, no other one is, whatever the route of its server`(
        route: ServerRoute
    ) async throws {
        let (web, lines) = (try await Self.answering(), try await Self.repeating(nil))
        let sealed = ProxySetting(.thisMachineOnly)
        let roots = try TrustRoots.only(pem: TestIdentity.authority())
        let client = WebClient(trusting: roots, through: sealed)
        let dialer = SocketDialer(trusting: roots, through: sealed)
        for host in [Self.name, "93.184.215.14", "[2606:4700::1111]", "0.0.0.0", "localhost.\(Self.name)"] {
            var request = HTTPRequest(.get, "https://\(host)/x", timeLimit: .seconds(60))
            request.route = route
            await #expect(throws: NetworkError.unreachable) { try await client.send(request) }
            let bare = host.trimmingPrefix("[").replacing("]", with: "")
            let address = LineAddress(host: String(bare), port: 50_001, isSecure: false).reached(by: route)
            await #expect(throws: NetworkError.unreachable) {
                try await dialer.connect(to: address, timeLimit: .seconds(60), lineLimit: 100)
            }
        }
        await #expect(throws: NetworkError.unreachable) {
            try await WebSocketClient(trusting: roots, through: sealed).connect(
                WebSocketRequest("wss://\(Self.name)/"))
        }
        // This machine is reached without a proxy.
        let own = LineAddress(host: "127.0.0.1", port: lines.port, isSecure: false)
        let connection = try await dialer.connect(to: own, timeLimit: .seconds(60), lineLimit: 100)
        await connection.close()
        let answer = try? await client.send(
            HTTPRequest(.get, "https://localhost:\(web.port)/x", timeLimit: .seconds(60)))
        #expect(answer == nil || answer?.body == [7])
        #expect(Proxy.thisMachineOnly.address == nil)
    }

    @Test func `a server with its own proxy is reached through that one only`() async throws {
        let (web, lines) = (try await Self.answering(), try await Self.repeating(.otherName))
        let usual = try await ProxyPeer(.socks5, routes: [:])
        let own = try await ProxyPeer(
            .socks5, routes: ["\(Self.name):443": web.port, "\(Self.name):50002": lines.port])
        let through = Proxy.socks5(host: "127.0.0.1", port: usual.port)
        let route = ServerRoute.proxy(.socks5(host: "127.0.0.1", port: own.port))
        var request = request()
        request.route = route
        #expect(try await client(through).send(request).body == [7])
        let dialer = SocketDialer(trusting: try .only(pem: TestIdentity.authority()), proxy: through)
        let address = LineAddress(host: Self.name, port: 50002, route: route)
        await (try dialer.connect(to: address, timeLimit: .seconds(60), lineLimit: 99)).close()
        _ = try await dialer.certificate(of: address, timeLimit: .seconds(60))
        #expect(own.wanted == ["name \(Self.name):443", "name \(Self.name):50002", "name \(Self.name):50002"])
        #expect(usual.wanted.isEmpty)
    }

    @Test func `a server that is reached directly is never named to the proxy`() async throws {
        let usual = try await ProxyPeer(.socks5, routes: [:])
        let through = Proxy.socks5(host: "127.0.0.1", port: usual.port)
        var request = request(host: "directly.invalid")
        request.route = .direct
        await #expect(throws: NetworkError.unreachable) { try await client(through).send(request) }
        let address = LineAddress(host: "directly.invalid", port: 50002, route: .direct)
        await #expect(throws: NetworkError.unreachable) {
            try await SocketDialer(proxy: through).connect(to: address, timeLimit: .seconds(60), lineLimit: 99)
        }
        #expect(usual.wanted.isEmpty)
        // An onion service is not reached directly, whatever the settings say.
        let onion = LineAddress(host: "x.onion", port: 50001, isSecure: false, route: .direct)
        await #expect(throws: NetworkError.needsTor) {
            try await SocketDialer(proxy: through).connect(to: onion, timeLimit: .seconds(60), lineLimit: 99)
        }
    }

    @Test func `a route survives a round trip`() {
        for text in ["direct", "socks5://127.0.0.1:9050", "http://[::1]:8118"] {
            #expect(ServerRoute(text)?.text == text)
        }
        #expect(ServerRoute.usual.text == nil)
        for text in ["", "usual", "Direct", "socks4://a:1", "socks5://a", "socks5://user@a:1"] {
            #expect(ServerRoute(text) == nil)
        }
    }

    @Test func `an HTTP proxy resolves the name of a web server`() async throws {
        let server = try await Self.answering()
        let proxy = try await ProxyPeer(routes: ["\(Self.name):443": server.port])
        let client = try client(.http(host: "localhost", port: proxy.port))
        for _ in 0..<3 {
            #expect(try await client.send(request()).body == [7])
            #expect(try await client.send(request(.post, addresses: .publicOnly)).body == [7])
        }
        #expect(proxy.wanted == ["\(Self.name):443"])
        await #expect(throws: NetworkError.unreachable) { try await client.send(request(host: "name.invalid")) }
        #expect(proxy.wanted.last == "name.invalid:443")
    }

    @Test(arguments: [TestIdentity.otherName, nil])
    func `a proxy resolves the name of a server with a line protocol`(identity: TestIdentity?) async throws {
        let server = try await Self.repeating(identity)
        let socks = try await ProxyPeer(.socks5, routes: ["\(Self.name):50001": server.port])
        let web = try await ProxyPeer(routes: ["\(Self.name):50001": server.port])
        for proxy in [Proxy.socks5(host: "127.0.0.1", port: socks.port), .http(host: "127.0.0.1", port: web.port)] {
            let dialer = SocketDialer(trusting: try .only(pem: TestIdentity.authority()), proxy: proxy)
            func dial(_ name: String) async throws(NetworkError) -> any LineConnection {
                try await dialer.connect(
                    to: LineAddress(host: name, port: 50001, isSecure: identity != nil), timeLimit: .seconds(60),
                    lineLimit: 99)
            }
            let connection = try await dial(Self.name)
            try await connection.send([1, 2])
            var lines = connection.lines.makeAsyncIterator()
            #expect(try await lines.next() == [1, 2])
            await connection.close()
            await #expect(throws: NetworkError.unreachable) { try await dial("name.invalid") }
        }
        #expect(socks.wanted == ["name \(Self.name):50001", "name name.invalid:50001"])
        #expect(web.wanted == ["\(Self.name):50001", "name.invalid:50001"])
    }

    @Test func `a proxy does not weaken the verification of the server`() async throws {
        let server = try await SocketPeer(.server) { connection in
            if try await connection.request() != nil { Issue.record("the request arrived") }
        }
        let socks = try await ProxyPeer(.socks5, routes: ["\(Self.name):443": server.port])
        let web = try await ProxyPeer(routes: ["\(Self.name):443": server.port])
        for proxy in [Proxy.socks5(host: "127.0.0.1", port: socks.port), .http(host: "127.0.0.1", port: web.port)] {
            await #expect(throws: NetworkError.untrusted) { try await client(proxy).send(request(.post)) }
        }
    }

    @Test func `another proxy is used from the next request on`() async throws {
        let server = try await SocketPeer(.otherName) { connection in
            while try await connection.request() != nil { try await connection.respond([7]) }
        }
        let place = "\(Self.name):443"
        let first = try await ProxyPeer(.socks5, routes: [place: server.port])
        let second = try await ProxyPeer(routes: [place: server.port])
        let setting = ProxySetting(.socks5(host: "127.0.0.1", port: first.port))
        let client = WebClient(trusting: try .only(pem: TestIdentity.authority()), through: setting)
        #expect(try await client.send(request()).body == [7])
        setting.current = .http(host: "127.0.0.1", port: second.port)
        #expect(try await client.send(request()).body == [7])
        #expect(first.wanted == ["name \(place)"])
        #expect(second.wanted == [place])
        // Without the proxy, its kept connection is not used: the name cannot be resolved.
        setting.current = .none
        await #expect(throws: NetworkError.unreachable) { try await client.send(request()) }
    }

    @Test(arguments: [
        ("socks5://127.0.0.1:9050", Proxy.socks5(host: "127.0.0.1", port: 9050)),
        ("SOCKS5://Tor.Example:1", .socks5(host: "tor.example", port: 1)),
        ("http://[::1]:8080", .http(host: "::1", port: 8080)),
    ])
    func `a proxy URL survives a round trip`(text: String, proxy: Proxy) {
        #expect(Proxy(text) == proxy)
        #expect(proxy.address == text.lowercased())
    }

    @Test(arguments: [
        "", "none", "socks5:", "socks5://", "socks5://a", "socks5://a:", "socks5://a:0", "socks5://a:65536",
        "socks5://a:1/", "socks5://a:1?b", "socks5://user@a:1", "socks5://user:word@a:1", "socks5://a b:1",
        "socks4://a:1",
        "socks://a:1", "https://a:1", "a:1", "socks5://a:1 ", " socks5://a:1", "socks5://::1:1", "socks5://[::1:1",
        "socks5://a:01", "http://127.1:80", "http://\u{FF41}:1", "socks5://a:1\n",
    ])
    func `an invalid proxy URL is refused`(text: String) {
        #expect(Proxy(text) == nil)
    }

    @Test func `this machine is reached without the proxy`() async throws {
        let server = try await Self.repeating(.server)
        let web = try await SocketPeer { connection in
            while try await connection.request() != nil { try await connection.respond([7]) }
        }
        let proxy = Proxy.socks5(host: "127.0.0.1", port: 1)
        #expect(
            try await client(proxy).send(HTTPRequest(.get, "http://localhost:\(web.port)/", timeLimit: .seconds(60)))
                .body == [7])
        let dialer = SocketDialer(trusting: try .only(pem: TestIdentity.authority()), proxy: proxy)
        await
            (try dialer.connect(
                to: LineAddress(host: "127.0.0.1", port: server.port), timeLimit: .seconds(60), lineLimit: 99)).close()
    }

    @Test func `an unreachable or invalid proxy is never bypassed`() async throws {
        let gone = try await SocketPeer(port: QuietPort.take()) { _ in }
        await gone.close()
        for proxy in [Proxy.socks5(host: "127.0.0.1", port: gone.port), .http(host: "127.0.0.1", port: gone.port)] {
            for method in [HTTPRequest.Method.get, .post] {
                await #expect(throws: NetworkError.proxyUnreachable) { try await client(proxy).send(request(method)) }
            }
            await #expect(throws: NetworkError.proxyUnreachable) { try await line(through: proxy) }
        }
        for proxy in [Proxy.socks5(host: "name.invalid", port: 1), .http(host: "name.invalid", port: 1)] {
            await #expect(throws: NetworkError.proxyUnreachable) { try await client(proxy).send(request()) }
            await #expect(throws: NetworkError.proxyUnreachable) { try await line(through: proxy) }
        }
        for proxy in [Proxy.socks5(host: "a b", port: 1), .http(host: "", port: 1), .socks5(host: "a", port: 65536)] {
            await #expect(throws: NetworkError.unusableAddress) { try await client(proxy).send(request()) }
            await #expect(throws: NetworkError.unusableAddress) { try await line(through: proxy) }
        }
    }

    private func line(through proxy: Proxy, timeLimit: Duration = .seconds(60)) async throws(NetworkError) {
        _ = try await SocketDialer(proxy: proxy).connect(
            to: LineAddress(host: Self.name, port: 50001), timeLimit: timeLimit, lineLimit: 99)
    }

    /// Invalid replies of a SOCKS5 proxy, sent without reading the requests.
    private static let socksLies: [[UInt8]] = [
        [], [4], [5, 0xFF], [5, 2], [5, 0, 5, 1, 0, 1], [5, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0], [5, 0, 5, 0, 0, 9, 0, 0],
        [5, 0, 5, 0, 0, 3, 0, 0, 0], Array("HTTP/1.1 200 OK\r\n\r\n".utf8),
    ]

    @Test(arguments: socksLies)
    func `a SOCKS5 proxy with invalid replies is an error`(lie: [UInt8]) async throws {
        let peer = try await SocketPeer { connection in
            _ = try await connection.some()
            try await connection.send(lie)
        }
        let proxy = Proxy.socks5(host: "127.0.0.1", port: peer.port)
        for method in [HTTPRequest.Method.get, .post] {
            let error = await #expect(throws: NetworkError.self) { try await client(proxy).send(request(method)) }
            #expect(error == .unreachable || error == .interrupted || error == .untrusted)
        }
        await #expect(throws: NetworkError.self) { try await line(through: proxy) }
    }

    private static let webLies = [
        "", "HTTP/1.1", "HTTP/1.1 502 No\r\n\r\n", "HTTP/1.1 404 No\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"a\"\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 302 No\r\nLocation: https://localhost/\r\nContent-Length: 0\r\n\r\n", "SSH-2.0-x\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na", "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.1 421 No\r\nContent-Length: 0\r\n\r\n",
    ]

    @Test(arguments: webLies)
    func `an HTTP proxy with invalid replies is an error, never a response`(lie: String) async throws {
        let peer = try await SocketPeer { connection in
            _ = try await connection.request()
            try await connection.send(lie)
        }
        let proxy = Proxy.http(host: "127.0.0.1", port: peer.port)
        for method in [HTTPRequest.Method.get, .post] {
            let error = await #expect(throws: NetworkError.self) { try await client(proxy).send(request(method)) }
            let possible: [NetworkError] = [.unreachable, .interrupted, .untrusted, .malformed]
            #expect(error.map(possible.contains) == true)
        }
        await #expect(throws: NetworkError.self) { try await line(through: proxy) }
    }

    @Test(arguments: [[UInt8](), Array("HTTP/1.1 200 OK\r\nA: b\r\n".utf8), [5, 0]])
    func `a proxy that stops responding times out, and nothing was sent`(start: [UInt8]) async throws {
        let peer = try await SocketPeer { connection in
            try await connection.send(start)
            try await connection.end()
        }
        for proxy in [Proxy.socks5(host: "127.0.0.1", port: peer.port), .http(host: "127.0.0.1", port: peer.port)] {
            let error = await #expect(throws: NetworkError.self) {
                try await client(proxy).send(request(.post, timeLimit: .milliseconds(300)))
            }
            #expect(error == .unreachable)
            let lineError = await #expect(throws: NetworkError.self) {
                try await line(through: proxy, timeLimit: .milliseconds(300))
            }
            #expect(lineError == .timedOut || lineError == .unreachable)
        }
    }

    @Test(arguments: [Array("HTTP/1.1 200 OK\r\n".utf8), [5, 0, 5, 0, 0, 3, 255]])
    func `a proxy that responds byte by byte times out`(answer: [UInt8]) async throws {
        let peer = try await SocketPeer { connection in
            for byte in answer + [UInt8](repeating: 0x61, count: 1000) {
                try await connection.send([byte])
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        let proxy =
            answer[0] == 5
            ? Proxy.socks5(host: "127.0.0.1", port: peer.port) : .http(host: "127.0.0.1", port: peer.port)
        await #expect(throws: NetworkError.unreachable) {
            try await client(proxy).send(request(.post, timeLimit: .milliseconds(700)))
        }
        await #expect(throws: NetworkError.timedOut) { try await line(through: proxy, timeLimit: .milliseconds(700)) }
        await #expect(throws: NetworkError.timedOut) {
            try await WebSocketClient(proxy: proxy).connect(
                WebSocketRequest("wss://\(Self.name)/", timeLimit: .milliseconds(700)))
        }
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 502 No\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n"])
    func `an endless response of an HTTP proxy is aborted`(start: String) async throws {
        let sent = Mutex(0)
        let peer = try await SocketPeer { connection in
            _ = try await connection.request()
            try await connection.send(start)
            let part = start.contains("100") ? start : "A: " + String(repeating: "b", count: 1000) + "\r\n"
            let parts = Array(String(repeating: part, count: 20).utf8)
            while true {
                try await connection.send(parts)
                sent.withLock { $0 += parts.count }
            }
        }
        let proxy = Proxy.http(host: "127.0.0.1", port: peer.port)
        await #expect(throws: NetworkError.self) {
            try await client(proxy).send(request(.post, timeLimit: .milliseconds(500)))
        }
        sent.withLock { $0 = 0 }
        await #expect(throws: NetworkError.unreachable) { try await line(through: proxy) }
        // A few socket buffers at most.
        #expect(sent.withLock { $0 } < 20_000_000)
    }
}
