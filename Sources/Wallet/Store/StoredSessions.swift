import GRDB
import Glibc
import WalletConnect

/// The sessions of WalletConnect, in the store.
struct StoredSessions: SessionStore {
    let table: Table

    func load() async throws(WalletConnectError) -> LoadedRecords {
        try await Self.stored { () async throws(StoreError) in
            try await table.read { db in
                var loaded = LoadedRecords([])
                let rows = try Row.fetchCursor(db, sql: "SELECT id, kind, name, record FROM walletConnect")
                while let row = try rows.next() { try Self.read(row, into: &loaded) }
                return loaded
            }
        }
    }

    func commit(_ operations: [SessionOperation]) async throws(WalletConnectError) {
        try await Self.stored { () async throws(StoreError) in
            try await table.write { db in
                for operation in operations {
                    switch operation {
                    case .put(let record): try Self.put(record, in: db)
                    case .remove(.row(let id)):
                        try db.execute(sql: "DELETE FROM walletConnect WHERE id = ?", arguments: [id])
                    case .remove(let key):
                        try db.execute(
                            sql: "DELETE FROM walletConnect WHERE kind = ? AND name = ?",
                            arguments: [key.kind, key.name])
                    }
                }
            }
        }
    }

    private static func put(_ record: StoredRecord, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO walletConnect (kind, name, record) VALUES (?, ?, ?)
                ON CONFLICT (kind, name) DO UPDATE SET record = excluded.record
                """,
            arguments: [record.key.kind, record.key.name, record.text])
    }

    /// Reads one record; what cannot be read is named by its key, or by its row.
    private static func read(_ row: Row, into loaded: inout LoadedRecords) throws(StoreError) {
        let id: Int64 = try row.value("id")
        guard let kind: String = try? row.value("kind"), let name: String = try? row.value("name"),
            let key = StoredKey(kind: kind, name: name)
        else { return loaded.damaged.append(.row(id)) }
        guard let text: String = try? row.value("record"),
            let record = try? StoredRecord(parsing: text, as: key)
        else { return loaded.damaged.append(key) }
        loaded.records.append(record)
    }

    /// Excludes other clients of this store, in this process and in others; the lock of a killed process is released.
    static func claim(_ folder: StoreFolder) throws(WalletConnectError) -> StorageClaim {
        let file: Int32
        do throws(StoreError) { file = try folder.openLock("walletconnect.lock") } catch { throw .session(.storage) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            close(file)
            throw .session(isHeld ? .inUse : .storage)
        }
        return StorageClaim { close(file) }
    }

    static func stored<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(WalletConnectError) -> Value {
        do throws(StoreError) { return try await body() } catch { throw .session(.storage) }
    }
}
