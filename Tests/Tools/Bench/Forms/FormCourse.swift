import Foundation

/// Many data-collection forms, each in a view of its own that is opened, says that it has ended, and is closed.
struct FormCourse {
    /// How many forms each host opens between two times that it is weighed.
    var part = 50

    /// How often each is weighed.
    var parts = 8

    /// Measures, and gives the rows of the table.
    func run() async throws -> [Summary] {
        var time = Row("a form, opened to ended", "ms", goal: .ratioAtMost(1.3))
        var kept = Row("kept by the host, a form", "bytes")
        let server = FormBenchServer()
        try await server.open()
        let trusted = try await FormHost("bridge", program: "BridgeHost", server: server)
        let bare = try await FormHost("bare", program: "BareHost", server: server)
        for round in 0...parts {
            let first = round.isMultiple(of: 2)
            var other = first ? try await bare.open(part) : nil
            let mine = try await trusted.open(part)
            if other == nil { other = try await bare.open(part) }
            FileHandle.standardError.write(Data("forms, part \(round) of \(parts)\n".utf8))
            // The first part warms up.
            if round == 0 { continue }
            if let other { time.add(trusted: mine, baseline: other) }
            try await trusted.weigh()
            try await bare.weigh()
        }
        kept.add(trusted: trusted.growth / Double(part), baseline: bare.growth / Double(part))
        print("\(part * parts) forms by each host: \(trusted.state); \(bare.state)")
        return [time.summary, kept.summary]
    }
}

/// A host that opens one form after the other.
final class FormHost {
    private let name: String
    private let child: Child
    private let server: FormBenchServer
    private var weights: [Double] = []
    private var processes: Set<Int> = []
    private var files: Set<Int> = []

    init(_ name: String, program: String, server: FormBenchServer) async throws {
        self.name = name
        self.server = server
        let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: program).path
        child = try Child(path, ["forms", await server.address(for: name)])
    }

    /// The milliseconds that each of `count` forms takes.
    func open(_ count: Int) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await server.serve(count, to: name)
        return (clock.now - start) / .milliseconds(1) / Double(count)
    }

    /// Records the memory of the host while one form is open.
    func weigh() async throws {
        try await Task.sleep(for: .seconds(4))
        guard let weight = ProcessTree.memory(of: child.id) else {
            throw BenchError("the memory of \(name) is not told")
        }
        weights.append(Double(weight))
        processes.insert(ProcessTree(root: child.id).members.count)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.id)/fd")
        files.insert(open.count)
    }

    /// The bytes by which the host grows from one part to the next.
    var growth: Double { weights.slope }

    /// What there was beside memory.
    var state: String { "\(name) had \(Self.range(processes)) processes and \(Self.range(files)) files open" }

    private static func range(_ numbers: Set<Int>) -> String {
        guard let low = numbers.min(), let high = numbers.max() else { return "no" }
        return low == high ? "\(low)" : "\(low) to \(high)"
    }
}
