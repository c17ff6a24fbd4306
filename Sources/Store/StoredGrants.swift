import Bridge
import GRDB
import WalletCore

/// The permissions of sites, in the store.
struct StoredGrants: GrantStore {
    let table: JournalTable

    func load() throws(JournalError) -> [String: [Origin: Set<AddressKind>]] {
        try table.readNow { db in
            var grants: [String: [Origin: Set<AddressKind>]] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT account, origin, kind FROM grants") {
                let account: String = try row.value("account")
                // An unreadable entry allows nothing.
                guard let origin = try? Origin(serialized: row.value("origin")),
                    let kind = AddressKind(rawValue: try row.value("kind"))
                else { continue }
                grants[account, default: [:]][origin, default: []].insert(kind)
            }
            return grants
        }
    }

    func keep(_ kinds: Set<AddressKind>, for origin: Origin, of account: String) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: "DELETE FROM grants WHERE account = ? AND origin = ?", arguments: [account, origin.description])
            for kind in kinds {
                try db.execute(
                    sql: "INSERT INTO grants (account, origin, kind) VALUES (?, ?, ?)",
                    arguments: [account, origin.description, kind.rawValue])
            }
        }
    }
}
