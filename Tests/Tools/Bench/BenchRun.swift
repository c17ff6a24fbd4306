import Foundation

/// The rounds that all hosts run, turn and turn about.
struct BenchRun {
    /// How much is measured.
    struct Length {
        var sessions = 3
        var rounds = 12
        var starts = 15
        var sequence = 500
        var flood = 20_000
        var echoes = 6
        var largeEchoes = 2
        var kept = 200_000
        /// The jobs that are measured; every kind unless some are named.
        var kinds: Set<String> = Self.allKinds

        static let allKinds: Set<String> = ["sequence", "flood", "echo", "kept", "start", "peers", "views"]

        /// The same for the ways of other projects: enough for their order.
        var ofPeers: Length {
            var length = self
            (length.sessions, length.rounds, length.kinds) = (1, min(rounds, 6), ["sequence", "flood", "echo"])
            return length
        }

        /// Enough to see whether a change is worth a closer look.
        static let quick = Length(sessions: 2, rounds: 15, starts: 9, kept: 50_000)
    }

    private static let parts = 5

    let server: BenchServer
    let length: Length
    private var figures: [Figures]
    private var floor50 = Row("a socket pair alone, p50", "us")
    private var floor99 = Row("a socket pair alone, p99", "us")

    init(server: BenchServer, length: Length, names: [String] = ["socket", "reply"]) {
        self.server = server
        self.length = length
        figures = names.map { Figures($0) }
    }

    /// Whether the rounds measure anything.
    var hasRounds: Bool { !length.kinds.isDisjoint(with: ["sequence", "flood", "echo"]) }

    /// The ways of other projects: that of webview/webview, that of Tauri, and pywebview if `BENCH_PYWEBVIEW` is the path of
    /// a Python that has it.
    static var peers: [String] {
        ["evaluate", "scheme"] + (ProcessInfo.processInfo.environment["BENCH_PYWEBVIEW"] == nil ? [] : ["pywebview"])
    }

    /// The figures of the hosts.
    var ways: [Summary] { figures.flatMap(\.summaries) }

    /// The same, and those of a socket pair.
    var rows: [Summary] {
        ways + [floor50, floor99].filter { !$0.isEmpty }.map(\.summary)
    }

    mutating func run() async throws {
        for session in 0..<(hasRounds ? length.sessions : 0) {
            let all = try await start(turn: session)
            for round in 0..<length.rounds {
                try await measure(all, turn: round)
                note("round \(round + 1) of \(length.rounds), session \(session + 1) of \(length.sessions)")
            }
            try await end(all)
        }
        for session in 0..<(measures("kept") ? length.sessions : 0) {
            let all = try await start(turn: session)
            try await weigh(all)
            try await end(all)
        }
        if measures("start") { try await measureStarts() }
    }

    /// Starts each host alone, in turn: those that run already would take time from the next one.
    private mutating func measureStarts() async throws {
        // The first start of each reads its files from the disk.
        for turn in -1..<length.starts {
            let server = server
            let names = names
            let starts = try await inTurn(max(turn, 0), names.count) { index in
                let contestant = try await Contestant.named(names[index], server: server)
                await contestant.leave()
                try await Task.sleep(for: .milliseconds(300))
                return (time: contestant.startTime, phases: contestant.phases)
            }
            guard turn >= 0 else { continue }
            note("start \(turn + 1) of \(length.starts)")
            let bare = starts[figures.count]
            for index in figures.indices {
                figures[index].start.add(trusted: starts[index].time, baseline: bare.time)
                for (phase, times) in zip(starts[index].phases, bare.phases).enumerated() {
                    figures[index].startPhases[phase].add(trusted: times.0, baseline: times.1)
                }
            }
        }
    }

    /// Sends all home; what they leave to do must not be counted to those who come next.
    private func end(_ all: [Contestant]) async throws {
        for contestant in all { await contestant.leave() }
        try await Task.sleep(for: .milliseconds(500))
    }

    private func note(_ progress: String) {
        FileHandle.standardError.write(Data("\(progress)\n".utf8))
    }

    /// The hosts of the bridge, in the order of ``figures``, and the bare one.
    private var names: [String] { figures.map(\.transport) + ["bare"] }

    /// Starts the hosts.
    private func start(turn: Int) async throws -> [Contestant] {
        let (server, names) = (server, names)
        return try await inTurn(turn, names.count) { try await Contestant.named(names[$0], server: server) }
    }

    private func measures(_ kind: String) -> Bool { length.kinds.contains(kind) }

    private mutating func measure(_ all: [Contestant], turn: Int) async throws {
        let bare = figures.count
        if measures("sequence") {
            let timings = try await inTurns(.sequence(length.sequence), 8, turn, all)
            for index in figures.indices {
                add(\.p50, index, timings) { $0.trips.median }
                add(\.p99, index, timings) { $0.trips.quantile(0.99) }
                add(\.work, index, timings) { $0.work }
            }
            let trips = try SocketFloor.trips(4_000)
            floor50.add(trusted: trips.median, baseline: timings[bare].trips.median)
            floor99.add(trusted: trips.quantile(0.99), baseline: timings[bare].trips.quantile(0.99))
        }
        if measures("flood") {
            let timings = try await inTurns(.flood(length.flood), 2, turn, all)
            for index in figures.indices {
                add(\.rate, index, timings) { $0.rate }
                add(\.crowdWork, index, timings) { $0.work }
            }
        }
        if measures("echo") {
            let timings = try await inTurns(.echo(length.echoes), 2, turn, all)
            for index in figures.indices { add(\.echo, index, timings) { 1_000 / $0.rate } }
            let large = try await inTurns(.echo(length.largeEchoes, megabytes: 8), 1, turn, all)
            for index in figures.indices { add(\.largeEcho, index, large) { 1_000 / $0.rate } }
            let binary = try await inTurns(.binaryEcho(length.largeEchoes), 1, turn, all)
            for index in figures.indices { add(\.binaryEcho, index, binary) { 1_000 / $0.rate } }
        }
    }

    /// Adds one figure of a transport, beside that of the bare host.
    private mutating func add(
        _ row: WritableKeyPath<Figures, Row>, _ index: Int, _ timings: [Timing], _ value: (Timing) -> Double
    ) {
        figures[index][keyPath: row].add(trusted: value(timings[index]), baseline: value(timings[figures.count]))
    }

    /// What all keep of many calls, after they had time to tidy up.
    private mutating func weigh(_ all: [Contestant]) async throws {
        var growths: [(host: Double, page: Double)] = []
        for contestant in all { growths.append(try await growth(of: contestant)) }
        let bare = growths[figures.count]
        for index in figures.indices {
            let mine = growths[index]
            figures[index].kept.add(
                trusted: (mine.host + mine.page) * 100_000, baseline: (bare.host + bare.page) * 100_000)
            figures[index].keptByHost.add(trusted: mine.host, baseline: bare.host)
            figures[index].keptByPage.add(trusted: mine.page, baseline: bare.page)
        }
    }

    private func growth(of contestant: Contestant) async throws -> (host: Double, page: Double) {
        let job = Job.flood(length.kept, width: 64)
        var weights: [(host: Double, page: Double)] = []
        for part in 0...Self.parts {
            _ = try await contestant.run(job)
            let weight = try await Scale.weigh(contestant)
            // The first part warms up.
            if part > 0 { weights.append(weight) }
        }
        let calls = Double(job.calls + job.warm)
        return (weights.map(\.host).slope / calls, weights.map(\.page).slope / calls)
    }

    /// Has all do `job`, `times` times in turn, so that what else the machine does falls on all alike.
    private func inTurns(_ job: Job, _ times: Int, _ turn: Int, _ all: [Contestant]) async throws -> [Timing] {
        var timings = all.map { _ in Timing() }
        for time in 0..<times {
            let each = try await inTurn(turn + time, all.count) { try await Timing(job, all[$0]) }
            for (index, timing) in each.enumerated() { timings[index].merge(timing) }
        }
        return timings
    }

    /// Does `body` for each of `count`, beginning with another one at each turn.
    private func inTurn<Result>(
        _ turn: Int, _ count: Int, _ body: (Int) async throws -> Result
    ) async rethrows -> [Result] {
        var results: [(index: Int, result: Result)] = []
        for step in 0..<count {
            let index = (turn + step) % count
            results.append((index, try await body(index)))
        }
        return results.sorted { $0.index < $1.index }.map(\.result)
    }
}
