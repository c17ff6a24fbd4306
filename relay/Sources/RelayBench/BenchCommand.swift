import ArgumentParser
import Foundation
import Glibc
import NIOCore
import NIOPosix

/// Compares the relay with a bare echo in the same run.
@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "RelayBench", abstract: "Measures the relay beside a bare WebSocket echo.")

    @Option(help: "The numbers of connections.")
    var connections = [100, 1000, 5000]

    @Option(help: "How many messages are sent for each figure.")
    var messages = 40_000

    @Option(help: "How often each figure is taken; the best one counts.")
    var rounds = 5

    @Option(help: "How many messages are on their way at a time.")
    var window = 256

    @Option(help: "The URL of a Redis server for two processes; without it they are not measured.")
    var redis: String?

    @Option(help: "The share of a processor that each relay gets when one and two of them are compared.")
    var share = 0.15

    @Option(help: "The program to measure; by default the one beside this program.")
    var program: String?

    @Option(help: "A file for the figures, as JSON.")
    var output: String?

    @Flag(help: .hidden) var echo = false

    func run() async throws {
        if echo { return try await EchoServer.run() }
        fflush(nil)
        print("message of \(Load.message.utf8.count) bytes, \(window) on their way, \(messages) for each figure")
        let report = Report()
        for count in connections where count > 0 { try await compare(count, report) }
        if !connections.contains(0) {
            try await measureMemory(report)
        }
        if let redis { try await scale(redis, report) }
        if let output { try report.write(to: output) }
    }

    private var folder: String { (CommandLine.arguments[0] as NSString).deletingLastPathComponent }

    private func startEcho() throws -> ServerProcess { try ServerProcess(CommandLine.arguments[0], ["--echo"]) }

    private func startRelay(_ more: [String] = []) throws -> ServerProcess {
        try ServerProcess(
            program ?? "\(folder)/drawbridge-relay",
            [
                "--port", "0", "--connections", "20000", "--connections-per-address", "20000",
                "--connections-per-client", "20000", "--requests-per-second", "1000000", "--request-burst",
                "1000000", "--subscriptions-per-client", "100000", "--messages-per-topic", "100000",
                "--bytes-per-topic",
                "1000000000", "--mailbox-bytes", "2000000000",
            ] + more)
    }

    private func compare(_ count: Int, _ report: Report) async throws {
        let bare = try await Subject(.echo, try startEcho(), connections: count)
        defer { bare.stop() }
        let relay = try await Subject(.relay, try startRelay(), connections: count)
        defer { relay.stop() }
        // In turns, so that what else the computer does meets both; the best of all rounds counts.
        for _ in 0..<rounds {
            for subject in [bare, relay] { try await measure(subject) }
        }
        let (first, second) = (bare.figures, relay.figures)
        func add(
            _ name: String, _ unit: String, _ echo: Double, _ relay: Double, _ ratio: Double, _ goal: String? = nil
        ) {
            report.add(
                Report.Row(
                    name: "\(count) connections: \(name)", unit: unit, trusted: relay, baseline: echo, ratio: ratio,
                    goal: goal))
        }
        add("messages", "1/s", first.perSecond, second.perSecond, first.perSecond / second.perSecond)
        // A message is two frames for the echo; for the relay it is four: with the reply and the confirmation.
        add(
            "frames", "1/s", first.perSecond * 2, second.perSecond * 4, first.perSecond / second.perSecond / 2,
            "at most 2")
        add(
            "processor time of the server for a message", "µs", first.processor, second.processor,
            second.processor / first.processor)
        add("latency, median", "µs", first.median, second.median, second.median / first.median, "at most 2")
        add("latency, 99th percentile", "µs", first.late, second.late, second.late / first.late)
        let (small, large) = (Double(first.memory) / 1024, Double(second.memory) / 1024)
        add("memory of an idle connection", "KiB", small, large, large / small)
    }

    private func measure(_ subject: Subject) async throws {
        let (load, eventLoop) = (subject.load, subject.eventLoop)
        let (perSecond, processor, _) = try await timed(load, [subject.server], on: eventLoop)
        var latencies = try await run(load, 2000, window: 1, pause: .microseconds(200), on: eventLoop).latencies
        latencies.sort()
        subject.figures.perSecond = max(subject.figures.perSecond, perSecond)
        subject.figures.processor = min(subject.figures.processor, processor)
        subject.figures.median = min(subject.figures.median, latencies[latencies.count / 2])
        subject.figures.late = min(subject.figures.late, latencies[latencies.count * 99 / 100])
    }

    private func run(
        _ load: NIOLoopBound<Load>, _ count: Int, window: Int, pause: TimeAmount? = nil, on eventLoop: any EventLoop
    ) async throws -> Load.Result {
        let watch = eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            if let failure = load.value.failure {
                print("stopped: \(failure)")
                Glibc.exit(1)
            }
        }
        defer { watch.cancel() }
        try await eventLoop.flatSubmit { load.value.run(count, window: window, pause: pause) }.get()
        return try await eventLoop.submit { load.value.takeResult() }.get()
    }

    /// Messages in a second, and microseconds of processor time of all servers for each.
    private func timed(
        _ load: NIOLoopBound<Load>, _ servers: [ServerProcess], on eventLoop: any EventLoop
    ) async throws -> (perSecond: Double, processor: Double, seconds: Double) {
        let before = servers.reduce(0) { $0 + $1.processorTime }
        let start = ContinuousClock.now
        let result = try await run(load, messages, window: window, on: eventLoop)
        let time = ContinuousClock.now - start
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        let processor = servers.reduce(0) { $0 + $1.processorTime } - before
        return (Double(result.messages) / seconds, processor * 1000 / Double(result.messages), seconds)
    }

    /// The memory of messages that wait, and of subscriptions.
    private func measureMemory(_ report: Report) async throws {
        let server = try startRelay()
        defer { server.stop() }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { group.shutdownGracefully { _ in } }
        let eventLoop = group.next()
        let load = try await Load.connected(.relay, pairs: 1, ports: [server.port], on: eventLoop)
        // What is made once.
        try await eventLoop.submit { load.value.fill(2000, topics: 500) }.get()
        _ = try await run(load, 1, window: 1, on: eventLoop)
        var (before, total) = (server.memory, 2000)
        for step in [10_000, 40_000, 50_000] {
            try await eventLoop.submit { load.value.fill(step, topics: 500) }.get()
            // The last one is answered after all others.
            _ = try await run(load, 1, window: 1, on: eventLoop)
            total += step
            let memory = server.memory
            report.add(
                Report.Row(
                    name: "memory of a waiting message, with \(total) of them", unit: "bytes",
                    trusted: Double(memory - before) / Double(step)))
            before = memory
        }
        for _ in 0..<2 {
            try await eventLoop.submit { load.value.subscribeMore(10_000) }.get()
            try await Task.sleep(for: .seconds(2))
            let memory = server.memory
            report.add(
                Report.Row(
                    name: "memory of a subscription", unit: "bytes", trusted: Double(memory - before) / 10_000))
            before = memory
        }
    }

    /// The throughput of one and of two relays on one Redis server, in turns; the best of all rounds counts.
    ///
    /// All share the processors of one computer with the load generator, so each relay gets a part of a processor: as
    /// if it ran on its own computer, and were busy.
    private func scale(_ redis: String, _ report: Report) async throws {
        print("one and two relays on one Redis server, each with \(Int(share * 100)) % of a processor")
        let relays = try [1, 2].map { count in try (0..<count).map { _ in try startRelay(["--redis", redis]) } }
        defer { for relay in relays.joined() { relay.stop() } }
        guard relays.joined().allSatisfy({ $0.limit(to: share) }) else {
            return print("not measured: this needs a writable control group")
        }
        try await Task.sleep(for: .seconds(1))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { group.shutdownGracefully { _ in } }
        let eventLoop = group.next()
        var loads: [NIOLoopBound<Load>] = []
        for servers in relays {
            let load = try await Load.connected(.relay, pairs: 100, ports: servers.map(\.port), on: eventLoop)
            _ = try await run(load, messages / 20, window: window, on: eventLoop)
            loads.append(load)
        }
        var figures = [Figures(), Figures()]
        for _ in 0..<rounds {
            for place in figures.indices {
                let (perSecond, processor, _) = try await timed(loads[place], relays[place], on: eventLoop)
                figures[place].perSecond = max(figures[place].perSecond, perSecond)
                figures[place].processor = min(figures[place].processor, processor)
            }
        }
        for (name, figures) in zip(["one relay on Redis", "two relays on one Redis"], figures) {
            report.add(
                Report.Row(name: "\(name): processor time for a message", unit: "µs", trusted: figures.processor))
        }
        let (one, two) = (figures[0].perSecond, figures[1].perSecond)
        report.add(
            Report.Row(
                name: "messages through two relays, and through one", unit: "1/s", trusted: two, baseline: one,
                ratio: two / one, goal: "at least 1.6"))
    }
}

/// What a server did.
struct Figures {
    var perSecond = 0.0
    var processor = Double.infinity
    var median = Double.infinity
    var late = Double.infinity
    var memory = 0
}

/// A server with its connections.
final class Subject {
    let server: ServerProcess
    let load: NIOLoopBound<Load>
    let eventLoop: any EventLoop
    var figures = Figures()
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    init(_ kind: Load.Server, _ server: ServerProcess, connections: Int) async throws {
        self.server = server
        eventLoop = group.next()
        let before = server.memory
        load = try await Load.connected(
            kind, pairs: kind == .echo ? connections : connections / 2, ports: [server.port], on: eventLoop)
        try await Task.sleep(for: .seconds(1))
        figures.memory = (server.memory - before) / connections
    }

    func stop() {
        server.stop()
        group.shutdownGracefully { _ in }
    }
}
