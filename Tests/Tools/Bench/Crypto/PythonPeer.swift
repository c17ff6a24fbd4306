import Foundation

/// The libraries from PyPI, in a process that runs commands and reports how long they took.
final class PythonPeer {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts `peer.py` with the interpreter at `python`.
    init(python: String, folder: URL) throws {
        process.executableURL = URL(filePath: python)
        process.arguments = [
            folder.appending(path: "peer.py").path, folder.appending(path: "typed-data.json").path,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard try line() == "ready" else { throw BenchError("the libraries from PyPI do not start") }
    }

    deinit {
        process.terminate()
    }

    /// The seconds that `count` runs of the task took, and what the last one gave, in hexadecimal.
    func run(_ task: String, _ count: Int) throws -> (seconds: Double, result: String) {
        try input.fileHandleForWriting.write(contentsOf: Data("\(task) \(count)\n".utf8))
        let words = try line().split(separator: " ")
        guard words.count == 2, let seconds = Double(words[0]) else {
            throw BenchError("the libraries from PyPI do not answer to \(task)")
        }
        return (seconds, String(words[1]))
    }

    private func line() throws -> String {
        var text = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]) {
            guard !byte.isEmpty else { break }
            text += byte
        }
        return String(decoding: text, as: UTF8.self)
    }
}
