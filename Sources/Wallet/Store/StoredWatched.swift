import GRDB
import WalletCore

/// The addresses on EVM chains that are only watched or whose keys devices have, in the store.
struct StoredWatched: WatchedAddressStore {
    let table: JournalTable

    func version() throws(JournalError) -> Int64 { try table.version() }

    func watchedAddresses() throws(JournalError) -> [WatchedAddress] {
        try table.readNow { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT address, name, fingerprint, path FROM watchedAddress ORDER BY id")
            return try rows.map { row in
                WatchedAddress(try row.value("address"), name: try row.value("name"), device: try Self.device(in: row))
            }
        }
    }

    func watch(_ address: WatchedAddress) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: """
                    INSERT INTO watchedAddress (address, name, fingerprint, path) VALUES (?, ?, ?, ?)
                    ON CONFLICT (address) DO UPDATE SET
                        name = excluded.name, fingerprint = excluded.fingerprint, path = excluded.path
                    """,
                arguments: [
                    address.address, address.name, address.device.map { Int64($0.fingerprint) },
                    address.device?.pathText,
                ])
        }
    }

    /// Where the key is; `nil` if the address is only watched.
    private static func device(in row: Row) throws(StoreError) -> DeviceKey? {
        guard let path: String = try row.optional("path") else { return nil }
        let fingerprint: Int64 = try row.value("fingerprint")
        guard let fingerprint = UInt32(exactly: fingerprint), let key = DeviceKey(fingerprint: fingerprint, path) else {
            throw .unreadable("the path of a key is malformed")
        }
        return key
    }

    func unwatch(_ address: String) async throws(JournalError) {
        try await table.write { db in
            try db.execute(sql: "DELETE FROM watchedAddress WHERE address = ?", arguments: [address])
        }
    }
}
