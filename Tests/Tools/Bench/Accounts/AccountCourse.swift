import Bitcoin
import BitcoinWallet
import Bridge
import ChainServers
import Foundation
import Keys
import Network
import Store
import WalletCore

/// A large account on Bitcoin whose server is ElectrumX: the first synchronisation, opening it, memory, the main actor.
@MainActor struct AccountCourse {
    /// How many rounds there are; one more warms up.
    var rounds = 3

    /// The goals, in the units of the rows.
    private static let (opening, memory, pause) = (1000.0, 150.0, 50.0)

    /// Measures, and gives the rows of the table.
    func run() async throws -> [Summary] {
        guard ChainServers.isInstalled else { throw BenchError("Real servers are missing. Run scripts/venv.") }
        let history = try await LargeHistory.made()
        var first = Row("large account, first synchronisation", "ms", goal: .ratioAtMost(2))
        var opening = Row("large account, opened from the store", "ms", goal: .oursAtMost(Self.opening))
        var memory = Row("large account, highest use of memory", "MiB", goal: .oursAtMost(Self.memory))
        var pause = Row("large account, main actor blocked", "ms", goal: .oursAtMost(Self.pause))
        for round in 0...rounds {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try Store(folder: folder.path)
            let bare = try await Self.milliseconds { try await BareQuestions(history).ask() }
            let before = try Self.resetPeak()
            let servers = history.servers()
            let synchronised = try await Self.milliseconds {
                try await history.account(in: store.coins, at: servers).synchronise()
            }
            let bytes = try Data(contentsOf: folder.appending(path: Store.name))
            let account = try await history.account(in: store.coins, at: nil)
            let opened = try await Self.milliseconds { try await account.open() }
            try await history.check(account.snapshot)
            let pulse = try await pauses(history, store, servers)
            await servers.close()
            guard round > 0 else {
                // Later rounds use the memory of the first one again, and would need none.
                memory.add(trusted: try Self.peak() - before, baseline: Double(bytes.count) / 1_048_576)
                continue
            }
            first.add(trusted: synchronised, baseline: bare)
            opening.add(
                trusted: opened,
                baseline: try await Self.milliseconds { _ = try Data(contentsOf: folder.appending(path: Store.name)) })
            pause.add(trusted: pulse.busy, baseline: pulse.idle)
        }
        let state = try await PresentStateTask.row(rounds: rounds)
        return [first, opening, memory, pause, state].map(\.summary)
    }

    /// The longest pauses of the main actor: while the wallet shows the account, and while nothing happens.
    private func pauses(
        _ history: LargeHistory, _ store: Store, _ servers: ElectrumServers
    ) async throws -> (busy: Double, idle: Double) {
        let idle = Pulse()
        try await Task.sleep(for: .milliseconds(300))
        let quiet = idle.end()
        let busy = Pulse()
        let user = BenchUser()
        let wallet = try history.wallet(in: store, at: servers, user)
        try await wallet.open()
        await wallet.refresh()
        guard let id = wallet.accounts.first(where: { $0.id.chain.description == UTXOChain.bitcoin.chain })?.id else {
            throw BenchError("The wallet has no account on Bitcoin.")
        }
        _ = try await wallet.coins(of: id)
        _ = try wallet.addresses(of: id)
        _ = try await wallet.history(HistoryFilter(), limit: 500)
        _ = await history.sendEverything(of: id, from: wallet, user)
        let longest = busy.end()
        await wallet.close()
        return (longest, quiet)
    }

    private static func milliseconds(_ work: () async throws -> Void) async throws -> Double {
        let start = ContinuousClock.now
        try await work()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    /// Forgets the highest use of memory so far; returns the present one in MiB.
    private static func resetPeak() throws -> Double {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        return try peak()
    }

    /// The highest use of memory since ``resetPeak()``, in MiB.
    private static func peak() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
            throw BenchError("The system does not report the use of memory.")
        }
        return kibibytes / 1_024
    }
}

/// The longest time for which the main actor did not come to a task that is always ready.
@MainActor final class Pulse {
    private var longest = Duration.zero
    private var last = ContinuousClock.now
    private var task: Task<Void, Never>?

    init() {
        task = Task { @MainActor [weak self] in
            while !Task.isCancelled {
                self?.beat()
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    private func beat() {
        let now = ContinuousClock.now
        longest = max(longest, now - last)
        last = now
    }

    /// Ends it; returns the longest pause in milliseconds.
    func end() -> Double {
        beat()
        task?.cancel()
        return longest / .milliseconds(1)
    }
}
