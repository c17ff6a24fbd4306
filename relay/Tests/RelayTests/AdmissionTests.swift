import Logging
import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(1))) struct AdmissionTests {
    private let identity = Identity()

    @Test func `a token in the query or in a header is accepted`() async throws {
        try await TestRelay.run { relay in
            try await relay.expect(101, "/?auth=\(identity.token())")
            try await relay.expect(101, "/?projectId=a&ua=b", headers: ["Authorization: Bearer \(identity.token())"])
        }
    }

    @Test func `a refused token is 401, and the answer says why`() async throws {
        try await TestRelay.run { relay in
            let now = Int(WallClock.milliseconds() / 1000)
            let cases = [
                ("x", "not a JSON Web Token"), (identity.token(issued: now - 90_000), "check the clock"),
                (identity.token(issued: now + 1000), "Check the clock"),
                (identity.token(claims: "{}"), "claims"),
            ]
            for (token, part) in cases {
                let (status, body) = try await relay.status("/?auth=\(token)")
                #expect(status == 401)
                #expect(body.contains("InvalidJwt") && body.contains(part), "\(body)")
            }
            let (missing, body) = try await relay.status("/?projectId=a&ua=wc-2")
            #expect(missing == 401)
            #expect(body.contains("MissingJwt"))
        }
    }

    @Test func `a query that can be read in two ways, or is too large, is refused with 400`() async throws {
        try await TestRelay.run { relay in
            let token = identity.token()
            try await relay.expect(101, "/?%61uth=\(token)")
            for target in [
                "/?auth=\(token)&auth=\(token)", "/?auth=\(token)&%61uth=x", "/?auth=%zz",
                "/?projectId=%ff&auth=\(token)",
                "/?auth=\(token)&x=\(String(repeating: "a", count: 9000))",
                "/?auth=\(token)&\(String(repeating: "a&", count: 100))",
            ] {
                let (status, body) = try await relay.status(target)
                #expect(status == 400)
                #expect(body.contains("BadRequest"))
            }
        }
    }

    @Test func `the answer has the relay's time`() async throws {
        try await TestRelay.run { relay in
            let client = try await RawClient.connect(port: relay.server.port)
            let head = try await client.request("/?auth=x", headers: RawClient.upgradeHeaders)
            #expect(head.lowercased().contains("date: "))
            let good = try await RawClient.connect(port: relay.server.port)
            #expect(
                try await good.request("/?auth=\(identity.token())", headers: RawClient.upgradeHeaders)
                    .lowercased().contains("date: "))
        }
        #expect(HTTPDate.text(seconds: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.internet(milliseconds: 784_111_777_042) == "1994-11-06T08:49:37.042Z")
    }

    @Test func `a client that wants close frames gets 3000`() async throws {
        try await TestRelay.run { relay in
            let client = try await RawClient.connect(port: relay.server.port)
            #expect(try await client.upgrade("/?auth=x&useOnCloseEvent=true") == 101)
            let frame = try await client.frame()
            #expect(frame.code == 3000)
            #expect(String(decoding: frame.bytes.dropFirst(2), as: UTF8.self).hasPrefix("InvalidJwt"))
        }
    }

    @Test func `only listed projects, audiences and origins are accepted`() async throws {
        try await TestRelay.run {
            $0.projects = ["one", "two"]
            $0.audiences = ["wss://relay.example.org"]
            $0.origins = ["https://example.org"]
        } _: { relay in
            let token = identity.token(audience: "wss://relay.example.org")
            try await relay.expect(101, "/?auth=\(token)&projectId=two")
            let missing = try await relay.status("/?auth=\(token)")
            #expect(missing.status == 401 && missing.rest.contains("ProjectIdNotSpecified"))
            let unknown = try await relay.status("/?auth=\(token)&projectId=three")
            #expect(unknown.status == 401 && unknown.rest.contains("ProjectNotFound"))
            let audience = try await relay.status("/?auth=\(identity.token())&projectId=one")
            #expect(audience.status == 401 && audience.rest.contains("audience"))
            let origin = try await relay.status(
                "/?auth=\(token)&projectId=one", headers: ["Origin: https://evil.example"])
            #expect(origin.status == 403 && origin.rest.contains("OriginNotAllowed"))
            try await relay.expect(101, "/?auth=\(token)&projectId=one", headers: ["Origin: https://example.org"])
            // A client of the legacy bridge needs a project id, too.
            try await relay.expect(401, "/")
            try await relay.expect(101, "/?projectId=one")
        }
    }

    @Test func `the legacy bridge can be turned off`() async throws {
        try await TestRelay.run {
            $0.servesLegacy = false
        } _: { relay in
            try await relay.expect(401, "/")
        }
    }

    @Test func `connections of an address are limited`() async throws {
        try await TestRelay.run {
            $0.limits.connectionsPerAddress = 3
        } _: { relay in
            var clients: [Client] = []
            for _ in 0..<3 { clients.append(try await Client.connect(relay)) }
            let (refused, body) = try await relay.status("/?auth=\(identity.token())")
            #expect(refused == 429)
            #expect(body.contains("TooManyRequests"))
            // The end of a connection makes room; the relay sees it a moment later.
            await clients[0].raw.cut()
            while try await relay.status("/?auth=\(identity.token())").status != 101 {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test func `all connections are limited`() async throws {
        try await TestRelay.run {
            $0.limits.connections = 2
        } _: { relay in
            let clients = [try await Client.connect(relay), try await Client.connect(relay)]
            try await relay.expect(503, "/?auth=\(identity.token())")
            #expect(try await clients[0].publish("m", to: someTopic()).isTrue)
        }
    }

    @Test func `behind a trusted proxy, the address that it adds counts`() async throws {
        try await TestRelay.run {
            $0.limits.connectionsPerAddress = 1
            $0.proxies = ["127.0.0.1"]
        } _: { relay in
            let proxy = Proxy(relay: relay)
            try await proxy.expect(101, "192.0.2.1")
            // The client can write what it wants in front of the proxy's entry.
            try await proxy.expect(429, "198.51.100.1, 192.0.2.1")
            try await proxy.expect(101, "192.0.2.1, 198.51.100.1")
            try await proxy.expect(101, "2001:db8::1")
            try await proxy.expect(429, "2001:db8::2")
            try await proxy.expect(101, "2001:db8:0:1::1")
            try await proxy.expect(429, "::ffff:192.0.2.1")
            // Nonsense, and no header at all, count as the proxy.
            try await proxy.expect(101, "nonsense")
            try await proxy.expect(429, nil)
        }
    }

    @Test func `a trusted proxy is an IP address`() async throws {
        var configuration = RelayConfiguration()
        configuration.port = 0
        configuration.proxies = ["proxy.example"]
        await #expect(throws: RelayError.self) {
            try await RelayServer.start(configuration, logger: Logger(label: "test"))
        }
        var limits = RelayConfiguration()
        limits.limits.connectionsPerAddress = 1
        limits.proxies = ["2001:DB8::0:5"]
        let admission = Admission(limits, wallClock: WallClock.milliseconds)
        let proxy = try #require(PeerAddress("2001:db8:0:0::5"))
        for _ in 0..<100 { #expect(admission.connect(proxy)) }
        // A neighbour is not trusted.
        let neighbour = try #require(PeerAddress("2001:db8::6"))
        #expect(!admission.connect(neighbour))
    }

    @Test func `without a trusted proxy, its header does not count`() async throws {
        try await TestRelay.run {
            $0.limits.connectionsPerAddress = 1
        } _: { relay in
            let client = try await Client.connect(relay)
            try await relay.expect(429, "/?auth=\(identity.token())", headers: ["X-Forwarded-For: 192.0.2.1"])
            #expect(try await client.publish("m", to: someTopic()).isTrue)
        }
    }

    @Test func `one client has few connections: the oldest one is closed`() async throws {
        try await TestRelay.run {
            $0.limits.connectionsPerClient = 2
        } _: { relay in
            let first = try await Client.connect(relay, identity)
            let second = try await Client.connect(relay, identity)
            let third = try await Client.connect(relay, identity)
            #expect(try await first.raw.closeCode() == 4008)
            #expect(try await second.publish("m", to: someTopic()).isTrue)
            #expect(try await third.publish("m", to: someTopic()).isTrue)
        }
    }

    @Test func `pages are answered, other requests are refused`() async throws {
        try await TestRelay.run { relay in
            let health = try await relay.get("/health")
            #expect(health.head.hasPrefix("HTTP/1.1 200 "))
            #expect(health.rest == "{\"status\":\"ok\"}\n")
            let client = try await Client.connect(relay)
            try await client.publish("m", to: someTopic())
            let metrics = try await relay.get("/metrics")
            #expect(metrics.rest.contains("\ndrawbridge_relay_connections{version=\"2\"} 1\n"))
            #expect(metrics.rest.contains("\ndrawbridge_relay_mailbox_messages 1\n"))
            #expect(metrics.rest.contains("\ndrawbridge_relay_confirmation_seconds_bucket{le=\"+Inf\"} 0\n"))
            let head = try await relay.get("/health", method: "HEAD")
            #expect(head.head.hasPrefix("HTTP/1.1 200 "))
            #expect(head.rest.isEmpty)
            #expect(try await relay.get("/").head.hasPrefix("HTTP/1.1 426 "))
            #expect(try await relay.get("/other").head.hasPrefix("HTTP/1.1 404 "))
            #expect(try await relay.get("/health", method: "POST").head.hasPrefix("HTTP/1.1 405 "))
            #expect(
                try await relay.get("/?auth=a", headers: ["Connection: Upgrade", "Upgrade: websocket"]).head
                    .hasPrefix("HTTP/1.1 426 "))
            #expect(
                try await relay.get("/", headers: ["Connection: Upgrade", "Upgrade: h2c"]).head.hasPrefix(
                    "HTTP/1.1 426 "))
        }
    }
}

/// Connects for others, as a proxy does.
private final class Proxy {
    private let relay: TestRelay
    private var clients: [RawClient] = []

    init(relay: TestRelay) { self.relay = relay }

    /// Connects for the client that the header names, and compares the status of the answer.
    func expect(_ expected: Int, _ header: String?, _ location: SourceLocation = #_sourceLocation) async throws {
        let client = try await RawClient.connect(port: relay.server.port)
        clients.append(client)
        let status = try await client.upgrade(
            "/?auth=\(Identity().token())", headers: header.map { ["X-Forwarded-For: \($0)"] } ?? [])
        #expect(status == expected, sourceLocation: location)
    }
}
