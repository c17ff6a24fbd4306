import Foundation
import Glibc
import LocalServer
import Network

/// Many requests through one `WebClient` over kept connections with TLS, to a server in another process.
///
/// The process that begins is the server; the client is a second one, so that its memory can be told apart.
struct NetworkSoak {
    /// How many requests.
    let count: Int

    /// So many are on their way at a time, over ``connections``.
    private static let tasks = 8
    private static let connections = 4
    private static let certificates = "Tests/Support/TestServers/Certificates"

    private static func file(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: "\(certificates)/\(name)")))
    }

    /// Serves, and has another process of this program send the requests.
    ///
    /// - Returns: Whether all were answered.
    func run(_ program: String) async throws -> Bool {
        let identity = try ServerIdentity(chain: Self.file("server.pem"), key: Self.file("server.key"))
        let server = try await LoopbackServer(identity: identity) { request in
            ServedAnswer(200, body: Array(request.body.reversed()) + [UInt8](repeating: 7, count: 1000))
        }
        let client = Process()
        client.executableURL = URL(fileURLWithPath: program)
        client.arguments = ["network-client", "\(server.port)", "\(count)"]
        try client.run()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                client.waitUntilExit()
                continuation.resume()
            }
        }
        await server.close()
        return client.terminationStatus == 0
    }

    /// Sends the requests to `port`, and prints the memory after each tenth of them.
    func send(to port: Int) async throws {
        let client = WebClient(
            trusting: try .only(pem: Self.file("authority.pem")), connections: Self.connections)
        // The first ones fill what is kept.
        try await part(client, port, 0..<min(1000, count))
        FileHandle.standardOutput.write(Data("requests   resident KiB   files   µs each   processor µs each\n".utf8))
        Self.tell(0, .zero, 0)
        for tenth in 0..<10 {
            let (start, used) = (ContinuousClock.now, Self.processorTime)
            let range = (count / 10 * tenth)..<(count / 10 * (tenth + 1))
            try await part(client, port, range)
            let each = (.now - start) / max(1, range.count)
            Self.tell(range.upperBound, each, (Self.processorTime - used) / Double(max(1, range.count)))
        }
        await client.close()
    }

    /// Sends the requests with these numbers.
    private func part(_ client: WebClient, _ port: Int, _ numbers: Range<Int>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<Self.tasks {
                group.addTask {
                    for number in stride(from: numbers.lowerBound + task, to: numbers.upperBound, by: Self.tasks) {
                        try await Self.exchange(client, port, number)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func exchange(_ client: WebClient, _ port: Int, _ number: Int) async throws {
        let body = Array("\(number)".utf8)
        let isPost = number.isMultiple(of: 2)
        let answer = try await client.send(
            HTTPRequest(
                isPost ? .post : .get, "https://localhost:\(port)/\(number)", body: isPost ? body : [],
                timeLimit: .seconds(60)))
        let expected = (isPost ? Array(body.reversed()) : []) + [UInt8](repeating: 7, count: 1000)
        guard answer.status == 200, answer.body == expected else {
            throw BenchError("request \(number) got another answer")
        }
    }

    private static func tell(_ count: Int, _ each: Duration, _ processor: Double) {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let resident =
            status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        let line = String(
            format: "%8d %14d %7d %9.1f %19.1f\n", count, resident, files, each / .microseconds(1), processor * 1e6)
        FileHandle.standardOutput.write(Data(line.utf8))
    }

    /// What this process has used of a processor, in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
