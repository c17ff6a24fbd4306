import Foundation

/// The rounds in which ours, C and the libraries from PyPI do the same work, turn and turn about.
struct CryptoCourse {
    /// How many rounds there are.
    var rounds = 25

    /// The interpreter with the libraries from PyPI; without it that half is left out.
    let python: String?

    /// Measures, and gives the rows of the table.
    func run() throws -> [Summary] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "typed-data.json"), encoding: .utf8)
        let peer = try python.map { try PythonPeer(python: $0, folder: folder) }
        return try CryptoTasks.all(typedData: text).flatMap { try measure($0, peer) }
    }

    private func measure(_ task: CryptoTask, _ peer: PythonPeer?) throws -> [Summary] {
        var beside = Row("\(task.name) | C", task.unit, goal: task.goal)
        var beyond = Row("\(task.name) | PyPI", task.unit)
        // The first round warms up.
        for round in 0...rounds {
            let bareFirst = round.isMultiple(of: 2)
            var bare = bareFirst ? try task.bare.map { try time($0, task) } : nil
            let trusted = try time(task.trusted, task)
            if !bareFirst { bare = try task.bare.map { try time($0, task) } }
            let other = try peer.map { try $0.run(task.word, task.count) }
            guard bare.map({ $0.result == trusted.result }) ?? true, other.map({ $0.result == trusted.result }) ?? true
            else {
                throw BenchError("\(task.name): \(trusted.result), \(bare?.result ?? "-"), \(other?.result ?? "-")")
            }
            guard round > 0 else { continue }
            let figure = task.figure(trusted.seconds, task.count)
            if let bare { beside.add(trusted: figure, baseline: task.figure(bare.seconds, task.count)) }
            if let other { beyond.add(trusted: figure, baseline: task.figure(other.seconds, task.count)) }
        }
        return [beside, beyond].filter { !$0.isEmpty }.map(\.summary)
    }

    private func time(_ work: CryptoTask.Work, _ task: CryptoTask) throws -> (seconds: Double, result: String) {
        let start = ProcessorTime.seconds
        let result = try work(task.count)
        let seconds = ProcessorTime.seconds - start
        return (seconds, result.map { String(format: "%02x", $0) }.joined())
    }
}
