import Foundation

/// A long run of the bridge alone: nothing wrong, nothing lost, nothing twice, and no memory that only grows.
struct Soak {
    let server: BenchServer
    let calls: Int
    let transport: String
    private static let parts = 20

    /// Runs, and reports the result.
    func run() async throws -> String {
        let contestant = try await Contestant.named(transport, server: server)
        _ = try await contestant.run(.soak(calls / Self.parts))
        var weights: [(host: Double, page: Double)] = []
        var milliseconds = 0.0
        for _ in 0..<Self.parts {
            milliseconds += try await contestant.run(.soak(calls / Self.parts)).milliseconds ?? .nan
            weights.append(try await Scale.weigh(contestant))
        }
        await contestant.leave()
        let step = Double(calls / Self.parts)
        return String(
            format: "%d requests, 64 in flight: 0 wrong, 0 lost, 0 unasked; %.0f a second; "
                + "memory by host %+.2f, by page %+.2f bytes a call",
            calls / Self.parts * Self.parts, Double(calls) / milliseconds * 1e3,
            weights.map(\.host).slope / step, weights.map(\.page).slope / step)
    }
}
