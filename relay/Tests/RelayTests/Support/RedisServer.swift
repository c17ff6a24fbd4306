import Foundation
import Testing

@testable import Relay

/// A real Redis server on a free port, with a folder of its own; it ends with the test.
final class RedisServer: Sendable {
    let port: Int
    let folder: URL
    private let options: [String]

    /// The server that tests share that do not stop it.
    static let shared = Task { try await RedisServer() }

    /// A server that keeps what it has acknowledged in a file if `isDurable` is `true`.
    init(isDurable: Bool = false, options: [String] = []) async throws {
        port = try await ChildProcess.freePort()
        folder = try ChildProcess.folder()
        self.options =
            [
                "--bind", "127.0.0.1", "--port", "\(port)", "--dir", folder.path, "--save", "", "--appendonly",
                isDurable ? "yes" : "no",
                // With “everysec”, what was answered can wait in the server's memory while it waits for the disk.
                "--appendfsync", "always",
            ] + options
        try await start()
    }

    var url: String { "redis://127.0.0.1:\(port)" }

    /// Starts the server, and waits until it accepts connections.
    func start() async throws {
        try ChildProcess.start("redis-server", options, in: folder)
        while (try? await RawClient.connect(port: port)) == nil { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Sends a signal to the server.
    func send(_ signal: Int32) throws { kill(try ChildProcess.id(in: folder), signal) }

    /// Ends the server, by its command or by force, and waits until it has ended.
    func stop(byForce: Bool) async throws {
        let server = try ChildProcess.id(in: folder)
        if byForce {
            kill(server, SIGKILL)
        } else {
            try await RawClient.connect(port: port).send(raw: Array("SHUTDOWN\r\n".utf8))
        }
        try await ChildProcess.wait(for: server)
    }

    /// Runs `body` with a server, and deletes it.
    static func run(
        isDurable: Bool = false, options: [String] = [], _ body: (RedisServer) async throws -> Void
    ) async throws {
        let server = try await RedisServer(isDurable: isDurable, options: options)
        defer { try? FileManager.default.removeItem(at: server.folder) }
        do { try await body(server) } catch {
            try? await server.stop(byForce: true)
            throw error
        }
        try await server.stop(byForce: true)
    }
}

/// Where the relay of a test keeps its mailbox.
enum Storage: CaseIterable, Sendable {
    case memory, redis

    /// The URL of the server; `nil` for the memory.
    var url: String? {
        get async throws { self == .memory ? nil : try await RedisServer.shared.value.url }
    }
}
