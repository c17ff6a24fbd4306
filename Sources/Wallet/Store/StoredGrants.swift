import Bridge
import GRDB
import WalletCore

/// The permissions of sites, in the store.
struct StoredGrants: GrantStore {
    let table: JournalTable

    func version() throws(JournalError) -> Int64 { try table.version() }

    func load() throws(JournalError) -> GrantRecords {
        try table.readNow { db in
            var grants = GrantRecords(taken: try Self.taken(db))
            for row in try Row.fetchAll(db, sql: "SELECT account, origin, kind FROM grants") {
                let account: String = try row.value("account")
                // An unreadable entry allows nothing.
                guard let origin = try? Origin(serialized: row.value("origin")),
                    let kind = AddressKind(rawValue: try row.value("kind"))
                else { continue }
                grants.kinds[account, default: [:]][origin, default: []].insert(kind)
            }
            return grants
        }
    }

    func give(
        _ kind: AddressKind, to origin: Origin, of account: String, ifNoneWasTakenSince mark: Int64?
    ) async throws(JournalError) -> Bool {
        try await table.write { db in
            let taken = try Self.taken(db)
            let isBlocked = try Bool.fetchOne(
                db, sql: "SELECT blocked FROM site WHERE origin = ?", arguments: [origin.description])
            guard isBlocked != true, mark == nil || mark == taken else { return false }
            try db.execute(
                sql: "INSERT OR IGNORE INTO grants (account, origin, kind) VALUES (?, ?, ?)",
                arguments: [account, origin.description, kind.rawValue])
            return true
        }
    }

    func take(_ kind: AddressKind?, from origin: Origin, of account: String?) async throws(JournalError) {
        try await table.write { db in try Self.take(kind, from: origin, of: account, in: db) }
    }

    /// Takes permissions back, in a transaction of the caller.
    static func take(
        _ kind: AddressKind?, from origin: Origin, of account: String?, in db: Database
    ) throws {
        try db.execute(
            sql: """
                DELETE FROM grants WHERE origin = :origin AND (:kind IS NULL OR kind = :kind)
                    AND (:account IS NULL OR account = :account)
                """,
            arguments: ["origin": origin.description, "kind": kind?.rawValue, "account": account])
        // Also if there was none: it may be about to be stored.
        try db.execute(
            sql: """
                INSERT INTO grantsTaken (id, count) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET count = count + 1
                """)
    }

    private static func taken(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT count FROM grantsTaken") ?? 0
    }
}
