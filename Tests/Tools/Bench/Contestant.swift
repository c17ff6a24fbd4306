import Foundation

/// One host under test: a process with a page that does jobs.
final class Contestant {
    let name: String
    /// From the start of the process until its page had the first answer, in milliseconds.
    let startTime: Double
    /// The parts of ``startTime``: until the page is requested, until its script runs, and until the answer.
    let phases: [Double]
    private let child: Child
    private let server: BenchServer

    /// Starts the host with this name: a transport of the bridge, the bare host, or one of its other ways.
    static func named(_ name: String, server: BenchServer) async throws -> Contestant {
        switch name {
        case "bare": try await Contestant(name, program: "BareHost", server: server)
        case "evaluate", "scheme": try await Contestant(name, program: "BareHost", arguments: [name], server: server)
        case "pywebview":
            try await Contestant(
                name, program: ProcessInfo.processInfo.environment["BENCH_PYWEBVIEW"] ?? "python3",
                arguments: ["Tests/Tools/Bench/Peers/pywebview-host.py"], server: server)
        default: try await Contestant(name, program: "BridgeHost", arguments: [name], server: server)
        }
    }

    /// Starts `program`, which is in the same folder unless it is a path, and waits for its page.
    ///
    /// The program gets the address of `page`; `nil` for the one with the same name.
    init(
        _ name: String, program: String, arguments: [String] = [], page: String? = nil, server: BenchServer
    ) async throws {
        self.name = name
        self.server = server
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let path = program.hasPrefix("/") ? program : folder.appending(path: program).path
        let url = "http://127.0.0.1:\(await server.port)/\(page ?? name)"
        let alarm = Task {
            try await Task.sleep(for: .seconds(60))
            await server.dismiss(name)
        }
        defer { alarm.cancel() }
        let start = MonotonicTime.milliseconds
        child = try Child(path, arguments + [url])
        let greeting = try await server.greeting(of: name)
        guard let stamp = greeting.stamps?.first, greeting.wrong == 0 else {
            throw BenchError("\(name) answers wrongly")
        }
        startTime = stamp / 1e6 - start
        let requested = await server.requestTime(of: page ?? name) ?? .nan
        let began = greeting.began.map(MonotonicTime.milliseconds(atWallClock:)) ?? .nan
        phases = [requested - start, began - requested, stamp / 1e6 - began]
    }

    /// The process and what it started.
    var tree: ProcessTree { ProcessTree(root: child.id) }

    /// Has the page do `job`.
    func run(_ job: Job) async throws -> Report {
        let report = try await server.order(job, from: name)
        guard report.wrong == 0, report.strays == 0, report.lost ?? 0 == 0 else {
            throw BenchError(
                "\(name), \(job.kind): \(report.wrong) wrong, \(report.lost ?? 0) lost, \(report.strays) unasked")
        }
        return report
    }

    /// Forgets the page; the process ends with this object.
    func leave() async {
        await server.dismiss(name)
    }
}
