import Synchronization
import TestServers
import Testing

@testable import Network

/// Browser features of libsoup and GIO that this client does not use.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WebClientBareTests {
    private let client: WebClient

    init() throws {
        client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
    }

    @Test func `a request has no unexpected header fields`() async throws {
        let heads = Mutex<[String]>([])
        let peer = try await SocketPeer(.server, protocols: ["h2", "http/1.1"]) { connection in
            while let (head, _) = try await connection.request() {
                heads.withLock { $0.append(head) }
                try await connection.send(
                    "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nStrict-Transport-Security: max-age=9\r\nETag: \"1\"\r\n"
                        + "Cache-Control: max-age=99\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n")
                try await connection.send([0x1F, 0x8B, 0, 0])
            }
        }
        let target = "/a/../b;c?d=%20&e='*%2f"
        let address = "https://localhost:\(peer.port)\(target)"
        for _ in 0..<2 {
            let answer = try await client.send(HTTPRequest(.get, address, timeLimit: .seconds(60)))
            #expect(answer.body == [0x1F, 0x8B, 0, 0])
        }
        _ = try await client.send(HTTPRequest(.post, address, timeLimit: .seconds(60)))
        let lines = heads.withLock { $0.map { Set($0.split(separator: "\r\n").map(String.init)) } }
        let common: Set = ["Host: localhost:\(peer.port)", "Connection: Keep-Alive"]
        #expect(lines[0] == common.union(["GET \(target) HTTP/1.1"]))
        #expect(lines[1] == lines[0])
        #expect(lines[2] == common.union(["POST \(target) HTTP/1.1", "Content-Length: 0"]))
        #expect(peer.connections == 1)
    }

    @Test func `a server that supports only HTTP 2 is refused`() async throws {
        let peer = try await SocketPeer(.server, protocols: ["h2"]) { connection in
            if let head = try await connection.request(), !head.head.contains(" HTTP/1.1\r\n") {
                Issue.record("a request of HTTP/2 arrived")
            }
        }
        await #expect(throws: NetworkError.self) {
            try await client.send(HTTPRequest(.get, "https://localhost:\(peer.port)/", timeLimit: .seconds(60)))
        }
    }

    @Test(arguments: [("A\r\nB", "c"), ("a b", "c"), ("", "c"), ("a", "b\r\nc: d"), ("a", "b\u{0}"), ("a:", "b")])
    func `a header field with a line break is not sent`(name: String, value: String) async throws {
        let peer = try await SocketPeer(.server) { _ in Issue.record("it was sent") }
        await #expect(throws: NetworkError.malformed) {
            try await client.send(
                HTTPRequest(.get, "https://localhost:\(peer.port)/", headers: [(name, value)], timeLimit: .seconds(60)))
        }
    }

    @Test func `a connection with stricter checks does not resume the TLS session of a weaker one`() async throws {
        let peer = try await SocketPeer(.selfSigned) { connection in
            while try await connection.line() != nil { try await connection.send(line: "x") }
        }
        let fingerprint = CertificateFingerprint(of: try TestIdentity.selfSigned.certificate())
        let pinned = LineAddress(host: "localhost", port: peer.port, fingerprint: fingerprint)
        for _ in 0..<5 {
            // One line in each direction, so that the server's session tickets have arrived.
            let connection = try await SocketDialer().connect(to: pinned, timeLimit: .seconds(60), lineLimit: 99)
            try await connection.send([])
            var lines = connection.lines.makeAsyncIterator()
            #expect(try await lines.next() == [0x78])
            await connection.close()
            await #expect(throws: NetworkError.untrusted) {
                try await client.send(HTTPRequest(.get, "https://localhost:\(peer.port)/", timeLimit: .seconds(60)))
            }
            await #expect(throws: NetworkError.untrusted) {
                try await WebClient().send(
                    HTTPRequest(.get, "https://localhost:\(peer.port)/", timeLimit: .seconds(60)))
            }
            await #expect(throws: NetworkError.untrusted) {
                try await SocketDialer().connect(
                    to: LineAddress(host: "localhost", port: peer.port), timeLimit: .seconds(60), lineLimit: 99)
            }
        }
    }

    @Test func `an authority of one client is not trusted by another, even in a resumed TLS session`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            while try await connection.request() != nil { try await connection.respond([1]) }
        }
        let request = HTTPRequest(.get, "https://localhost:\(peer.port)/", timeLimit: .seconds(60))
        for _ in 0..<5 {
            let client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
            #expect(try await client.send(request).body == [1])
            await #expect(throws: NetworkError.untrusted) { try await WebClient().send(request) }
            await client.close()
        }
    }

    @Test(arguments: [TestIdentity.server, .expired, .otherName, .untrusted, .selfSigned])
    func `a web server is trusted by the fingerprint of its certificate, by requests that name it only`(
        identity: TestIdentity
    ) async throws {
        let peer = try await SocketPeer(identity) { connection in
            while try await connection.request() != nil { try await connection.respond([1]) }
        }
        let client = WebClient(trusting: .none)
        let bare = HTTPRequest(.get, "https://localhost:\(peer.port)/", timeLimit: .seconds(60))
        var (trusting, other) = (bare, bare)
        trusting.fingerprint = CertificateFingerprint(of: try identity.certificate())
        other.fingerprint = CertificateFingerprint(String(repeating: "AB", count: 32))
        for _ in 0..<3 {
            #expect(try await client.send(trusting).body == [1])
            // Neither the open connection nor its TLS session is used.
            await #expect(throws: NetworkError.untrusted) { try await client.send(bare) }
            await #expect(throws: NetworkError.untrusted) { try await client.send(other) }
        }
        await client.close()
    }

    @Test func `requests that wait for a connection end when their task does`() async throws {
        let (asked, continuation) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            while try await connection.request() != nil { continuation.yield() }
        }
        let client = WebClient(trusting: try .only(pem: TestIdentity.authority()), connections: 2)
        let request = HTTPRequest(.get, "https://localhost:\(peer.port)/", timeLimit: .seconds(600))
        let tasks = (0..<6).map { _ in
            Task { _ = await #expect(throws: NetworkError.closed) { try await client.send(request) } }
        }
        var arrivals = asked.makeAsyncIterator()
        for _ in 0..<2 { await arrivals.next() }
        #expect(peer.connections == 2)
        for task in tasks.reversed() { task.cancel() }
        for task in tasks { await task.value }
        #expect(peer.connections == 2)
    }
}
