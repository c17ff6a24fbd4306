import TestServers
import Testing

@testable import Network

@Suite(.serialized, .timeLimit(.minutes(15))) struct WebClientTests {
    private let client: WebClient

    init() throws {
        client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
    }

    private func ask(
        _ peer: SocketPeer, _ scheme: String = "https", host: String = "localhost", path: String = "/",
        timeLimit: Duration = .seconds(60), sizeLimit: Int = 1000
    ) async throws(NetworkError) -> HTTPResponse {
        try await client.send(
            HTTPRequest(
                .get, "\(scheme)://\(host):\(peer.port)\(path)", timeLimit: timeLimit, sizeLimit: sizeLimit))
    }

    @Test func `a request and its response arrive unchanged, over one connection`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            while let (head, body) = try await connection.request() {
                let isWhole =
                    head.hasPrefix("POST /rpc?x=%20 HTTP/1.1\r\n") && head.lowercased().contains("\r\nx-a: b\r\n")
                    && !head.lowercased().contains("user-agent") && body == [0, 1, 2]
                try await connection.respond(
                    Array(head.utf8.reversed()) + body, status: isWhole ? "201 Fine" : "500 No")
            }
        }
        for _ in 0..<3 {
            let answer = try await client.send(
                HTTPRequest(
                    .post, "https://localhost:\(peer.port)/rpc?x=%20", headers: [("X-A", "b")], body: [0, 1, 2],
                    timeLimit: .seconds(60)))
            #expect(answer.status == 201)
            #expect(answer.header("CONTENT-TYPE") == "application/json")
            #expect(answer.body.suffix(3) == [0, 1, 2])
        }
        #expect(peer.connections == 1)
    }

    @Test func `only one large body is read at a time, until it is released`() async throws {
        let peer = try await SocketPeer { connection in
            while let (head, _) = try await connection.request() {
                try await connection.respond([UInt8](repeating: 7, count: head.contains("/long") ? 200_000 : 60_000))
            }
        }
        let client = WebClient(longBodies: LargeResponses())
        func ask(_ path: String, within time: Duration = .seconds(60)) async throws(NetworkError) -> HTTPResponse {
            try await client.send(HTTPRequest(.get, "http://127.0.0.1:\(peer.port)\(path)", timeLimit: time))
        }
        var first: HTTPResponse? = try await ask("/long")
        #expect(first?.turn != nil)
        // A large body waits, longer than its server may take; a small one does not; and a waiting one can be
        // cancelled.
        async let second = ask("/long", within: .seconds(2)).body.count
        #expect(try await ask("/short").turn == nil)
        let third = Task { try await ask("/long") }
        try await Task.sleep(for: .milliseconds(2_500))
        third.cancel()
        await #expect(throws: NetworkError.closed) { try await third.value }
        first = nil
        #expect(try await second == 200_000)
        #expect(try await ask("/long").body.count == 200_000)
    }

    @Test func `waiting for other bodies does not use up a request's time, but has a limit`() async throws {
        let bodies = LargeResponses()
        let first = try await bodies.turn(within: .seconds(1))
        await #expect(throws: NetworkError.tooLarge) { try await bodies.turn(within: .milliseconds(50)) }
        let deadline = Deadline(in: .seconds(60))
        try await deadline.paused(for: .seconds(600)) { #expect(deadline.rest > .seconds(600)) }
        #expect(deadline.rest <= .seconds(60))
        withExtendedLifetime(first) {}
    }

    @Test func `this machine can be reached without TLS`() async throws {
        let peer = try await SocketPeer { connection in
            _ = try await connection.request()
            try await connection.respond([7])
        }
        #expect(try await ask(peer, "http", host: "127.0.0.1").body == [7])
    }

    @Test(arguments: [TestIdentity.expired, .otherName, .untrusted, .selfSigned])
    func `a server with an untrusted certificate receives no request`(identity: TestIdentity) async throws {
        let peer = try await SocketPeer(identity) { connection in
            if try await connection.request() != nil { Issue.record("the request arrived") }
        }
        await #expect(throws: NetworkError.untrusted) { try await ask(peer) }
    }

    @Test func `the certificate authority of the tests is not trusted by the system`() async throws {
        let peer = try await SocketPeer(.server) { _ = try await $0.request() }
        let client = WebClient()
        await #expect(throws: NetworkError.untrusted) {
            try await client.send(HTTPRequest(.get, "https://localhost:\(peer.port)/"))
        }
    }

    @Test func `the certificate must match the requested host name`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.respond([1])
        }
        #expect(try await ask(peer, host: "127.0.0.1").body == [1])
        let other = try await SocketPeer(.otherName) { _ = try await $0.request() }
        await #expect(throws: NetworkError.untrusted) { try await ask(other, host: "127.0.0.1") }
    }

    @Test func `TLS never falls back to plain HTTP`() async throws {
        let peer = try await SocketPeer { connection in
            if try await connection.request() != nil { Issue.record("the request arrived in the clear") }
        }
        await #expect(throws: NetworkError.timedOut) { try await ask(peer, timeLimit: .milliseconds(300)) }
    }

    @Test(arguments: ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"])
    func `a redirect is returned, and not followed`(status: String) async throws {
        let target = try await SocketPeer(.server) { _ in Issue.record("the redirect was followed") }
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send(
                "HTTP/1.1 \(status)\r\nLocation: https://localhost:\(target.port)/\r\nContent-Length: 0\r\n\r\n")
            try await connection.end()
        }
        let answer = try await ask(peer)
        #expect("\(answer.status)" == status.prefix(3))
        #expect(target.connections == 0)
    }

    @Test func `an answer with an excessive announced length is refused before its body`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
            try await connection.end()
        }
        await #expect(throws: NetworkError.tooLarge) { try await ask(peer) }
    }

    @Test func `an endless answer is aborted at the limit`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<20 { try await connection.send("64\r\n" + String(repeating: "x", count: 100) + "\r\n") }
            try await connection.end()
        }
        await #expect(throws: NetworkError.tooLarge) { try await ask(peer) }
    }

    @Test func `an answer of exactly the limit is accepted`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.respond([UInt8](repeating: 9, count: 1000))
        }
        #expect(try await ask(peer).body.count == 1000)
    }

    @Test func `a silent server times out`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.end()
        }
        await #expect(throws: NetworkError.timedOut) { try await ask(peer, timeLimit: .milliseconds(300)) }
    }

    @Test func `a body that arrives too slowly times out, too`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")
            try await connection.send("x")
            try await connection.end()
        }
        await #expect(throws: NetworkError.timedOut) { try await ask(peer, timeLimit: .milliseconds(300)) }
    }

    @Test func `a request without a connection in time is unsent, and one without a response may have been sent`()
        async throws
    {
        let (asked, continuation) = AsyncStream<[UInt8]>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            while let (_, body) = try await connection.request() {
                continuation.yield(body)
                guard body == [1] else { continue }
                for await _ in released { break }
                try await connection.respond([])
            }
        }
        let client = WebClient(trusting: try .only(pem: TestIdentity.authority()), connections: 1)
        let slow = Task { () async -> NetworkError? in await failure(client, peer, [1], .seconds(120)) }
        for await body in asked {
            #expect(body == [1])
            break
        }
        #expect(await failure(client, peer, [2], .milliseconds(300)) == .unreachable)
        release.yield()
        #expect(await slow.value == nil)
        #expect(await failure(client, peer, [3], .seconds(3)) == .timedOut)
        #expect(peer.connections == 1)
    }

    @Test func `no body is sent to a server that never completes the handshake`() async throws {
        let peer = try await SocketPeer { connection in try await connection.end() }
        #expect(await failure(client, peer, [1], .milliseconds(300)) == .unreachable)
    }

    /// How a request with a body fails.
    private func failure(
        _ client: WebClient, _ peer: SocketPeer, _ body: [UInt8], _ timeLimit: Duration
    ) async -> NetworkError? {
        do throws(NetworkError) {
            _ = try await client.send(
                HTTPRequest(.post, "https://localhost:\(peer.port)/", body: body, timeLimit: timeLimit))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a lost connection is reported as lost, and nothing is sent twice`() async throws {
        for part in ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"] {
            let peer = try await SocketPeer(.server) { connection in
                _ = try await connection.request()
                try await connection.send(part)
            }
            await #expect(throws: NetworkError.interrupted) { try await ask(peer) }
            #expect(peer.connections == 1)
        }
    }

    @Test(arguments: [
        // A record that cannot be decrypted, and an unencrypted alert.
        [0x17, 0x03, 0x03, 0x00, 0x20] + [UInt8](repeating: 0, count: 32), [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28],
    ])
    func `a TLS error after the request was sent is not reported as unsent`(record: [UInt8]) async throws {
        let (arrived, continuation) = AsyncStream<[UInt8]>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            guard let (_, body) = try await connection.request() else { return }
            continuation.yield(body)
            try await connection.sendRaw(record)
            try await connection.end()
        }
        await #expect(throws: NetworkError.interrupted) {
            try await client.send(
                HTTPRequest(.post, "https://localhost:\(peer.port)/", body: [1, 2, 3], timeLimit: .seconds(60)))
        }
        for await body in arrived {
            #expect(body == [1, 2, 3])
            break
        }
    }

    @Test func `a request with a body that gets no connection is unsent`() async throws {
        let peer = try await SocketPeer(port: QuietPort.take()) { _ in }
        await peer.close()
        for host in ["localhost", "127.0.0.1"] {
            await #expect(throws: NetworkError.unreachable) {
                try await client.send(
                    HTTPRequest(.post, "https://\(host):\(peer.port)/", body: [1], timeLimit: .seconds(60)))
            }
        }
        let untrusted = try await SocketPeer(.untrusted) { _ = try await $0.request() }
        await #expect(throws: NetworkError.untrusted) {
            try await client.send(
                HTTPRequest(.post, "https://localhost:\(untrusted.port)/", body: [1], timeLimit: .seconds(60)))
        }
    }

    @Test func `a response that is not HTTP is malformed`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("220 mail.example ESMTP\r\n\r\n")
            try await connection.end()
        }
        await #expect(throws: NetworkError.malformed) { try await ask(peer) }
    }

    @Test func `an endless header is refused`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\n")
            for _ in 0..<250 { try await connection.send("X: " + String(repeating: "y", count: 10_000) + "\r\n") }
            try await connection.end()
        }
        await #expect(throws: NetworkError.malformed) { try await ask(peer) }
    }

    @Test func `a port without a listener cannot be reached`() async throws {
        let peer = try await SocketPeer(port: QuietPort.take()) { _ in }
        await peer.close()
        await #expect(throws: NetworkError.unreachable) { try await ask(peer) }
    }

    @Test func `a cancelled request gets no answer, and its connection ends`() async throws {
        let (asked, continuation) = AsyncStream<Void>.makeStream()
        let (gone, end) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            continuation.yield()
            try? await connection.end()
            end.yield()
        }
        let task = Task { () async -> NetworkError? in
            do throws(NetworkError) {
                _ = try await ask(peer)
                return nil
            } catch {
                return error
            }
        }
        for await _ in asked { break }
        task.cancel()
        #expect(await task.value == .closed)
        for await _ in gone { break }
    }

    @Test func `a closed client sends nothing`() async throws {
        let client = WebClient()
        await client.close()
        await #expect(throws: NetworkError.closed) { try await client.send(HTTPRequest(.get, "https://localhost:1/")) }
        await client.close()
    }
}
