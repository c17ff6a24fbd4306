import Synchronization
import TestServers
import Testing

@testable import Network

/// Cases in which libsoup would accept an incomplete response, or repeat a request.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WebClientEndingTests {
    private let client: WebClient

    init() throws {
        client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
    }

    private func ask(
        _ peer: SocketPeer, _ method: HTTPRequest.Method = .get, scheme: String = "https", sizeLimit: Int = 1000
    ) async throws(NetworkError) -> HTTPResponse {
        try await client.send(
            HTTPRequest(
                method, "\(scheme)://localhost:\(peer.port)/", body: method == .post ? [1] : [],
                timeLimit: .seconds(60), sizeLimit: sizeLimit))
    }

    /// A server that sends the same bytes in response to each request on every connection, and then closes it.
    private func peer(_ identity: TestIdentity?, _ answer: String) async throws -> SocketPeer {
        try await SocketPeer(identity) { connection in
            _ = try await connection.request()
            try await connection.send(answer)
        }
    }

    @Test(arguments: [HTTPRequest.Method.get, .post], [TestIdentity.server, nil])
    func `a request on a kept connection that closes is not sent again`(
        method: HTTPRequest.Method, identity: TestIdentity?
    ) async throws {
        let arrived = Mutex(0)
        let peer = try await SocketPeer(identity) { connection in
            guard try await connection.request() != nil else { return }
            try await connection.respond([7])
            // Closes exactly when the second request has arrived.
            if try await connection.request() != nil { arrived.withLock { $0 += 1 } }
        }
        let scheme = identity == nil ? "http" : "https"
        for round in 1...5 {
            #expect(try await ask(peer, method, scheme: scheme).body == [7])
            await #expect(throws: NetworkError.interrupted) { try await ask(peer, method, scheme: scheme) }
            #expect(peer.connections == round)
        }
        #expect(arrived.withLock { $0 } == 5)
    }

    @Test(arguments: [HTTPRequest.Method.get, .post])
    func `a connection that the server closed while it was kept is not used`(method: HTTPRequest.Method) async throws {
        let (closed, continuation) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.respond([7])
            await connection.abort()
            continuation.yield()
        }
        var endings = closed.makeAsyncIterator()
        for round in 1...3 {
            #expect(try await ask(peer, method).body == [7])
            await endings.next()
            #expect(peer.connections == round)
        }
    }

    @Test(
        arguments: [
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\nhalf",
            "HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
            "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-A: b",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 200 OK",
        ], [TestIdentity.server, nil])
    func `a truncated response is an error`(answer: String, identity: TestIdentity?) async throws {
        let peer = try await peer(identity, answer)
        await #expect(throws: NetworkError.interrupted) {
            try await ask(peer, scheme: identity == nil ? "http" : "https")
        }
        #expect(peer.connections == 1)
    }

    @Test(
        arguments: [
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nwhole",
            "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwhol\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwhol\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\nwhol",
            "HTTP/1.0 200 OK\r\n\r\nwhol",
        ], [TestIdentity.server, nil])
    func `a response that ends with its connection is complete`(answer: String, identity: TestIdentity?) async throws {
        let peer = try await peer(identity, answer)
        let body = try await ask(peer, scheme: identity == nil ? "http" : "https").body
        #expect(String(decoding: body, as: UTF8.self) == "whol")
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 204 \r\n\r\n",
        "HTTP/1.1 304\r\nContent-Length: 7\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 302 Found\r\nlocation: /\r\nSet-Cookie: a=b\r\n\r\n",
    ])
    func `a response without a body is complete, too`(answer: String) async throws {
        let peer = try await peer(.server, answer)
        #expect(try await ask(peer).body.isEmpty)
    }

    @Test func `a TLS connection that ends without close_notify does not end a body`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\n\r\nhalf")
            await connection.abort()
        }
        await #expect(throws: NetworkError.interrupted) { try await ask(peer) }
    }

    @Test(arguments: ["7, 8", "-1", "seven", "+7", ""])
    func `a length that is not a number is malformed`(length: String) async throws {
        let peer = try await peer(.server, "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nseven!!")
        await #expect(throws: NetworkError.malformed) { try await ask(peer) }
    }

    @Test func `two different lengths are malformed`() async throws {
        let peer = try await peer(.server, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nfive!")
        await #expect(throws: NetworkError.malformed) { try await ask(peer) }
    }

    @Test(arguments: ["401 Unauthorized", "407 Proxy Authentication Required", "404 Not Found"])
    func `an endless body of an error is aborted at the limit`(status: String) async throws {
        let sent = Mutex(0)
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send(
                "HTTP/1.1 \(status)\r\nWWW-Authenticate: Basic realm=\"a\"\r\nProxy-Authenticate: Basic realm=\"a\"\r\n\r\n"
            )
            while true {
                try await connection.send([UInt8](repeating: 0x78, count: 100_000))
                sent.withLock { $0 += 1 }
            }
        }
        await #expect(throws: NetworkError.tooLarge) { try await ask(peer) }
        #expect(peer.connections == 1)
        #expect(sent.withLock { $0 } < 1000)
    }

    @Test func `a request is not repeated after status 421, and the body is not read`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 421 Misdirected Request\r\nX-A: b\r\n\r\n")
            while true { try await connection.send([UInt8](repeating: 0x78, count: 100_000)) }
        }
        let answer = try await ask(peer)
        #expect(answer.status == 421 && answer.header("x-a") == "b" && answer.body.isEmpty)
        #expect(peer.connections == 1)
    }

    @Test func `bytes after a response are not used as the next one`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            while try await connection.request() != nil {
                try await connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na" + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb")
            }
        }
        for _ in 0..<5 {
            let answer = try? await ask(peer)
            #expect(answer == nil || answer?.body == [0x61])
        }
    }
}
