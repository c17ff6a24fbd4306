import Foundation

/// What more open views cost: the latency of one of them, and the memory of all.
struct ViewGrowth {
    /// The figures with this many views open.
    struct Point {
        let views: Int
        let p50: Double
        let p99: Double
        /// The memory of the host, and of all its processes, in bytes.
        let host: Double
        let all: Double
    }

    static let counts = [1, 10, 50, 100]

    let server: BenchServer

    /// Measures all numbers of views.
    func run() async throws -> [Point] {
        var points: [Point] = []
        for count in Self.counts {
            points.append(try await point(count))
            complain("\(count) views")
        }
        return points
    }

    private func point(_ count: Int) async throws -> Point {
        let names = (1...count).map { "view-\($0)" }
        async let others: Void = dismiss(Array(names.dropFirst()))
        let contestant = try await Contestant(
            names[0], program: "BridgeHost", arguments: ["views", String(count)], page: "view", server: server)
        try await others
        var timing = Timing()
        for _ in 0..<10 { timing.merge(try await Timing(.sequence(500), contestant)) }
        let tree = contestant.tree
        let memory = ([tree.root] + tree.members.map(\.id)).map { Double(ProcessTree.memory(of: $0) ?? 0) }
        await server.dismiss(names[0])
        return Point(
            views: count, p50: timing.trips.median, p99: timing.trips.quantile(0.99), host: memory[0],
            all: memory.reduce(0, +))
    }

    /// Waits for the first reports of the pages `names`, and gives them no job.
    ///
    /// A page that waits for a job holds a connection, and WebKit opens only a few to a server.
    private func dismiss(_ names: [String]) async throws {
        try await withThrowingTaskGroup { group in
            for name in names {
                group.addTask {
                    _ = try await server.greeting(of: name)
                    await server.dismiss(name)
                }
            }
            try await group.waitForAll()
        }
    }

    /// A table with bars, for `docs/benchmarks.md`.
    static func drawing(_ points: [Point]) -> String {
        let columns: [(title: String, value: (Point) -> Double)] = [
            ("round trip, p50, us", { $0.p50 }), ("round trip, p99, us", { $0.p99 }),
            ("memory of the host, MiB", { $0.host / 1_048_576 }),
            ("memory of all processes, MiB", { $0.all / 1_048_576 }),
        ]
        return columns.map { title, value in
            let most = points.map(value).max() ?? 1
            let lines = points.map { point in
                let bar = String(repeating: "█", count: max(1, Int((value(point) / most * 50).rounded())))
                return String(format: "%5d views %10.1f  ", point.views, value(point)) + bar
            }
            return ([title] + lines).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}
