/// How long jobs took one host.
struct Timing {
    /// Of sequences, the time of each round trip in microseconds.
    private(set) var trips: [Double] = []
    private var calls = 0
    private var seconds = 0.0
    private var processorTime = 0.0
    private var callsOfWork = 0

    init() {}

    /// Has `contestant` do `job`.
    init(_ job: Job, _ contestant: Contestant) async throws {
        let tree = contestant.tree
        let before = tree.processorTime
        let report = try await contestant.run(job)
        processorTime = tree.processorTime - before
        callsOfWork = job.calls + job.warm
        let stamps = report.stamps ?? []
        trips = zip(stamps.dropFirst(), stamps).map { ($0 - $1) / 1e3 }
        calls = job.calls
        seconds = (report.milliseconds ?? .nan) / 1e3
    }

    /// Requests per second.
    var rate: Double { Double(calls) / seconds }

    /// The processor time of each request in microseconds, of all processes together.
    var work: Double { processorTime * 1e6 / Double(callsOfWork) }

    mutating func merge(_ other: Timing) {
        trips += other.trips
        calls += other.calls
        seconds += other.seconds
        processorTime += other.processorTime
        callsOfWork += other.callsOfWork
    }
}
