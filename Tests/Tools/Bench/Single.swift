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
        // One by one there is a time of each call, and together a rate.
        let speed =
            timing.trips.isEmpty
            ? String(format: "%.0f a second", timing.rate) : String(format: "p50 %.1f us", timing.trips.median)
        return "\(job.calls) calls: \(speed); "
            + String(format: "processor time %.2f us a call by the host, %.2f by the page", times[0], times[1])
    }
}
