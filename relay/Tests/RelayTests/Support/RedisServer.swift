import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Relay

/// A real Redis server on a free port, with a folder of its own; it ends with the test.
final class RedisServer: Sendable {
    let port: Int
    let folder: URL
    private let options: [String]

    /// The server that tests share that do not stop it.
    static let shared = Task { try await RedisServer() }

    /// A server that keeps what it has acknowledged in a file, unless `isDurable` is `false`.
    init(isDurable: Bool = false, options: [String] = []) async throws {
        port = try await Self.freePort()
        folder = FileManager.default.temporaryDirectory.appending(path: "relay-redis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.options =
            [
                "--bind", "127.0.0.1", "--port", "\(port)", "--dir", folder.path, "--save", "''", "--appendonly",
                isDurable ? "yes" : "no",
            ] + options
        try await start()
    }

    /// A port that no client gets for its own end of a connection, also while the server is stopped.
    private static func freePort() async throws -> Int {
        while true {
            let port = Int.random(in: 20_000..<30_000)
            guard
                let listener = try? await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .bind(host: "127.0.0.1", port: port).get()
            else { continue }
            try await listener.close()
            return port
        }
    }

    var url: String { "redis://127.0.0.1:\(port)" }

    /// Starts the server, and waits until it accepts connections.
    func start() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // The server ends with this process, however that ends.
        let server = "redis-server \(options.joined(separator: " ")) >/dev/null 2>&1 & echo $! >\(folder.path)/pid"
        process.arguments = [
            "-c",
            "\(server); while kill -0 \(getpid()) && kill -0 $!; do sleep 0.2; done 2>/dev/null; kill -9 $! 2>/dev/null",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        while (try? await RawClient.connect(port: port)) == nil { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Ends the server, by its command or by force, and waits until it has ended.
    func stop(byForce: Bool) async throws {
        let text = try String(contentsOf: folder.appending(path: "pid"), encoding: .utf8)
        let server = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        if byForce {
            kill(server, SIGKILL)
        } else {
            try await RawClient.connect(port: port).send(raw: Array("SHUTDOWN\r\n".utf8))
        }
        while kill(server, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
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
