import Synchronization
import TestServers
import Testing

@testable import Network

/// Responses that are endless, slow, truncated or ambiguous in any of their parts.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WebClientHostileTests {
    private let client: WebClient

    init() throws {
        client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
    }

    private func ask(
        _ peer: SocketPeer, _ method: HTTPRequest.Method = .get, scheme: String = "https", body: [UInt8] = [],
        timeLimit: Duration = .seconds(60)
    ) async throws(NetworkError) -> HTTPResponse {
        try await client.send(
            HTTPRequest(
                method, "\(scheme)://localhost:\(peer.port)/", body: body, timeLimit: timeLimit, sizeLimit: 1000))
    }

    /// The error for an endless response, and how many bytes the server could send.
    private func endless(
        _ start: String, _ rest: String, timeLimit: Duration = .seconds(60)
    ) async throws -> (error: NetworkError?, bytes: Int) {
        let sent = Mutex(0)
        let peer = try await SocketPeer { connection in
            _ = try await connection.request()
            try await connection.send(start)
            let part = String(repeating: rest, count: 20_000 / rest.utf8.count + 1)
            while true {
                try await connection.send(part)
                sent.withLock { $0 += part.utf8.count }
            }
        }
        do throws(NetworkError) {
            _ = try await ask(peer, scheme: "http", timeLimit: timeLimit)
            return (nil, sent.withLock { $0 })
        } catch {
            return (error, sent.withLock { $0 })
        }
    }

    @Test(arguments: [
        ("", "x"), ("HTTP/1.1 200 ", "x"), ("HTTP/1.1 200 OK\r\nA", "a"), ("HTTP/1.1 200 OK\r\nA: ", "b"),
        ("HTTP/1.1 200 OK\r\n", "A: b\r\n"), ("HTTP/1.1 200 OK\r\nA: b\r\n", " c\r\n"),
        ("HTTP/1.1 200 OK\r\n", "\u{0}"),
    ])
    func `an endless head is refused, whichever part of it is endless`(start: String, rest: String) async throws {
        let (error, bytes) = try await endless(start, rest)
        #expect(error == .malformed)
        #expect(bytes < 20_000_000)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "x"),
        ("HTTP/1.1 200 OK\r\n\r\n", "x"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n", "x"),
    ])
    func `an endless body is refused at the limit, with any framing`(start: String, rest: String) async throws {
        let (error, bytes) = try await endless(start, rest)
        #expect(error == .tooLarge)
        #expect(bytes < 20_000_000)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "x"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "A: b\r\n"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ", "b"),
        ("", "HTTP/1.1 100 Continue\r\n\r\n"), ("", "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n"),
    ])
    func `endless data around a body ends in time, and is not stored`(
        start: String, rest: String
    ) async throws {
        // Trailers are not read; informational responses and chunk extensions are not a response.
        let isTrailer = start.contains("\r\n0\r\n")
        let (error, _) = try await endless(start, rest, timeLimit: .seconds(1))
        #expect(error == nil ? isTrailer : [.interrupted, .timedOut, .malformed].contains(error))
    }

    /// Responses that parsers read differently, and the result here.
    private static let ambiguous: [(answer: String, body: String?, error: NetworkError?)] = {
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let plain = "Content-Length: 4\r\n\r\nwhol"
        return [
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n4\r\nwhol\r\n0\r\n\r\n", nil, .malformed),
            ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n folded\r\n\r\nwhol", nil, .malformed),
            ("HTTP/1.1 0200 X\r\n" + plain, nil, .malformed), ("HTTP/9.9 200 X\r\n" + plain, nil, .malformed),
            ("HTTP/0.9 200 X\r\n" + plain, nil, .malformed), ("whol", nil, .interrupted),
            ("HTTP/1.1 101 Switching\r\n\r\nwhol", nil, .interrupted),
            ("HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nwhol", nil, .interrupted),
            (chunked + "4\r\nwholXX0\r\n\r\n", nil, .interrupted),
            (chunked + "7fffffffffffffff\r\nwhol\r\n0\r\n\r\n", nil, .interrupted),
            // Transfer-Encoding overrides Content-Length (RFC 9112, section 6.3); content is not decoded.
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n" + chunked.dropFirst(16) + "4\r\nwhol\r\n0\r\n\r\n", "whol",
                nil
            ),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n" + plain, "whol", nil),
            // An invalid or overflowing chunk size ends the body: it is shorter, never longer.
            (chunked + "-4\r\nwhol\r\n0\r\n\r\n", "", nil), (chunked + "ffffffffffffffff\r\nwhol", "", nil),
            (chunked + "ffffffffffffffff4\r\nwhol", "", nil),
        ]
    }()

    @Test(arguments: ambiguous)
    func `an ambiguous response is read strictly, or is an error`(
        answer: String, body: String?, error: NetworkError?
    ) async throws {
        let peer = try await SocketPeer(.server) { connection in
            _ = try await connection.request()
            try await connection.send(answer)
        }
        do throws(NetworkError) {
            #expect(String(decoding: try await ask(peer).body, as: UTF8.self) == body)
        } catch let found {
            #expect(found == error)
        }
        #expect(peer.connections == 1)
    }

    @Test func `a response that arrives byte by byte times out, and a faster one is complete`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwhol\r\n0\r\n\r\n"
        for pause in [Duration.milliseconds(1), .milliseconds(100)] {
            let peer = try await SocketPeer(.server) { connection in
                _ = try await connection.request()
                for byte in Array(answer.utf8) {
                    try await connection.send([byte])
                    try await Task.sleep(for: pause)
                }
                try await connection.end()
            }
            if pause == .milliseconds(1) {
                #expect(try await ask(peer).body == Array("whol".utf8))
            } else {
                await #expect(throws: NetworkError.timedOut) { try await ask(peer, timeLimit: .milliseconds(500)) }
            }
        }
    }

    @Test(arguments: [TestIdentity.server, nil])
    func `a response truncated at any byte is an error`(identity: TestIdentity?) async throws {
        for answer in [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwhol\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwhol",
        ] {
            // libsoup does not wait for the last line feed.
            for end in 0..<(answer.utf8.count - 1) {
                let peer = try await SocketPeer(identity) { connection in
                    _ = try await connection.request()
                    try await connection.send(Array(answer.utf8.prefix(end)))
                    if end % 2 == 0 { await connection.abort() }
                }
                await #expect(throws: NetworkError.interrupted) {
                    try await ask(peer, scheme: identity == nil ? "http" : "https")
                }
                #expect(peer.connections == 1)
            }
        }
    }

    @Test func `a server that resets the connection instead of reading the request is an error`() async throws {
        let body = [UInt8](repeating: 1, count: 10_000_000)
        for count in [1, 100, 100_000] {
            let peer = try await SocketPeer { connection in
                // The system resets a connection that is closed with unread data.
                _ = try await connection.bytes(count)
                await connection.abort()
            }
            await #expect(throws: NetworkError.interrupted) { try await ask(peer, .post, scheme: "http", body: body) }
            #expect(peer.connections == 1)
        }
    }

    @Test func `a server that does not read the request times out`() async throws {
        let (released, release) = AsyncStream<Void>.makeStream()
        let peer = try await SocketPeer { connection in
            _ = try await connection.bytes(10)
            for await _ in released { break }
        }
        await #expect(throws: NetworkError.timedOut) {
            try await ask(
                peer, .post, scheme: "http", body: .init(repeating: 1, count: 20_000_000), timeLimit: .milliseconds(500)
            )
        }
        release.finish()
    }

    @Test func `a response that arrives before the whole request was sent is returned`() async throws {
        let peer = try await SocketPeer { connection in
            _ = try await connection.bytes(10)
            try await connection.send("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            try await connection.end()
        }
        let body = [UInt8](repeating: 1, count: 1_000_000)
        #expect(try await ask(peer, .post, scheme: "http", body: body).status == 413)
    }
}
