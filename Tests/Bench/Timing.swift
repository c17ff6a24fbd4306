/// How long one job took one host.
struct Timing {
    /// Of a sequence, the time of each round trip in microseconds.
    let trips: [Double]

    /// Requests per second.
    let rate: Double

    /// The processor time of each request in microseconds, of all processes together.
    let work: Double

    /// Has `contestant` do `job`.
    init(_ job: Job, _ contestant: Contestant) async throws {
        let tree = contestant.tree
        let before = tree.processorTime
        let report = try await contestant.run(job)
        work = (tree.processorTime - before) * 1e6 / Double(job.calls + job.warm)
        let stamps = report.stamps ?? []
        trips = zip(stamps.dropFirst(), stamps).map { ($0 - $1) / 1e3 }
        rate = Double(job.calls) / (report.milliseconds ?? .nan) * 1e3
    }
}
