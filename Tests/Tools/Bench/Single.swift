import Foundation

/// One job of one host: something to look at with a profiler.
struct Single {
    let server: BenchServer
    let job: Job
    let name: String

    /// Creates a job of the bridge with a transport, or of the bare host; `nil` for an unknown kind.
    init?(server: BenchServer, kind: String, calls: Int, host: String) {
        switch kind {
        case "flood": job = .flood(calls)
        case "sequence": job = .sequence(calls)
        case "echo": job = .echo(calls)
        case "binaryEcho": job = .binaryEcho(calls)
        default: return nil
        }
        self.server = server
        name = host
    }

    /// Runs the job, and reports the processor time of the host and of the page's process.
    func run() async throws -> String {
        let contestant = try await Contestant.named(name, server: server)
        let tree = contestant.tree
        let begin = tree.times
        let timing = try await Timing(job, contestant)
        let times = zip(tree.times, begin).map { ($0 - $1) * 1e6 / Double(job.calls + job.warm) }
        await contestant.leave()
        return String(
            format: "%d calls: %.0f a second, p50 %.1f us; processor time %.2f us a call by the host, %.2f by the page",
            job.calls, timing.rate, timing.trips.median, times[0], times[1])
    }
}
