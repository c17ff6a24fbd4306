import Bitcoin
import BitcoinWallet
import ChainServers
import Foundation
import Harness
import Keys
import Network
import WindowTesting

/// The real window with a large account, beside the same window with an empty one: how long the user waits, how long the
/// window is blocked, and how much memory it needs.
@MainActor struct WindowCourse {
    /// Whether the account is smaller, and there is one round.
    let isQuick: Bool

    /// The goals, in the units of the rows.
    private static let (opening, memory, pause) = (1000.0, 150.0, 50.0)

    /// Measures, and gives the rows of the table, with the error that ended it early.
    func run() async throws -> (rows: [Summary], problem: (any Error)?) {
        guard ChainServers.isInstalled else { throw BenchError("Real servers are missing. Run scripts/venv.") }
        let history = try await LargeHistory.made(isQuick ? .small : .large, on: .regtest)
        complain("the account is made")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let large = try WalletHome("\(folder)/large", phrase: DemoKeys.phrase, server: history.ledger)
        let empty = try WalletHome("\(folder)/empty", phrase: Sample.words, server: history.ledger)
        let start = LoopWatch.now
        try await BareQuestions(history).ask()
        let bare = Double(LoopWatch.now - start) / 1e6
        var rows = Rows()
        let synchronised = try await WindowVisit(large, history).synchronise()
        _ = try await WindowVisit(empty, nil).synchronise()
        rows.add("first synchronisation", "ms", .ratioAtMost(2), synchronised.shown, bare)
        rows.add("blocked: first synchronisation", "ms", .oursAtMost(Self.pause), synchronised.blocked, .nan)
        for round in 0..<(isQuick ? 1 : 3) {
            let (ours, theirs): (WindowVisit.Result, WindowVisit.Result)
            do {
                ours = try await WindowVisit(large, history).visit()
                theirs = try await WindowVisit(empty, nil).visit()
            } catch {
                return (rows.all.map(\.summary), error)
            }
            let others = Dictionary(uniqueKeysWithValues: theirs.steps.map { ($0.name, $0) })
            for step in ours.steps where step.isTimed {
                rows.add(step.name, "ms", .oursAtMost(Self.opening), step.shown, others[step.name]?.shown ?? .nan)
            }
            for step in ours.steps {
                rows.add(
                    "blocked: \(step.name)", "ms", .oursAtMost(Self.pause), step.blocked,
                    others[step.name]?.blocked ?? .nan)
            }
            rows.add(
                "more memory than an empty wallet", "MiB", .oursAtMost(Self.memory), ours.memory - theirs.memory,
                theirs.memory)
            complain("round \(round + 1)")
            if let problem = ours.problem ?? theirs.problem { return (rows.all.map(\.summary), problem) }
        }
        return (rows.all.map(\.summary), nil)
    }

    /// The rows in the order of their first figures.
    private struct Rows {
        private(set) var all: [Row] = []

        mutating func add(_ name: String, _ unit: String, _ goal: Goal, _ trusted: Double, _ baseline: Double) {
            let place =
                all.firstIndex { $0.name == name }
                ?? {
                    all.append(Row(name, unit, goal: goal))
                    return all.count - 1
                }()
            all[place].add(trusted: trusted, baseline: baseline)
        }
    }
}

/// The folders of a user's wallet whose server is ElectrumX of the tests.
@MainActor struct WalletHome {
    let folder: String
    let variables: [String: String]

    init(_ folder: String, phrase: String, server: LedgerServer) throws {
        self.folder = folder
        variables = [
            "HOME": folder, "XDG_DATA_HOME": "\(folder)/data", "XDG_CONFIG_HOME": "\(folder)/config",
            "XDG_STATE_HOME": "\(folder)/state", "XDG_CACHE_HOME": "\(folder)/cache",
        ]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Program.wallet(
            ["wallet", "restore"], typing: ["Savings", "1", phrase, "", Sample.passphrase, Sample.passphrase],
            with: variables)
        try Program.wallet(
            ["endpoint", "set", "regtest", "tcp://localhost:\(server.proxies[1].port)"], with: variables)
    }
}
