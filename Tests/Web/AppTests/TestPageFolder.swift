import Foundation
import Harness
import WindowTesting

/// A test of the wallet app or of the harness, in real windows.
typealias Scenario = WebTest<TestPageFolder>

extension WebTest where Context == TestPageFolder {
    /// Creates a test with an empty folder.
    init(_ name: String, _ body: @escaping @MainActor (TestPageFolder) async throws -> Void) {
        self.init(name, in: { try TestPageFolder() }, body)
    }
}

/// A folder of pages for one scenario, and what a run of them reported.
@MainActor final class TestPageFolder: TestContext {
    let folder: String

    /// The folder of the wallets, if a scenario has any.
    var wallets: String { "\(folder)/wallets" }

    var options = TestRun.Options()
    private(set) var lines: [String] = []
    private(set) var warnings: [String] = []
    private(set) var results: [TestResult] = []

    /// Called with each line of the report.
    var onLine: (@MainActor (String) -> Void)?

    var record: [String] { lines }

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/drawbridge-pages-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        options.timeout = .seconds(4)
    }

    private var kept: [any Sendable] = []

    /// Keeps `thing` as long as the workshop.
    func keep(_ thing: some Sendable) { kept.append(thing) }

    func close() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The names of the wallets' files.
    var vaults: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: wallets)) ?? []
        return files.filter { $0.hasSuffix(".vault") }.sorted()
    }

    func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The first Ethereum key of the only wallet, by the program's terminal.
    func key(behind passphrase: String) throws -> String { try Self.key(in: wallets, behind: passphrase) }

    /// The first Ethereum key of the only wallet in `folder`.
    static func key(in folder: String, behind passphrase: String) throws -> String {
        // The second choice if the wallet has recovery words, the first if it is a single key.
        let arguments = ["wallet", "export", "--folder", folder]
        let said =
            try (try? Program.wallet(arguments, typing: [passphrase, "2"]))
            ?? Program.wallet(arguments, typing: [passphrase, "1"])
        guard let key = said.split(separator: "\n").last(where: { $0.hasPrefix("0x") }) else {
            throw Failure("no key was shown but \(said)")
        }
        return String(key.dropFirst(2))
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

    /// The result of each test, in order: its name, and the reason if it failed.
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
