import Foundation
import GRDB
import Primitives
import WalletConnect

/// What a relay has not accepted, what it has delivered, and the identity under which it knows the wallet.
struct StoredRelay: RelayOutbox, ReceivedMessages, ClientKeyStore, AttestationKeyStorage {
    let table: Table

    /// How long a received message is remembered, in milliseconds: the longest lifetime of a message, and a day for
    /// clocks that differ.
    private static let remembered: Int64 = 8 * 86_400_000

    /// The most received messages that are remembered.
    private static let mostReceived: Int64 = 200_000

    // MARK: Outbox

    func entries() async throws(WalletConnectError) -> [OutboxEntry] {
        try await stored { () async throws(StoreError) in
            try await table.write { db in
                var entries: [OutboxEntry] = []
                var damaged: [Int64] = []
                for row in try Row.fetchAll(db, sql: "SELECT * FROM relayOutbox ORDER BY id") {
                    if let entry = try? OutboxEntry(row) {
                        entries.append(entry)
                    } else {
                        damaged.append(try row.value("id"))
                    }
                }
                // It could never be published; the session engine ends the request of which it was a part.
                for id in damaged { try Self.remove(id, from: db) }
                return entries
            }
        }
    }

    func add(_ entry: OutboxEntry) async throws(WalletConnectError) {
        guard let id = Int64(exactly: entry.id) else { throw .relay(.storage) }
        let publication = entry.publication
        try await stored { () async throws(StoreError) in
            try await table.write { db in
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO relayOutbox (id, topic, message, tag, lifetime, prompts, expiry)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        id, publication.topic.description, publication.message, publication.tag, publication.lifetime,
                        publication.prompts, entry.expiry,
                    ])
            }
        }
    }

    func remove(_ id: UInt64) async throws(WalletConnectError) {
        guard let id = Int64(exactly: id) else { return }
        try await stored { () async throws(StoreError) in
            try await table.write { db in try Self.remove(id, from: db) }
        }
    }

    private static func remove(_ id: Int64, from db: Database) throws {
        try db.execute(sql: "DELETE FROM relayOutbox WHERE id = ?", arguments: [id])
    }

    // MARK: Received messages

    func contains(_ key: RelayMessage.Key) async throws(WalletConnectError) -> Bool {
        try await stored { () async throws(StoreError) in
            try await table.read { db in
                let found = try Int.fetchOne(
                    db, sql: "SELECT 1 FROM relayReceived WHERE topic = ? AND hash = ?",
                    arguments: [key.topic.description, Data(key.hash.bytes)])
                return found != nil
            }
        }
    }

    func insert(_ key: RelayMessage.Key, at time: Int64) async throws(WalletConnectError) {
        try await stored { () async throws(StoreError) in
            try await table.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO relayReceived (topic, hash, at) VALUES (?, ?, ?)
                        ON CONFLICT (topic, hash) DO NOTHING
                        """,
                    arguments: [key.topic.description, Data(key.hash.bytes), time])
                guard db.changesCount > 0 else { return }
                try db.execute(
                    sql: "DELETE FROM relayReceived WHERE at < ? OR id <= ?",
                    arguments: [
                        time.subtractingReportingOverflow(Self.remembered).partialValue,
                        db.lastInsertedRowID.subtractingReportingOverflow(Self.mostReceived).partialValue,
                    ])
            }
        }
    }

    // MARK: Identity

    func clientKey() async throws(WalletConnectError) -> ClientKey {
        try await stored { () async throws(StoreError) in
            try await table.write { db in
                // A row that cannot be read is an error: a new identity would lose what the relay keeps for this one.
                if let row = try Row.fetchOne(db, sql: "SELECT seed FROM relayIdentity") {
                    return try Self.key(row.value("seed"))
                }
                let key = ClientKey.random()
                try db.execute(
                    sql: "INSERT INTO relayIdentity (id, seed) VALUES (1, ?)",
                    arguments: [key.withUnsafeBytes { Data($0) }])
                return key
            }
        }
    }

    private static func key(_ seed: Data) throws(StoreError) -> ClientKey {
        do throws(WalletConnectError) { return try ClientKey(copying: seed) } catch {
            throw .unreadable("the identity for relays has another size")
        }
    }

    // MARK: The attestation service

    func load() async -> [UInt8]? {
        let bytes = try? await table.read { db in
            try Data.fetchOne(db, sql: "SELECT bytes FROM attestationKey WHERE length(bytes) <= 4096")
        }
        return bytes.flatMap { $0 }.map { Array($0) }
    }

    func store(_ bytes: [UInt8]) async {
        // If this fails, the key is fetched again.
        _ = try? await table.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO attestationKey (id, bytes) VALUES (1, ?)", arguments: [Data(bytes)])
        }
    }

    private func stored<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(WalletConnectError) -> Value {
        do throws(StoreError) { return try await body() } catch { throw .relay(.storage) }
    }
}

extension OutboxEntry {
    /// Reads an entry; the data in the file is validated like the data of a caller.
    fileprivate init(_ row: Row) throws {
        let (id, topic): (Int64, String) = (try row.value("id"), try row.value("topic"))
        guard let id = UInt64(exactly: id), let topic = Topic(topic) else {
            throw StoreError.unreadable("a message for a relay has an unknown form")
        }
        self.init(
            id: id,
            publication: try Publication(
                topic: topic, message: row.value("message"), tag: row.value("tag"), lifetime: row.value("lifetime"),
                prompts: row.value("prompts")),
            expiry: try row.value("expiry"))
    }
}
