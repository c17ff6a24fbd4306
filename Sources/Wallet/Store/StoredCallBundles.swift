import Bridge
import EthereumWallet
import GRDB
import WalletCore

/// The batches of calls that sites have sent, in the store.
struct StoredCallBundles: CallBundleStore {
    let table: JournalTable

    func version() throws(JournalError) -> Int64 { try table.version() }

    func load() throws(JournalError) -> [Origin: [CallBundles.Bundle]] {
        try table.readNow { db in
            var bundles: [Origin: [CallBundles.Bundle]] = [:]
            let rows = try Row.fetchAll(
                db, sql: "SELECT origin, id, chain, hashes, calls, at FROM bundle ORDER BY at")
            for row in rows {
                let (id, hashes): (String, String) = (try row.value("chain"), try row.value("hashes"))
                // An unreadable entry is skipped: its batch is reported as unknown.
                guard let origin = try? Origin(stored: row.value("origin")), let chain = UInt64(id) else { continue }
                bundles[origin, default: []].append(
                    CallBundles.Bundle(
                        id: try row.value("id"), chain: chain, hashes: hashes.split(separator: " ").map(String.init),
                        count: try row.value("calls"), at: try row.value("at")))
            }
            return bundles.mapValues { Array($0.suffix(CallBundles.mostOfSite)) }
        }
    }

    func keep(_ bundle: CallBundles.Bundle, of origin: Origin) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO bundle (origin, id, chain, hashes, calls, at) VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    origin.description, bundle.id, String(bundle.chain), bundle.hashes.joined(separator: " "),
                    bundle.count, bundle.at,
                ])
            try db.execute(sql: "DELETE FROM bundle WHERE at < ? - ?", arguments: [bundle.at, CallBundles.age])
            try db.execute(
                sql: """
                    DELETE FROM bundle WHERE origin = ? AND id NOT IN
                        (SELECT id FROM bundle WHERE origin = ? ORDER BY at DESC LIMIT ?)
                    """,
                arguments: [origin.description, origin.description, CallBundles.mostOfSite])
        }
    }
}
