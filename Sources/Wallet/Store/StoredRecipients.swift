import GRDB
import WalletCore

/// The recipients in the store.
struct StoredRecipients: RecipientBook {
    let table: JournalTable

    func recipient(_ address: String, on chain: String) async throws(JournalError) -> Recipient? {
        try await table.read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM recipient WHERE chain = ? AND address = ?", arguments: [chain, address]
            ).map(Self.recipient)
        }
    }

    func recent(limit: Int) async throws(JournalError) -> [Recipient] {
        try await table.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM recipient ORDER BY lastUsed DESC, turn DESC LIMIT ?", arguments: [max(limit, 0)]
            ).map(Self.recipient)
        }
    }

    func remember(_ recipient: Recipient) async throws(JournalError) {
        try await table.write { db in
            // Of two recipients used in the same second, the one recorded later is the newer.
            try db.execute(
                sql: """
                    INSERT INTO recipient (chain, address, name, lastUsed, roles, turn)
                    VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM recipient))
                    ON CONFLICT (chain, address) DO UPDATE SET
                        name = coalesce(excluded.name, name), lastUsed = max(excluded.lastUsed, lastUsed),
                        roles = roles | excluded.roles, turn = excluded.turn
                    """,
                arguments: [
                    recipient.chain, recipient.address, recipient.name, recipient.lastUsed, recipient.roles.rawValue,
                ])
        }
    }

    private static func recipient(_ row: Row) throws(StoreError) -> Recipient {
        Recipient(
            chain: try row.value("chain"), address: try row.value("address"), name: try row.optional("name"),
            lastUsed: try row.value("lastUsed"), roles: Recipient.Roles(rawValue: try row.value("roles")))
    }
}
