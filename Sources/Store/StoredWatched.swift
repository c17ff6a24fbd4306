import GRDB
import WalletCore

/// The addresses on EVM chains that are only watched, in the store.
struct StoredWatched: WatchedAddressStore {
    let table: JournalTable

    func watchedAddresses() async throws(JournalError) -> [WatchedAddress] {
        try await table.read { db in
            try Row.fetchAll(db, sql: "SELECT address, name FROM watchedAddress ORDER BY id").map { row in
                WatchedAddress(try row.value("address"), name: try row.value("name"))
            }
        }
    }

    func watch(_ address: WatchedAddress) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: """
                    INSERT INTO watchedAddress (address, name) VALUES (?, ?)
                    ON CONFLICT (address) DO UPDATE SET name = excluded.name
                    """,
                arguments: [address.address, address.name])
        }
    }

    func unwatch(_ address: String) async throws(JournalError) {
        try await table.write { db in
            try db.execute(sql: "DELETE FROM watchedAddress WHERE address = ?", arguments: [address])
        }
    }
}
