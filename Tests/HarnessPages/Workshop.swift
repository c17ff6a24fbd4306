import Foundation
import Harness
import WebHost

/// A folder of pages for one scenario, and what a run of them reported.
@MainActor final class Workshop {
    let folder: String
    var options = TestRun.Options()
    private(set) var lines: [String] = []
    private(set) var warnings: [String] = []
    private(set) var results: [TestResult] = []

    /// Called with each line of the report.
    var onLine: (@MainActor (String) -> Void)?

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/drawbridge-pages-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        options.timeout = .seconds(4)
    }

    func close() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Takes a picture of the screen, where `PORTRAITS` names a folder for them.
    func portray(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["PORTRAITS"] else { return }
        try await Task.sleep(for: .milliseconds(800))
        try Screenshot.write(to: "\(folder)/\(name).png")
    }

    /// Runs one page with `script`.
    func run(_ script: String) async throws -> TestRun.Verdict {
        try write("<!doctype html><meta charset=utf-8><body><script>\(script)</script>", to: "a.test.html")
        return await run([folder])
    }

    func run(_ paths: [String]) async -> TestRun.Verdict {
        let run = TestRun(
            options: options,
            print: { [weak self] line in
                self?.lines.append(line)
                self?.onLine?(line)
            },
            warn: { [weak self] in self?.warnings.append($0) }, makeWallet: DemoWallet.make)
        let verdict = await run.run(paths)
        results = run.results
        return verdict
    }

    /// How each test ended, in order: its name, and why it failed where it did.
    var summary: [String] {
        results.map { result in
            switch result.outcome {
            case .passed: result.name
            case .skipped: "\(result.name): skipped"
            case .failed(let failure): "\(result.name): \(failure.message)"
            }
        }
    }
}
