import Foundation
import Testing

@testable import Relay

/// The program `drawbridge-relay` in a process of its own, which can be killed and started again on the same port.
struct RelayProcess: Sendable {
    let port: Int
    private let folder: URL
    private let arguments: [String]

    init(_ arguments: [String]) async throws {
        port = try await ChildProcess.freePort()
        folder = try ChildProcess.folder()
        self.arguments = ["--port", "\(port)"] + arguments
        try await start()
    }

    /// Starts the program, and waits until it can store messages.
    func start() async throws {
        try ChildProcess.start(try Self.program, arguments, in: folder)
        while await !isHealthy { try await Task.sleep(for: .milliseconds(20)) }
    }

    private var isHealthy: Bool {
        get async {
            guard let client = try? await RawClient.connect(port: port) else { return false }
            return (try? await client.request("/health").hasPrefix("HTTP/1.1 200 ")) == true
        }
    }

    /// Sends a signal, and waits until the program has ended.
    func end(by signal: Int32) async throws {
        let id = try ChildProcess.id(in: folder)
        kill(id, signal)
        try await ChildProcess.wait(for: id)
    }

    /// What the program has written.
    var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

    /// Ends the program, and deletes its files.
    func remove() async {
        try? await end(by: SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A client that does what wallets and dapps do when a connection ends: it connects to the next process, subscribes
/// again, and repeats what was not answered, with the same id.
final class RoamingClient {
    private let ports: [Int]
    private let identity = Identity()
    private let topic: String
    private var next = 0
    private var client: Client?
    private var number = Int(WallClock.milliseconds()) * 1_000_000

    /// A client that receives the messages of `topic`.
    init(_ processes: [RelayProcess], topic: String) {
        ports = processes.map(\.port)
        self.topic = topic
    }

    private func connected() async throws -> Client {
        if let client { return client }
        while true {
            try Task.checkCancellation()
            let port = ports[next % ports.count]
            next += 1
            if let client = try? await Client.connect(port: port, identity),
                (try? await client.subscribe(topic))?.result != nil
            {
                self.client = client
                return client
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Publishes a message, as often as it takes.
    func publish(_ message: String, to topic: String) async throws {
        number += 1
        while true {
            let client = try await connected()
            guard let reply = try? await client.publish(message, to: topic, id: "\(number)") else {
                self.client = nil
                continue
            }
            if reply.isTrue { return }
            // The mailbox cannot be reached.
            #expect(reply.code == "-32603", "\(reply.text)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The next message, and when it was published; confirmed.
    func receive() async throws -> (message: String, publishedAt: Int) {
        while true {
            let client = try await connected()
            if let delivery = try? await client.delivery() { return (delivery.message, delivery.publishedAt) }
            self.client = nil
        }
    }
}

extension RelayProcess {
    /// What the program writes until it ends by itself.
    static func output(_ arguments: [String], in folder: URL) async throws -> String {
        try ChildProcess.start(try program, arguments, in: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        while (try? ChildProcess.id(in: folder)) == nil { try await Task.sleep(for: .milliseconds(10)) }
        try await ChildProcess.wait(for: try ChildProcess.id(in: folder))
        return try String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
    }

    /// The program beside the tests.
    private static var program: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: tests).deletingLastPathComponent().appending(path: "drawbridge-relay").path
        }
    }
}
