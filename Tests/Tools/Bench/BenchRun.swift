import Foundation

/// The rounds that both hosts run, turn and turn about.
struct BenchRun {
    /// How much is measured.
    struct Length {
        var sessions = 3
        var rounds = 12
        var starts = 8
        var sequence = 500
        var flood = 20_000
        var echoes = 6
        var kept = 200_000
        /// The jobs that are measured; every kind unless some are named.
        var kinds: Set<String> = Self.allKinds

        static let allKinds: Set<String> = ["sequence", "flood", "echo", "kept", "start"]

        /// Enough to see whether a change is worth a closer look.
        static let quick = Length(sessions: 2, rounds: 15, starts: 2, kept: 50_000)
    }

    private static let parts = 5

    let server: BenchServer
    let length: Length
    private var p50 = Row("round trip, p50", "us", goal: .ratioAtMost(1.25))
    private var p99 = Row("round trip, p99", "us")
    private var rate = Row("1,000 in flight", "requests/s", goal: .ratioAtLeast(4))
    private var work = Row("processor time, one by one", "us/request")
    private var crowdWork = Row("processor time, 1,000 in flight", "us/request")
    private var replyID = Row("echo of 1 MiB", "ms")
    private var kept = Row("kept in all per 100,000 calls", "bytes", goal: .oursAtMost(3_000_000))
    private var keptByHost = Row("kept by the host, a call", "bytes", goal: .oursAtMost(30))
    private var keptByPage = Row("kept by the page, a call", "bytes", goal: .oursAtMost(30))
    private var start = Row("process start to first answer", "ms", goal: .ratioAtMost(1.3))

    init(server: BenchServer, length: Length) {
        self.server = server
        self.length = length
    }

    var rows: [Summary] {
        [p50, p99, rate, replyID, kept, keptByHost, keptByPage, start, work, crowdWork].filter { !$0.isEmpty }
            .map(\.summary)
    }

    mutating func run() async throws {
        for session in 0..<length.sessions {
            let (trusted, bare) = try await pair(oursFirst: session.isMultiple(of: 2))
            for round in 0..<length.rounds {
                try await measure(trusted, bare, oursFirst: round.isMultiple(of: 2))
                note("round \(round + 1) of \(length.rounds), session \(session + 1) of \(length.sessions)")
            }
            try await end(trusted, bare)
        }
        for session in 0..<(measures("kept") || measures("start") ? length.starts : 0) {
            let (trusted, bare) = try await pair(oursFirst: session.isMultiple(of: 2))
            if session < length.sessions, measures("kept") { try await weigh(trusted, bare) }
            try await end(trusted, bare)
        }
    }

    /// Sends both home; what they leave to do must not be counted to those who come next.
    private func end(_ trusted: Contestant, _ bare: Contestant) async throws {
        for contestant in [trusted, bare] { await contestant.leave() }
        try await Task.sleep(for: .milliseconds(500))
    }

    private func note(_ progress: String) {
        FileHandle.standardError.write(Data("\(progress)\n".utf8))
    }

    private mutating func pair(oursFirst: Bool) async throws -> (trusted: Contestant, bare: Contestant) {
        let server = server
        let (trusted, bare) = try await inTurn(
            oursFirst, { try await Contestant("bridge", program: "BridgeHost", server: server) },
            { try await Contestant("bare", program: "BareHost", server: server) })
        start.add(trusted: trusted.startTime, baseline: bare.startTime)
        return (trusted, bare)
    }

    private func measures(_ kind: String) -> Bool { length.kinds.contains(kind) }

    private mutating func measure(_ trusted: Contestant, _ bare: Contestant, oursFirst: Bool) async throws {
        if measures("sequence") {
            let both = try await inTurns(.sequence(length.sequence), 8, oursFirst, trusted, bare)
            p50.add(trusted: both.0.trips.median, baseline: both.1.trips.median)
            p99.add(trusted: both.0.trips.quantile(0.99), baseline: both.1.trips.quantile(0.99))
            work.add(trusted: both.0.work, baseline: both.1.work)
        }
        if measures("flood") {
            let both = try await inTurns(.flood(length.flood), 2, oursFirst, trusted, bare)
            rate.add(trusted: both.0.rate, baseline: both.1.rate)
            crowdWork.add(trusted: both.0.work, baseline: both.1.work)
        }
        if measures("echo") {
            let both = try await inTurns(.replyID(length.echoes), 2, oursFirst, trusted, bare)
            replyID.add(trusted: 1_000 / both.0.rate, baseline: 1_000 / both.1.rate)
        }
    }

    /// What both keep of many calls, after they had time to tidy up.
    private mutating func weigh(_ trusted: Contestant, _ bare: Contestant) async throws {
        let (mine, others) = (try await growth(of: trusted), try await growth(of: bare))
        kept.add(trusted: (mine.host + mine.page) * 100_000, baseline: (others.host + others.page) * 100_000)
        keptByHost.add(trusted: mine.host, baseline: others.host)
        keptByPage.add(trusted: mine.page, baseline: others.page)
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

    /// Has both do `job`, `times` times in turn, so that what else the machine does falls on both alike.
    private func inTurns(
        _ job: Job, _ times: Int, _ oursFirst: Bool, _ trusted: Contestant, _ bare: Contestant
    ) async throws -> (Timing, Timing) {
        var (mine, others) = (Timing(), Timing())
        for time in 0..<times {
            let both = try await inTurn(
                time.isMultiple(of: 2) == oursFirst, { try await Timing(job, trusted) }, { try await Timing(job, bare) }
            )
            mine.merge(both.0)
            others.merge(both.1)
        }
        return (mine, others)
    }

    private func inTurn<Result>(
        _ oursFirst: Bool, _ trusted: () async throws -> Result, _ bare: () async throws -> Result
    ) async rethrows -> (Result, Result) {
        if oursFirst {
            let mine = try await trusted()
            return (mine, try await bare())
        }
        let others = try await bare()
        return (try await trusted(), others)
    }
}
