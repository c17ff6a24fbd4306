import Bridge
import Foundation
import Store
import WalletCore

/// What each request of a site costs because other processes may have changed what it may do: the state is read before the
/// request, although nothing has changed.
@MainActor enum PresentStateTask {
    private static let reads = 2_000

    /// The row of a store in a folder of its own; the baseline looks once at one file.
    static func row(rounds: Int) async throws -> Row {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(folder: folder.path)
        let site = try Origin(serialized: "https://dapp.example")
        let rules = try SiteRules(keptBy: store.sites)
        try await rules.use(by: site, at: 1)
        let (grants, uses) = (try Grants(keptBy: store.grants), try VaultUses(keptBy: store.vaultUses))
        let present = PresentState()
        present.add { () throws(JournalError) in try grants.read() }
        present.add { () throws(JournalError) in try rules.read() }
        present.add { () throws(JournalError) in _ = try store.tokens.version() }
        present.add { () throws(JournalError) in _ = try store.watched.version() }
        present.add { () throws(JournalError) in _ = try uses.use(of: "savings.vault") }
        var row = Row("state of all processes, read before a request", "us", goal: .oursAtMost(50))
        for round in 0...rounds {
            let state = try microseconds { try present.read() }
            let file = try microseconds { _ = try FileManager.default.attributesOfItem(atPath: store.path) }
            if round > 0 { row.add(trusted: state, baseline: file) }
        }
        return row
    }

    private static func microseconds(_ work: () throws -> Void) throws -> Double {
        let start = ContinuousClock.now
        for _ in 0..<reads { try work() }
        return (ContinuousClock.now - start) / .microseconds(reads)
    }
}
