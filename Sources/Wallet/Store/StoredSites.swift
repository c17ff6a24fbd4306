import Bridge
import GRDB
import WalletCore

/// What is kept about sites, in the store.
struct StoredSites: SiteStore {
    let table: JournalTable

    func version() throws(JournalError) -> Int64 { try table.version() }

    func load() throws(JournalError) -> SiteRecords {
        try table.readNow { db in
            var records = SiteRecords()
            for row in try Row.fetchAll(db, sql: "SELECT origin, since, used, blocked, chain FROM site") {
                // An unreadable entry allows nothing and forbids nothing.
                guard let origin = try? Origin(stored: row.value("origin")) else { continue }
                let (blocked, chain): (Int64, String?) = (try row.value("blocked"), try row.optional("chain"))
                records.sites[origin] = SiteRecord(
                    since: try row.value("since"), lastUsed: try row.value("used"), isBlocked: blocked != 0,
                    chain: chain.flatMap { UInt64($0) })
            }
            records.muted = try Self.origins("mutedSite", db)
            records.ended = try Self.origins("endedSession", db)
            return records
        }
    }

    func make(_ change: SiteChange, of origin: Origin) async throws(JournalError) {
        try await table.write { db in try Self.make(change, of: origin, in: db) }
    }

    /// Each change touches only its own columns, because another process may have changed the others.
    private static func make(_ change: SiteChange, of origin: Origin, in db: Database) throws {
        let name = origin.description
        switch change {
        case .used(let now): try set("used", to: now, of: name, at: now, db)
        case .moved(let chain, let now): try set("chain", to: String(chain), of: name, at: now, db)
        case .blocked(let isBlocked, let now):
            try set("blocked", to: isBlocked ? 1 : 0, of: name, at: now, db)
            if isBlocked { try StoredGrants.take(nil, from: origin, of: nil, in: db) }
        case .forgotten:
            try db.execute(sql: "DELETE FROM site WHERE origin = ? AND blocked = 0", arguments: [name])
            try db.execute(sql: "UPDATE site SET chain = NULL WHERE origin = ?", arguments: [name])
            try note(false, name, in: "mutedSite", db)
        case .muted(let isMuted): try note(isMuted, name, in: "mutedSite", db)
        case .ended(let isEnded): try note(isEnded, name, in: "endedSession", db)
        }
    }

    private static func set(
        _ column: String, to value: some DatabaseValueConvertible, of origin: String, at now: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: "INSERT INTO site (origin, since, used) VALUES (?, ?, ?) ON CONFLICT (origin) DO NOTHING",
            arguments: [origin, now, now])
        try db.execute(sql: "UPDATE site SET \(column) = ? WHERE origin = ?", arguments: [value, origin])
    }

    private static func note(_ isThere: Bool, _ origin: String, in table: String, _ db: Database) throws {
        try db.execute(
            sql: isThere
                ? "INSERT OR IGNORE INTO \(table) (origin) VALUES (?)" : "DELETE FROM \(table) WHERE origin = ?",
            arguments: [origin])
    }

    private static func origins(_ table: String, _ db: Database) throws -> Set<Origin> {
        Set(try String.fetchAll(db, sql: "SELECT origin FROM \(table)").compactMap { try? Origin(stored: $0) })
    }
}
