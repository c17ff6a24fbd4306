import Logging
import Testing

@testable import Relay

/// A relay on a free port of this computer, that ends with the test.
struct TestRelay: Sendable {
    let server: RelayServer

    /// Runs `body` with a relay.
    static func run(
        storage: Storage = .memory, _ change: (inout RelayConfiguration) -> Void = { _ in },
        _ body: (TestRelay) async throws -> Void
    ) async throws {
        var configuration = RelayConfiguration()
        configuration.port = 0
        configuration.times.closing = 100
        // Deliveries are repeated in the tests of times, not here where the computer is busy.
        configuration.times.confirmation = 600_000
        configuration.redis = try await storage.url
        change(&configuration)
        let server = try await RelayServer.start(configuration, logger: Logger(label: "test"))
        do {
            if storage == .redis { try await TestRelay(server: server).waitUntilHealthy() }
            try await body(TestRelay(server: server))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

extension TestRelay {
    /// Asks for a page; gives the head of the answer and the rest.
    func get(
        _ target: String, method: String = "GET", headers: [String] = []
    ) async throws -> (head: String, rest: String) {
        let client = try await RawClient.connect(port: server.port)
        let head = try await client.request(target, headers: headers, method: method)
        return (head, String(decoding: await client.end(), as: UTF8.self))
    }

    /// Asks for a WebSocket; gives the status of the answer, and the rest if it was refused.
    func status(_ target: String, headers: [String] = []) async throws -> (status: Int, rest: String) {
        let client = try await RawClient.connect(port: server.port)
        let status = try await client.upgrade(target, headers: headers)
        guard status != 101 else { return (status, "") }
        return (status, String(decoding: await client.end(), as: UTF8.self))
    }

    /// Asks for a WebSocket, and compares the status of the answer.
    func expect(
        _ expected: Int, _ target: String, headers: [String] = [], _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let (status, rest) = try await status(target, headers: headers)
        #expect(status == expected, "\(rest)", sourceLocation: location)
    }

    /// Waits until the page `/health` has this status.
    func waitUntil(status: Int) async throws {
        while try await !get("/health").head.hasPrefix("HTTP/1.1 \(status) ") {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Waits until the relay can store messages.
    func waitUntilHealthy() async throws { try await waitUntil(status: 200) }

    /// Waits until the relay has counted so much.
    func wait(for name: String, toBe isReached: (Int) -> Bool) async throws {
        while try await !isReached(metric(name)) { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// A number that the relay counts.
    func metric(_ name: String) async throws -> Int {
        let lines = try await get("/metrics").rest.split(separator: "\n")
        let line = lines.first { $0.hasPrefix("drawbridge_relay_\(name) ") }
        return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    }
}
