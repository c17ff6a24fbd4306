import BigInt
import Bridge
import GRDB
import WalletCore

/// The latest balances, in the store.
struct StoredBalances: BalanceStore {
    let table: JournalTable

    /// The facts about an account and its asset that are bits of one column.
    private enum Flag {
        static let isWellKnownChain: Int64 = 1
        static let isTest: Int64 = 2
        static let isWatchOnly: Int64 = 4
        static let isVouchedFor: Int64 = 8
        static let isOnDevice: Int64 = 16
        static let isImitation: Int64 = 32
    }

    func load() async throws(JournalError) -> [AccountSummary] {
        try await table.read { db in
            var accounts: [AccountSummary] = []
            for row in try Row.fetchAll(db, sql: "SELECT * FROM figure ORDER BY account, position, asset") {
                guard let (account, balance) = try Self.read(row) else { continue }
                if accounts.last?.id == account.id {
                    accounts[accounts.count - 1].balances.append(balance)
                } else {
                    accounts.append(account)
                    accounts[accounts.count - 1].balances = [balance]
                }
            }
            return accounts
        }
    }

    func keep(_ accounts: [AccountSummary]) async throws(JournalError) {
        try await table.write { db in
            for account in accounts {
                try db.execute(sql: "DELETE FROM figure WHERE account = ?", arguments: [account.id.description])
                for (position, balance) in account.withKnownBalances.balances.enumerated() {
                    try Self.write(balance, position, of: account, to: db)
                }
            }
        }
    }

    private static func write(
        _ balance: AssetBalance, _ position: Int, of account: AccountSummary, to db: Database
    ) throws {
        let flags =
            (account.isWellKnownChain ? Flag.isWellKnownChain : 0) | (account.isTest ? Flag.isTest : 0)
            | (account.isWatchOnly ? Flag.isWatchOnly : 0) | (balance.asset.isVouchedFor ? Flag.isVouchedFor : 0)
            | (account.isOnDevice ? Flag.isOnDevice : 0) | (balance.asset.isImitation ? Flag.isImitation : 0)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO figure (account, asset, name, chainName, flags, symbol, decimals, units,
                    unconfirmed, unavailable, at, source, position)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account.id.description, balance.asset.id.description, account.name, account.chainName, flags,
                balance.asset.symbol, balance.asset.decimals, String(balance.units ?? 0), String(balance.unconfirmed),
                String(balance.unavailable), balance.at, balance.source, position,
            ])
    }

    /// One line; `nil` if it cannot be read.
    private static func read(_ row: Row) throws(StoreError) -> (AccountSummary, AssetBalance)? {
        let flags: Int64 = try row.value("flags")
        let (account, asset): (String, String) = (try row.value("account"), try row.value("asset"))
        let units: String = try row.value("units")
        guard let id = AccountID(account), let assetID = AssetID(asset), let units = BigUInt(units, radix: 10) else {
            return nil
        }
        func number(_ column: String) throws(StoreError) -> BigUInt {
            let text: String = try row.value(column)
            return BigUInt(text, radix: 10) ?? 0
        }
        var held = HeldAsset(
            assetID, symbol: try row.value("symbol"), decimals: try row.value("decimals"),
            isVouchedFor: flags & Flag.isVouchedFor != 0)
        held.isImitation = flags & Flag.isImitation != 0
        let balance = AssetBalance(
            held, units: units, unconfirmed: try number("unconfirmed"), unavailable: try number("unavailable"),
            at: try row.optional("at"), source: try row.optional("source"), state: .earlier)
        let summary = AccountSummary(
            id, name: try row.value("name"), chainName: try row.value("chainName"),
            isWellKnownChain: flags & Flag.isWellKnownChain != 0, isTest: flags & Flag.isTest != 0,
            isWatchOnly: flags & Flag.isWatchOnly != 0, isOnDevice: flags & Flag.isOnDevice != 0, balances: [])
        return (summary, balance)
    }
}

/// The user's notes of transactions, in the store.
struct StoredNotes: NoteStore {
    let table: JournalTable

    func notes(on chain: String) async throws(JournalError) -> [String: String] {
        try await table.read { db in
            try Row.fetchAll(db, sql: "SELECT txid, text FROM note WHERE chain = ?", arguments: [chain])
                .reduce(into: [:]) { notes, row in
                    let txid: String = try row.value("txid")
                    notes[txid] = try row.value("text")
                }
        }
    }

    func keep(_ note: String, of txid: String, on chain: String) async throws(JournalError) {
        // As many characters as the column takes.
        let text = String(String.UnicodeScalarView(note.unicodeScalars.prefix(4_096)))
        try await table.write { db in
            if text.isEmpty {
                try db.execute(sql: "DELETE FROM note WHERE chain = ? AND txid = ?", arguments: [chain, txid])
            } else {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO note (chain, txid, text) VALUES (?, ?, ?)",
                    arguments: [chain, txid, text])
            }
        }
    }
}

/// The contacts, in the store: the recipients with a name.
struct StoredContacts: ContactBook {
    let table: JournalTable

    func contacts() async throws(JournalError) -> [Contact] {
        try await table.read { db in
            try Row.fetchAll(db, sql: "SELECT chain, address, name FROM recipient WHERE name IS NOT NULL")
                .map { row in
                    Contact(
                        chain: try row.value("chain"), address: try row.value("address"), name: try row.value("name"))
                }
                .sorted { ($0.name, $0.address) < ($1.name, $1.address) }
        }
    }

    func add(_ contact: Contact) async throws(JournalError) {
        try await table.write { db in
            // An address that was never used has no role, and was last used at no time.
            try db.execute(
                sql: """
                    INSERT INTO recipient (chain, address, name, lastUsed, roles, turn)
                    VALUES (?, ?, ?, 0, 0, (SELECT coalesce(max(turn), 0) + 1 FROM recipient))
                    ON CONFLICT (chain, address) DO UPDATE SET name = excluded.name
                    """, arguments: [contact.chain, contact.address, contact.name])
        }
    }

    func remove(_ address: String, on chain: String) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: "DELETE FROM recipient WHERE chain = ? AND address = ? AND roles = 0", arguments: [chain, address])
            try db.execute(
                sql: "UPDATE recipient SET name = NULL WHERE chain = ? AND address = ?", arguments: [chain, address])
        }
    }
}
