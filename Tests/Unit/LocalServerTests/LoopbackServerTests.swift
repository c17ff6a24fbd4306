import Dispatch
import LocalServer
import Network
import Synchronization
import Testing
import TestServers

@Suite(.timeLimit(.minutes(15))) struct LoopbackServerTests {
    /// A server that responds with the method, the target and the length of the body.
    private func echo() async throws -> LoopbackServer {
        try await LoopbackServer { .text("\($0.method) \($0.target) \($0.body.count)") }
    }

    private func server(_ delivery: ServedAnswer.Delivery) async throws -> LoopbackServer {
        try await LoopbackServer { _ in
            var answer = ServedAnswer.text("12345678")
            answer.delivery = delivery
            return answer
        }
    }

    @Test func `several requests use one connection`() async throws {
        let server = try await echo()
        let client = try #require(RawClient(server))
        for number in 0..<3 {
            await client.send("GET /\(number) HTTP/1.1\r\n\r\n")
            let answer = await client.text(until: "GET /\(number) 0")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("\r\nContent-Length: 8\r\n"))
        }
        await client.send("GET /last HTTP/1.1\r\nConnection: close\r\n\r\n")
        let answer = await client.text()
        #expect(answer.contains("\r\nConnection: close\r\n") && answer.hasSuffix("GET /last 0"))
    }

    @Test func `pipelined requests are answered in their order`() async throws {
        let server = try await echo()
        let requests = (0..<50).map { "POST /\($0) HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc" }
        let answer = await RawClient.ask(
            requests.joined() + "\r\nGET /end HTTP/1.1\r\nConnection: close\r\n\r\n", at: server)
        let bodies = answer.split(separator: "HTTP/1.1 200 OK").compactMap { $0.split(separator: "\r\n").last }
        #expect(bodies.map(String.init) == (0..<50).map { "POST /\($0) 3" } + ["GET /end 0"])
    }

    @Test func `a request that arrives in pieces is read as one`() async throws {
        let server = try await echo()
        let client = try #require(RawClient(server))
        for byte
            in "PUT /slow HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nab\r\n0A\r\n0123456789\r\n0\r\nX: y\r\n\r\n"
            .utf8
        {
            await client.send([byte])
        }
        #expect(await client.text(until: "PUT /slow 12").hasSuffix("PUT /slow 12"))
    }

    @Test func `a client that waits for permission to send its body gets it`() async throws {
        let server = try await echo()
        let client = try #require(RawClient(server))
        await client.send("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n")
        #expect(await client.text(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        await client.send("ab")
        #expect(await client.text().hasSuffix("PUT / 2"))
    }

    @Test func `a client that has closed its sending direction gets its response`() async throws {
        let server = try await echo()
        #expect(await RawClient.ask("GET /a HTTP/1.1\r\n\r\n", at: server, ends: true).hasSuffix("GET /a 0"))
    }

    @Test func `a response to HEAD has the length of the body, and no body`() async throws {
        let server = try await echo()
        let answer = await RawClient.ask("HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n", at: server)
        #expect(answer.contains("\r\nContent-Length: 8\r\n") && answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `an old HTTP client without persistent connections gets one response`() async throws {
        let server = try await echo()
        let answer = await RawClient.ask("GET / HTTP/1.0\r\n\r\n", at: server)
        #expect(answer.contains("\r\nConnection: close\r\n") && answer.hasSuffix("GET / 0"))
    }

    @Test func `an answer without content has no length`() async throws {
        let server = try await LoopbackServer { _ in ServedAnswer(204) }
        let answer = await RawClient.ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", at: server)
        #expect(answer == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    }

    @Test(arguments: [
        ServedRequest.Field("X", "a\r\nSet-Cookie: b"), .init("X", "a\nb"), .init("X y", "a"), .init("", "a"),
        .init("X", "\0"),
    ]) func `a field that would become another one is not sent`(_ field: ServedRequest.Field) async throws {
        let server = try await LoopbackServer { _ in ServedAnswer(200, headers: [field]) }
        let answer = await RawClient.ask("GET / HTTP/1.1\r\n\r\n", at: server)
        #expect(answer == "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }

    @Test func `a half delivery is the head and half of the body`() async throws {
        let answer = await RawClient.ask("GET / HTTP/1.1\r\n\r\n", at: try await server(.half))
        #expect(answer.contains("\r\nContent-Length: 8\r\n") && answer.hasSuffix("\r\n\r\n1234"))
    }

    @Test func `no delivery closes the connection`() async throws {
        let server = try await server(.none)
        let client = try #require(RawClient(server))
        await client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await client.receive() == [])
    }

    @Test func `a double delivery is the same bytes twice`() async throws {
        let server = try await server(.twice)
        let answer = await RawClient.ask("GET / HTTP/1.1\r\n\r\n", at: server)
        let half = answer.prefix(answer.count / 2)
        #expect(half.hasSuffix("\r\n\r\n12345678") && answer == half + half)
    }

    @Test func `a body is sent in chunks while it is produced`() async throws {
        let server = try await LoopbackServer { _ in
            var answer = ServedAnswer(200)
            let parts = Mutex<[String]>(["one", "", "three"])
            answer.chunks = { parts.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) } }
            return answer
        }
        let client = try #require(RawClient(server))
        await client.send("GET / HTTP/1.1\r\n\r\n")
        let answer = await client.text(until: "0\r\n\r\n")
        #expect(answer.contains("\r\nTransfer-Encoding: chunked\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n3\r\none\r\n5\r\nthree\r\n0\r\n\r\n"))
        let old = await RawClient.ask("GET / HTTP/1.0\r\n\r\n", at: server)
        #expect(!old.contains("chunked") && old.hasSuffix("\r\n\r\nonethree"))
    }

    @Test func `a body that fails is truncated`() async throws {
        let server = try await LoopbackServer { _ in
            var answer = ServedAnswer(200)
            let parts = Mutex<[String]>(["one"])
            answer.chunks = {
                let part = parts.withLock { $0.popLast() }
                guard let part else { throw LocalServerError.listen("the end") }
                return Array(part.utf8)
            }
            return answer
        }
        let answer = await RawClient.ask("GET / HTTP/1.1\r\n\r\n", at: server)
        #expect(answer.hasSuffix("\r\n\r\n3\r\none\r\n"))
    }

    @Test func `a handler that blocks its thread does not block the network thread`() async throws {
        let server = try await LoopbackServer { _ in
            let done = DispatchSemaphore(value: 0)
            Task { @NetworkActor in done.signal() }
            return .text(isSignalled(done) ? "free" : "blocked")
        }
        let answer = await RawClient.ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", at: server)
        #expect(answer.hasSuffix("free"))
    }

    @Test func `a port in use is refused, and is free after its server closes`() async throws {
        let server = try await echo()
        await #expect(throws: LocalServerError.self) { try await LoopbackServer(port: server.port) { _ in .text("") } }
        await #expect(throws: LocalServerError.self) { try await LoopbackServer(port: 65_536) { _ in .text("") } }
        await server.close()
        let next = try await LoopbackServer(port: server.port) { _ in .text("next") }
        let answer = await RawClient.ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", at: next)
        #expect(answer.hasSuffix("next"))
    }

    @Test func `a released server stops`() async throws {
        var server: LoopbackServer? = try await echo()
        let port = try #require(server?.port)
        let client = try #require(RawClient(port: port))
        server = nil
        #expect(await client.receive() ?? [] == [])
        #expect(RawClient(port: port) == nil)
    }

    @Test func `a certificate without its key is refused`() async throws {
        let chain = try TestIdentity.file("server.pem")
        for key in [[], chain, Array("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".utf8)] {
            await #expect(throws: LocalServerError.identity) {
                try await LoopbackServer(identity: ServerIdentity(chain: chain, key: key)) { _ in .text("") }
            }
        }
    }
}

/// Waits for `semaphore`, blocking the thread.
private func isSignalled(_ semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + 20) == .success
}
