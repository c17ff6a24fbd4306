import Foundation

/// A long run of the bridge alone: nothing wrong, nothing lost, nothing twice, and no memory that only grows.
struct Soak {
    let server: BenchServer
    let calls: Int
    let transport: String
    /// Empty, `reloading` or `hanging`.
    let style: String
    private static let parts = 20

    /// Runs, and reports the result.
    func run() async throws -> String {
        let contestant = try await Contestant.named(transport, server: server)
        let job = Job.soak(
            calls / Self.parts, reload: style == "reloading" ? 100 : 0, hang: style == "hanging" ? 300 : 0)
        _ = try await contestant.run(job)
        var weights: [(host: Double, page: Double)] = []
        var milliseconds = 0.0
        var documents = 0
        for _ in 0..<Self.parts {
            let report = try await contestant.run(job)
            milliseconds += report.milliseconds ?? .nan
            documents += report.documents ?? 1
            weights.append(try await Scale.weigh(contestant))
        }
        await contestant.leave()
        let step = Double(calls / Self.parts)
        return String(
            format: "%d requests%@, 64 in flight, %d documents: 0 wrong, 0 lost, 0 unasked; %.0f a second; "
                + "memory by host %+.2f, by page %+.2f bytes a call",
            calls / Self.parts * Self.parts, style.isEmpty ? "" : ", \(style)", documents,
            Double(calls) / milliseconds * 1e3,
            weights.map(\.host).slope / step, weights.map(\.page).slope / step)
    }
}
