import LocalServer
import Network
import TestServers
import Testing

@Suite(.timeLimit(.minutes(15))) struct SecureServerTests {
    private func server(
        handshakeLimit: Duration = LoopbackServer.handshakeLimit
    ) async throws -> LoopbackServer {
        let identity = ServerIdentity(
            chain: try TestIdentity.file("server.pem"), key: try TestIdentity.file("server.key"))
        return try await LoopbackServer(identity: identity, handshakeLimit: handshakeLimit) {
            .text("secret of \($0.target)")
        }
    }

    private func ask(_ path: String, of server: LoopbackServer, by client: WebClient) async throws -> String {
        var request = HTTPRequest(.get, "https://localhost:\(server.port)\(path)")
        request.timeLimit = .seconds(60)
        return String(decoding: try await client.send(request).body, as: UTF8.self)
    }

    @Test func `requests are served over TLS`() async throws {
        let server = try await server()
        let client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
        for path in ["/a", "/b"] { #expect(try await ask(path, of: server, by: client) == "secret of \(path)") }
    }

    @Test func `clients that send nothing do not delay others`() async throws {
        let server = try await server()
        let silent = (0..<200).compactMap { _ in RawClient(server) }
        let client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
        #expect(try await ask("/a", of: server, by: client) == "secret of /a")
        // The answer came before any of them was dropped.
        #expect(silent.count == 200 && silent.allSatisfy(\.isConnected))
    }

    @Test func `clients that do not use TLS are dropped, even while the server closes`() async throws {
        let server = try await server()
        let answer = await RawClient.ask("GET / HTTP/1.1\r\n\r\n", at: server)
        #expect(!answer.contains("secret") && !answer.contains("HTTP/1.1 200"))
        // Only the end of this server ends a handshake.
        let patient = try await self.server(handshakeLimit: .seconds(3_600))
        let begun = try #require(RawClient(patient))
        await begun.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])
        let silent = try #require(RawClient(patient))
        let negotiating = try #require(RawClient(patient))
        await negotiating.send(Self.clientHello)
        #expect(await negotiating.receive(1) == [0x16])
        #expect(begun.isConnected && silent.isConnected)
        await patient.close()
        #expect(await begun.readToEnd() == 0)
        #expect(await silent.readToEnd() == 0)
        #expect(await negotiating.readToEnd() != nil)
    }

    /// A client's first message of TLS 1.2, which the server answers (RFC 5246, section 7.4.1.2): the suites
    /// ECDHE-ECDSA and ECDHE-RSA with AES-128-GCM, the groups P-256 and X25519, and signatures with SHA-256.
    private static let clientHello: [UInt8] = {
        let extensions: [UInt8] =
            [0x00, 0x0A, 0x00, 0x06, 0x00, 0x04, 0x00, 0x17, 0x00, 0x1D, 0x00, 0x0B, 0x00, 0x02, 0x01, 0x00]
            + [0x00, 0x0D, 0x00, 0x08, 0x00, 0x06, 0x04, 0x03, 0x08, 0x04, 0x04, 0x01]
        let hello: [UInt8] =
            [0x03, 0x03] + [UInt8](repeating: 7, count: 32) + [0x00, 0x00, 0x04, 0xC0, 0x2B, 0xC0, 0x2F, 0x01, 0x00]
            + [0x00, UInt8(extensions.count)] + extensions
        let handshake = [0x01, 0x00, 0x00, UInt8(hello.count)] + hello
        return [0x16, 0x03, 0x01, 0x00, UInt8(handshake.count)] + handshake
    }()
}
