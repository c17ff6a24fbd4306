import BigInt
import Foundation
import GRDB
import WalletCore

/// The journal in the store.
struct StoredJournal: Journal {
    let table: JournalTable

    func record(_ outgoing: TransactionRecord) async throws(JournalError) {
        try await table.change { db in try Self.record(outgoing, in: db) }
    }

    func claim(_ outgoing: TransactionRecord) async throws(JournalError) {
        try await table.change { db in
            let isTaken = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM outgoing WHERE chain = ? AND sender = ? AND nonce = ?
                    AND state NOT IN ('refused', 'abandoned', 'declined'))
                    """,
                arguments: [outgoing.chain, outgoing.from, outgoing.nonce.map(Int64.init(bitPattern:))])
            guard isTaken != true else { return .nonceTaken }
            return try Self.record(outgoing, in: db)
        }
    }

    /// Writes a transaction; returns the reason if it was not written.
    private static func record(_ outgoing: TransactionRecord, in db: Database) throws -> JournalError? {
        let (state, successor) = outgoing.state.columns
        let known = try Data.fetchOne(
            db, sql: "SELECT raw FROM outgoing WHERE chain = ? AND txid = ?",
            arguments: [outgoing.chain, outgoing.txid])
        if let known {
            guard Array(known) == outgoing.raw else { return .otherBytes }
            // The same coins to the same recipient give the same bytes.
            try db.execute(
                sql: """
                    UPDATE outgoing
                    SET state = ?, successor = ?, at = ?, what = ?, origin = ?, purpose = ?, returned = 0
                    WHERE chain = ? AND txid = ? AND state IN ('refused', 'abandoned', 'declined')
                    """,
                arguments: [
                    state, successor, outgoing.at, try summary(outgoing.what), outgoing.origin, outgoing.purpose,
                    outgoing.chain,
                    outgoing.txid,
                ])
            return nil
        }
        try db.execute(
            sql: """
                INSERT INTO outgoing (chain, txid, raw, sender, nonce, what, origin, purpose, at, state, successor)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                outgoing.chain, outgoing.txid, Data(outgoing.raw), outgoing.from,
                outgoing.nonce.map(Int64.init(bitPattern:)), try summary(outgoing.what), outgoing.origin,
                outgoing.purpose,
                outgoing.at, state, successor,
            ])
        let id = db.lastInsertedRowID
        if let inclusion = outgoing.inclusion { try write(inclusion, of: id, to: db) }
        for (position, coin) in outgoing.spends.enumerated() {
            try db.execute(
                sql: "INSERT INTO spend (outgoing, position, coin) VALUES (?, ?, ?)",
                arguments: [id, position, coin])
        }
        return nil
    }

    func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) async throws(JournalError) {
        let isOpen = state.isOpen
        try await table.change { db in
            let (state, successor) = state.columns
            try db.execute(
                sql: """
                    UPDATE outgoing SET state = ?, successor = ?, returned = CASE
                        WHEN state IN ('abandoned', 'declined') AND ? IN ('sent', 'succeeded', 'failed')
                        THEN 1 ELSE returned END
                    WHERE chain = ? AND txid = ?
                    """,
                arguments: [state, successor, state, chain, txid])
            guard db.changesCount == 1 else { return .noSuchTransaction }
            guard isOpen else { return nil }
            // Of a block that was replaced, nothing counts.
            try db.execute(
                sql: "DELETE FROM receipt WHERE outgoing = (SELECT id FROM outgoing WHERE chain = ? AND txid = ?)",
                arguments: [chain, txid])
            return nil
        }
    }

    func setInclusion(
        _ inclusion: TransactionRecord.Inclusion, of txid: String, on chain: String
    ) async throws(JournalError) {
        try await table.change { db in
            let id = try Int64.fetchOne(
                db, sql: "SELECT id FROM outgoing WHERE chain = ? AND txid = ?", arguments: [chain, txid])
            guard let id else { return .noSuchTransaction }
            try Self.write(inclusion, of: id, to: db)
            return nil
        }
    }

    func setReplies(
        _ replies: [BroadcastReply], of txid: String, on chain: String
    ) async throws(JournalError) {
        try await table.change { db in
            let json = String(decoding: try JSONEncoder().encode(replies), as: UTF8.self)
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO broadcastReply (chain, txid, replies)
                    SELECT chain, txid, ? FROM outgoing WHERE chain = ? AND txid = ?
                    """, arguments: [json, chain, txid])
            return db.changesCount == 1 ? nil : .noSuchTransaction
        }
    }

    func open() async throws(JournalError) -> [TransactionRecord] {
        try await table.read { db in
            try Self.entries(db, "WHERE state IN ('signed', 'sent', 'unknown') ORDER BY id")
        }
    }

    func possible() async throws(JournalError) -> [TransactionRecord] {
        try await table.read { db in
            try Self.entries(db, "WHERE state IN ('abandoned', 'declined') ORDER BY id DESC LIMIT 100")
        }
    }

    func returned() async throws(JournalError) -> [TransactionRecord] {
        try await table.read { db in
            try Self.entries(db, "WHERE returned = 1 ORDER BY id DESC LIMIT 100")
        }
    }

    func recent(limit: Int) async throws(JournalError) -> [TransactionRecord] {
        try await table.read { db in
            try Self.entries(db, "ORDER BY id DESC LIMIT ?", [max(limit, 0)])
        }
    }

    func signed(for purpose: String) async throws(JournalError) -> [TransactionRecord] {
        try await table.read { db in
            try Self.entries(db, "WHERE purpose = ? ORDER BY id DESC", [purpose])
        }
    }

    func transaction(_ txid: String, on chain: String) async throws(JournalError) -> TransactionRecord? {
        try await table.read { db in
            try Self.entries(db, "WHERE outgoing.txid = ? AND outgoing.chain = ?", [txid, chain]).first
        }
    }

    /// The description of a transaction, as JSON.
    private static func summary(_ summary: TransactionRecord.Summary) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(summary), as: UTF8.self)
    }

    private static func summary(_ json: String) throws -> TransactionRecord.Summary {
        try JSONDecoder().decode(TransactionRecord.Summary.self, from: Data(json.utf8))
    }

    private static func write(_ inclusion: TransactionRecord.Inclusion, of id: Int64, to db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO receipt (outgoing, block, fee) VALUES (?, ?, ?)",
            arguments: [id, Int64(clamping: inclusion.block), inclusion.fee.map { String($0) }])
    }

    private static func inclusion(in row: Row) throws -> TransactionRecord.Inclusion? {
        guard let block: Int64 = try row.optional("block"), let number = UInt64(exactly: block) else { return nil }
        let fee: String? = try row.optional("fee")
        return TransactionRecord.Inclusion(block: number, fee: fee.flatMap { BigUInt($0, radix: 10) })
    }

    private static func replies(in row: Row) throws -> [BroadcastReply] {
        guard let json: String = try row.optional("replies") else { return [] }
        return try JSONDecoder().decode([BroadcastReply].self, from: Data(json.utf8))
    }

    private static func entries(
        _ db: Database, _ which: String, _ arguments: StatementArguments = []
    ) throws -> [TransactionRecord] {
        let sql = """
            SELECT outgoing.*, receipt.block, receipt.fee, broadcastReply.replies
            FROM outgoing LEFT JOIN receipt ON receipt.outgoing = outgoing.id
            LEFT JOIN broadcastReply
            ON broadcastReply.chain = outgoing.chain AND broadcastReply.txid = outgoing.txid \(which)
            """
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            let id: Int64 = try row.value("id")
            let spends = try String.fetchAll(
                db, sql: "SELECT coin FROM spend WHERE outgoing = ? ORDER BY position", arguments: [id])
            let (raw, nonce): (Data, Int64?) = (try row.value("raw"), try row.optional("nonce"))
            return TransactionRecord(
                chain: try row.value("chain"), txid: try row.value("txid"), raw: Array(raw),
                from: try row.value("sender"),
                kind: nonce.map { .ethereum(nonce: UInt64(bitPattern: $0)) } ?? .utxo(spends: spends),
                what: try summary(row.value("what")), origin: try row.optional("origin"),
                purpose: try row.optional("purpose"), at: try row.value("at"),
                state: try TransactionRecord.State(state: row.value("state"), successor: row.optional("successor")),
                hasReturned: try row.value("returned") == 1, inclusion: try inclusion(in: row),
                replies: try replies(in: row))
        }
    }
}
