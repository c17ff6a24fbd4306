import LocalServer
import Testing

@Suite(.timeLimit(.minutes(5))) struct LineServerTests {
    /// A server that returns each line in brackets.
    private func echo(lineLimit: Int = 1_000) async throws -> LineServer {
        try await LineServer(lineLimit: lineLimit) { client in
            while let line = await client.next() { await client.send([0x5B] + line + [0x5D]) }
        }
    }

    @Test func `lines arrive as they were sent, however their bytes are split and joined`() async throws {
        let server = try await echo()
        let client = try #require(RawClient(port: server.port))
        for part in ["a", "b\nc\n", "\n", "d\ne"] {
            await client.send(part)
            // The next part must not arrive with this one.
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(await client.text(until: "[d]\n") == "[ab]\n[c]\n[]\n[d]\n")
        await client.send("f\n", ends: true)
        #expect(await client.text() == "[ef]\n")
        await server.close()
    }

    @Test func `many lines at once are all read, in order`() async throws {
        let server = try await echo()
        let client = try #require(RawClient(port: server.port))
        async let answer = client.text()
        await client.send((0..<100_000).map { "\($0)\n" }.joined(), ends: true)
        #expect(await answer == (0..<100_000).map { "[\($0)]\n" }.joined())
        await server.close()
    }

    @Test func `a line of the longest length is read, and a longer one ends the connection`() async throws {
        let server = try await echo()
        let longest = String(repeating: "a", count: 1_000)
        for line in [longest, longest + "a", String(repeating: "a", count: 1_000_000)] {
            let client = try #require(RawClient(port: server.port))
            await client.send(line + "\nb\n", ends: true)
            let answer = await client.receive().map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(answer == (line == longest ? "[\(line)]\n[b]\n" : ""))
        }
        await server.close()
    }

    @Test func `what is no complete line at the end is not read`() async throws {
        let server = try await echo()
        let client = try #require(RawClient(port: server.port))
        await client.send("a\nb", ends: true)
        #expect(await client.text() == "[a]\n")
        await server.close()
    }

    @Test func `a client that does not read loses its connection, and others are served`() async throws {
        let megabyte = [UInt8](repeating: 0x61, count: 1 << 20)
        let server = try await LineServer(lineLimit: 1_000) { client in
            guard await client.next() == Array("much".utf8) else { return await client.send(Array("little".utf8)) }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<200 { group.addTask { await client.send(megabyte) } }
            }
        }
        let client = try #require(RawClient(port: server.port, receiveBuffer: 4_096))
        await client.send("much\n")
        let other = try #require(RawClient(port: server.port))
        await other.send("\n")
        #expect(await other.text() == "little\n")
        // What waited is dropped with the connection.
        let received = try #require(await client.readToEnd())
        #expect(received < 200 << 20)
        await server.close()
    }

    @Test func `a server that is closed ends its connections, and listens no more`() async throws {
        let server = try await echo()
        let client = try #require(RawClient(port: server.port))
        await client.send("a\n")
        #expect(await client.text(until: "\n") == "[a]\n")
        await server.close()
        #expect(await client.readToEnd() == 0)
        #expect(RawClient(port: server.port) == nil)
    }
}
