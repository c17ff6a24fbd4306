import GRDB
import WalletCore

/// How the wallets' files are used, in the store.
struct StoredVaultUses: VaultUseStore {
    let table: JournalTable

    func version() throws(JournalError) -> Int64 { try table.version() }

    func load() throws(JournalError) -> [String: VaultUse] {
        try table.readNow { db in
            var uses: [String: VaultUse] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT file, account, locks FROM vaultUse") {
                uses[try row.value("file")] = VaultUse(
                    account: try row.optional("account"), locks: try row.value("locks"))
            }
            return uses
        }
    }

    func use(_ account: String?, of file: String) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: """
                    INSERT INTO vaultUse (file, account) VALUES (?, ?)
                    ON CONFLICT (file) DO UPDATE SET account = excluded.account
                    """,
                arguments: [file, account])
        }
    }

    func lock(_ file: String) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: """
                    INSERT INTO vaultUse (file, locks) VALUES (?, 1)
                    ON CONFLICT (file) DO UPDATE SET locks = locks + 1
                    """,
                arguments: [file])
        }
    }
}
