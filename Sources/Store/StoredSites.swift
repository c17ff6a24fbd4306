import Bridge
import GRDB
import WalletCore

/// What is kept about sites, in the store.
struct StoredSites: SiteStore {
    let table: JournalTable

    func load() throws(JournalError) -> [Origin: SiteRecord] {
        try table.readNow { db in
            var records: [Origin: SiteRecord] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT origin, since, used, blocked, chain FROM site") {
                // An unreadable entry allows nothing and forbids nothing.
                guard let origin = try? Origin(stored: row.value("origin")) else { continue }
                let (blocked, chain): (Int64, String?) = (try row.value("blocked"), try row.optional("chain"))
                records[origin] = SiteRecord(
                    since: try row.value("since"), lastUsed: try row.value("used"), isBlocked: blocked != 0,
                    chain: chain.flatMap { UInt64($0) })
            }
            return records
        }
    }

    func keep(_ record: SiteRecord?, of origin: Origin) async throws(JournalError) {
        try await table.write { db in
            guard let record else {
                return try db.execute(sql: "DELETE FROM site WHERE origin = ?", arguments: [origin.description])
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO site (origin, since, used, blocked, chain) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    origin.description, record.since, record.lastUsed, record.isBlocked ? 1 : 0,
                    record.chain.map { String($0) },
                ])
        }
    }
}
