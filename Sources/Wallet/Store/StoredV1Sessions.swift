import GRDB
import WalletConnect

/// The sessions of WalletConnect's version 1, in the store.
struct StoredV1Sessions: V1Store {
    let table: Table

    func legacyRows() async throws(WalletConnectError) -> [V1Row] {
        try await StoredSessions.stored { () async throws(StoreError) in
            try await table.read { db in
                try Row.fetchAll(db, sql: "SELECT key, value FROM walletConnectLegacy")
                    .map { row in V1Row(key: try row.value("key"), value: try row.value("value")) }
            }
        }
    }

    func commit(_ changes: [V1Change]) async throws(WalletConnectError) {
        try await StoredSessions.stored { () async throws(StoreError) in
            try await table.write { db in
                for change in changes {
                    switch change {
                    case .put(let row):
                        try db.execute(
                            sql: """
                                INSERT INTO walletConnectLegacy (key, value) VALUES (?, ?)
                                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                                """,
                            arguments: [row.key, row.value])
                    case .remove(let key):
                        try db.execute(sql: "DELETE FROM walletConnectLegacy WHERE key = ?", arguments: [key])
                    }
                }
            }
        }
    }
}
