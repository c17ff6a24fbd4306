import LocalServer
import Synchronization
import Testing

/// Clients that violate the protocol: the server keeps running, its memory stays bounded, and other clients are served.
@Suite(.timeLimit(.minutes(15))) struct HostileClientTests {
    private func echo() async throws -> LoopbackServer {
        try await LoopbackServer { .text("\($0.method) \($0.target) \($0.body.count)") }
    }

    private func isServing(_ server: LoopbackServer) async -> Bool {
        await RawClient.ask("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n", at: server).hasSuffix("GET /a 0")
    }

    @Test(arguments: [
        InvalidRequest("no HTTP", "hello\r\n\r\n"),
        InvalidRequest("an endless line", String(repeating: "a", count: 200_000)),
        InvalidRequest("an endless field", "GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 200_000)),
        InvalidRequest("endless fields", "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100_000)),
        InvalidRequest("empty lines", String(repeating: "\r\n", count: 100_000)),
        InvalidRequest("two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        InvalidRequest("no length of a chunk", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\r\n"),
        InvalidRequest("a negative chunk", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n"),
        InvalidRequest(
            "a chunk longer than it says", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n"),
        InvalidRequest(
            "the length of a chunk with too many digits",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n000000001\r\na\r\n0\r\n\r\n"
        ),
        InvalidRequest(
            "an endless extension",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "a", count: 200_000)
        ),
        InvalidRequest(
            "endless fields behind the body",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + String(repeating: "A: b\r\n", count: 100_000)
        ),
    ]) func `an invalid request is refused, and the connection ends`(_ request: InvalidRequest) async throws {
        let server = try await echo()
        let answer = await RawClient.ask(request.text, at: server)
        #expect(answer == "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        #expect(await isServing(server))
    }

    @Test(arguments: [
        "Content-Length: 1048577\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 50000000\r\nExpect: 100-continue\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n100001\r\n", "Transfer-Encoding: chunked\r\n\r\nffffffff\r\n",
    ]) func `a body that is too long is refused before it has arrived`(_ rest: String) async throws {
        let server = try await echo()
        let client = try #require(RawClient(server))
        let head = "POST / HTTP/1.1\r\n\(rest)"
        await client.send(Array(head.utf8) + [UInt8](repeating: 0x20, count: 1_200_000))
        #expect(await client.text().hasPrefix("HTTP/1.1 413 "))
        #expect(await isServing(server))
    }

    @Test func `the limit of a body can be chosen`() async throws {
        let server = try await LoopbackServer(bodyLimit: 3) { .text("\($0.body.count)") }
        let answers = [
            await RawClient.ask("PUT / HTTP/1.1\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc", at: server),
            await RawClient.ask("PUT / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcd", at: server),
        ]
        #expect(answers.map { $0.prefix(12) } == ["HTTP/1.1 200", "HTTP/1.1 413"])
    }

    @Test func `the total size of many small chunks is limited`() async throws {
        let server = try await LoopbackServer(bodyLimit: 1_000) { .text("\($0.body.count)") }
        let answer = await RawClient.ask(
            "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\na\r\n", count: 20_000),
            at: server)
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }

    @Test func `incomplete requests and reset connections are dropped`() async throws {
        let calls = Mutex(0)
        let server = try await LoopbackServer { _ in
            calls.withLock { $0 += 1 }
            return .text("")
        }
        let whole = "POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nab"
        for end in stride(from: 0, through: whole.utf8.count, by: 3) {
            let part = String(whole.prefix(end))
            #expect(await !RawClient.ask(part, at: server, ends: true).contains(" 200 "))
            let client = try #require(RawClient(server))
            await client.send(part)
            client.reset()
        }
        #expect(calls.withLock(\.self) == 0)
        for _ in 0..<20 {
            let client = try #require(RawClient(server))
            await client.send("GET / HTTP/1.1\r\n\r\n")
            client.reset()
        }
        let answer = await RawClient.ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", at: server)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `connections beyond the limit are closed, and new ones are accepted later`() async throws {
        let server = try await echo()
        var clients: [RawClient] = []
        for _ in 0..<300 { clients.append(try #require(RawClient(server))) }
        // The last ones were accepted and closed, the first ones are open.
        for client in clients[LoopbackServer.connectionLimit...] { #expect(await client.receive() ?? [] == []) }
        for client in clients.prefix(5) {
            await client.send("GET /held HTTP/1.1\r\n\r\n")
            #expect(await client.text(until: "GET /held 0").hasSuffix("GET /held 0"))
        }
        clients.removeAll()
        // Until the server has noticed; if it never does, the suite's limit ends the test.
        while await !isServing(server) { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func `a slow client throttles the body, and memory does not grow`() async throws {
        let made = Mutex(0)
        let server = try await LoopbackServer { _ in
            var answer = ServedAnswer(200)
            answer.chunks = {
                made.withLock { $0 += 1 }
                return [UInt8](repeating: 0x61, count: 65_536)
            }
            return answer
        }
        let client = try #require(RawClient(server, receiveBuffer: 4_096))
        await client.send("GET / HTTP/1.1\r\n\r\n")
        // Until it stops: the system's buffers take a few megabytes.
        var last = -1
        while last != made.withLock(\.self) {
            last = made.withLock(\.self)
            try await Task.sleep(for: .milliseconds(500))
        }
        #expect(last * 65_536 < 32 << 20)
        #expect(await isServingStream(server))
        #expect(await client.receive(40 << 20)?.count == 40 << 20)
        #expect(made.withLock(\.self) > last)
    }

    private func isServingStream(_ server: LoopbackServer) async -> Bool {
        guard let client = RawClient(server) else { return false }
        await client.send("GET / HTTP/1.1\r\n\r\n")
        return await client.receive(1 << 20)?.count == 1 << 20
    }

    @Test func `a stream ends when its client disconnects`() async throws {
        let ended = Mutex(false)
        final class Source: Sendable {
            let end: @Sendable () -> Void
            init(_ end: @escaping @Sendable () -> Void) { self.end = end }
            deinit { end() }
        }
        let server = try await LoopbackServer { _ in
            var answer = ServedAnswer(200)
            let source = Source { ended.withLock { $0 = true } }
            answer.chunks = {
                try await Task.sleep(for: .milliseconds(1))
                return withExtendedLifetime(source) { [0x61] }
            }
            return answer
        }
        var client = RawClient(server)
        await client?.send("GET / HTTP/1.1\r\n\r\n")
        _ = await client?.receive(100)
        client = nil
        while !ended.withLock(\.self) { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func `the server closes during requests, responses and handlers`() async throws {
        let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
        let server = try await LoopbackServer { request in
            if request.target == "/wait" {
                await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
            }
            return ServedAnswer(200, body: [UInt8](repeating: 0x61, count: 20_000_000))
        }
        var clients: [RawClient] = []
        for text in ["", "GET /", "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na", "GET / HTTP/1.1\r\n\r\n"] {
            let client = try #require(RawClient(server, receiveBuffer: 4_096))
            await client.send(text)
            clients.append(client)
        }
        let held = try #require(RawClient(server))
        await held.send("GET /wait HTTP/1.1\r\n\r\n")
        while waiting.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(1)) }
        await server.close()
        // The connections end while the answerer still waits.
        #expect(await held.readToEnd() == 0)
        for client in clients { #expect(try #require(await client.readToEnd()) < 20_000_000) }
        #expect(RawClient(port: server.port) == nil)
        for continuation in waiting.withLock(\.self) { continuation.resume() }
    }
}

/// An invalid request that must not be served; its short name keeps its length out of the output.
struct InvalidRequest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    init(_ name: String, _ text: String) {
        (testDescription, self.text) = (name, text)
    }
}
