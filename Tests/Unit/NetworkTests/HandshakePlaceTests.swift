import TestServers
import Testing

@testable import Network

@Suite(.timeLimit(.minutes(15))) struct HandshakePlaceTests {
    @Test func `a hundred simultaneous TLS connections all succeed`() async throws {
        let peer = try await SocketPeer(.server) { connection in
            while try await connection.request() != nil { try await connection.respond([1]) }
        }
        let roots = try TrustRoots.only(pem: TestIdentity.authority())
        let request = HTTPRequest(.get, "https://localhost:\(peer.port)/", timeLimit: .seconds(60))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    let client = WebClient(trusting: roots)
                    let answer = try await client.send(request)
                    #expect(answer.body == [1])
                    await client.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(peer.connections == 100)
    }

    @Test func `servers that never complete the handshake do not block others`() async throws {
        let silent = try await SocketPeer { connection in try await connection.end() }
        let slow = (0..<6).map { _ in
            Task {
                let client = WebClient()
                _ = try? await client.send(
                    HTTPRequest(.get, "https://localhost:\(silent.port)/", timeLimit: .seconds(120)))
            }
        }
        let peer = try await SocketPeer(.server) { connection in
            while try await connection.request() != nil { try await connection.respond([1]) }
        }
        let client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
        let request = HTTPRequest(.get, "https://localhost:\(peer.port)/", timeLimit: .seconds(60))
        #expect(try await client.send(request).body == [1])
        for task in slow { task.cancel() }
        for task in slow { await task.value }
    }
}
