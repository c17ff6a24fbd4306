import Bitcoin
import BitcoinWallet
import Bridge
import Foundation
import GRDB
import WalletCore

/// The accounts on Bitcoin and Bitcoin Cash in the store.
struct StoredCoins: CoinStore {
    let table: JournalTable

    func version() throws(JournalError) -> Int64 { try table.version() }

    func accounts() async throws(JournalError) -> [CoinAccountRecord] {
        try await table.read { db in
            try Row.fetchAll(
                db, sql: "SELECT ledger, scriptType, source, first, name FROM coinAccount ORDER BY id"
            ).map { row in
                let (ledger, type, source): (String, String, String) =
                    (try row.value(0), try row.value(1), try row.value(2))
                let (first, name): (Data, String) = (try row.value(3), try row.value(4))
                guard let utxoChain = UTXOChain(rawValue: ledger), let scriptType = ScriptType(rawValue: type),
                    let source = CoinAccountRecord.Source(source),
                    let record = CoinAccountRecord(utxoChain, scriptType, source, first: Script(first), name: name)
                else { throw StoreError.unreadable("an account is of an unknown kind") }
                return record
            }
        }
    }

    func add(_ account: CoinAccountRecord) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: """
                    INSERT INTO coinAccount (chain, address, ledger, scriptType, source, first, name)
                    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (chain, address) DO UPDATE SET name = excluded.name
                    """,
                arguments: [
                    account.id.chain.description, account.id.address, account.utxoChain.rawValue,
                    account.scriptType.rawValue, account.source.description, Data(account.first.bytes), account.name,
                ])
        }
    }

    func remove(_ account: AccountID) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: "DELETE FROM coinAccount WHERE chain = ? AND address = ?",
                arguments: [account.chain.description, account.address])
        }
    }

    func contents(of account: AccountID) async throws(JournalError) -> CoinAccountContents {
        try await table.read { db in
            var contents = CoinAccountContents()
            guard let row = try Self.row(of: account, db) else { return contents }
            let id: Int64 = try row.value(0)
            if let at: Int64 = try row.optional(1), let height: Int = try row.optional(2) {
                contents.synced = CoinAccountContents.Synced(at: at, height: height, source: try row.optional(3))
            }
            contents.addresses = try Self.addresses(of: id, db)
            contents.transactions = try StoredLedger.transactions(of: id, db)
            return contents
        }
    }

    func apply(_ change: CoinAccountChange, to account: AccountID) async throws(JournalError) {
        try await table.change { db in
            guard let row = try Self.row(of: account, db) else { return .noSuchTransaction }
            let id: Int64 = try row.value(0)
            for address in change.addresses { try Self.write(address, of: id, db) }
            for txid in change.removed {
                try db.execute(
                    sql: "DELETE FROM coinTransaction WHERE account = ? AND txid = ?",
                    arguments: [id, Data(txid.reading)])
            }
            for (transaction, raw) in change.added { try StoredLedger.write(transaction, raw: raw, of: id, db) }
            for transaction in change.changed { try StoredLedger.place(transaction, of: id, db) }
            if let synced = change.synced {
                try db.execute(
                    sql: "UPDATE coinAccount SET syncedAt = ?, syncedHeight = ?, syncedSource = ? WHERE id = ?",
                    arguments: [synced.at, synced.height, synced.source, id])
            }
            return nil
        }
    }

    func claim(
        _ address: CoinAccountContents.Address, of account: AccountID
    ) async throws(JournalError) -> Bool {
        var claimed = address
        claimed.isShown = true
        let written = claimed
        let outcome: Bool? = try await table.write { db in
            guard let row = try Self.row(of: account, db) else { return nil }
            let id: Int64 = try row.value(0)
            let isShown = try Bool.fetchOne(
                db, sql: "SELECT shown FROM coinAddress WHERE account = ? AND branch = ? AND position = ?",
                arguments: [id, address.path.branch.rawValue, address.path.index])
            guard isShown != true else { return false }
            try Self.write(written, of: id, db)
            return true
        }
        guard let outcome else { throw .noSuchTransaction }
        return outcome
    }

    func lastShown(of account: AccountID) async throws(JournalError) -> [CoinAddressPath] {
        try await table.read { db in
            guard let row = try Self.row(of: account, db) else { return [] }
            let id: Int64 = try row.value(0)
            return try Row.fetchAll(
                db, sql: "SELECT branch, max(position) FROM coinAddress WHERE account = ? AND shown GROUP BY branch",
                arguments: [id]
            ).map { row in
                let (branch, position): (UInt32, UInt32) = (try row.value(0), try row.value(1))
                guard let branch = CoinAddressPath.Branch(rawValue: branch) else {
                    throw StoreError.unreadable("an address is in an unknown chain of addresses")
                }
                return CoinAddressPath(branch, position)
            }
        }
    }

    func raw(_ txid: TransactionID, of account: AccountID) async throws(JournalError) -> [UInt8]? {
        try await table.read { db in
            guard let row = try Self.row(of: account, db) else { return nil }
            let id: Int64 = try row.value(0)
            return try Data.fetchOne(
                db, sql: "SELECT raw FROM coinRaw WHERE account = ? AND txid = ?",
                arguments: [id, Data(txid.reading)]
            ).map { Array($0) }
        }
    }

    func notes(of account: AccountID) async throws(JournalError) -> CoinNotes {
        try await table.read { db in
            var notes = CoinNotes()
            guard let row = try Self.row(of: account, db) else { return notes }
            let id: Int64 = try row.value(0)
            for row in try Row.fetchAll(
                db, sql: "SELECT kind, subject, label FROM coinLabel WHERE account = ?", arguments: [id])
            {
                let (kind, subject): (String, Data) = (try row.value(0), try row.value(1))
                guard let known = CoinNotes.Subject(kind: kind, bytes: subject) else {
                    throw StoreError.unreadable("a label is about something unknown")
                }
                notes.labels[known] = try row.value(2)
            }
            for coin in try Data.fetchAll(db, sql: "SELECT coin FROM frozenCoin WHERE account = ?", arguments: [id]) {
                guard let outPoint = StoredLedger.outPoint(coin[...]) else {
                    throw StoreError.unreadable("a frozen coin is malformed")
                }
                notes.frozen.insert(outPoint)
            }
            return notes
        }
    }

    func label(
        _ text: String, _ subject: CoinNotes.Subject, of account: AccountID
    ) async throws(JournalError) {
        let text = CoinNotes.cleaned(text)
        try await table.change { db in
            guard let row = try Self.row(of: account, db) else { return .noSuchTransaction }
            let id: Int64 = try row.value(0)
            if text.isEmpty {
                try db.execute(
                    sql: "DELETE FROM coinLabel WHERE account = ? AND kind = ? AND subject = ?",
                    arguments: [id, subject.kind, subject.bytes])
            } else {
                try db.execute(
                    sql: """
                        INSERT INTO coinLabel (account, kind, subject, label) VALUES (?, ?, ?, ?)
                        ON CONFLICT (account, kind, subject) DO UPDATE SET label = excluded.label
                        """,
                    arguments: [id, subject.kind, subject.bytes, text])
            }
            return nil
        }
    }

    func freeze(_ coin: OutPoint, _ isFrozen: Bool, of account: AccountID) async throws(JournalError) {
        try await table.change { db in
            guard let row = try Self.row(of: account, db) else { return .noSuchTransaction }
            let id: Int64 = try row.value(0)
            try db.execute(
                sql: isFrozen
                    ? "INSERT OR IGNORE INTO frozenCoin (account, coin) VALUES (?, ?)"
                    : "DELETE FROM frozenCoin WHERE account = ? AND coin = ?",
                arguments: [id, StoredLedger.bytes(of: coin)])
            return nil
        }
    }

    private static func row(of account: AccountID, _ db: Database) throws -> Row? {
        try Row.fetchOne(
            db,
            sql: "SELECT id, syncedAt, syncedHeight, syncedSource FROM coinAccount WHERE chain = ? AND address = ?",
            arguments: [account.chain.description, account.address])
    }

    private static func addresses(of id: Int64, _ db: Database) throws -> [CoinAccountContents.Address] {
        var addresses: [CoinAccountContents.Address] = []
        let rows = try Row.fetchCursor(
            db, sql: "SELECT branch, position, script, redeemScript, status, shown FROM coinAddress WHERE account = ?",
            arguments: [id])
        while let row = try rows.next() {
            let (branch, position, script): (UInt32, UInt32, Data) =
                (try row.value(0), try row.value(1), try row.value(2))
            guard let branch = CoinAddressPath.Branch(rawValue: branch) else {
                throw StoreError.unreadable("an address is in an unknown chain of addresses")
            }
            let redeemScript: Data? = try row.optional(3)
            addresses.append(
                CoinAccountContents.Address(
                    path: CoinAddressPath(branch, position),
                    scripts: AddressScripts(Script(script), redeem: redeemScript.map { Script($0) }),
                    status: try row.optional(4), isShown: try row.value(5)))
        }
        return addresses
    }

    private static func write(_ address: CoinAccountContents.Address, of id: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO coinAddress (account, branch, position, script, redeemScript, status, shown)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (account, branch, position)
                DO UPDATE SET status = excluded.status, shown = max(shown, excluded.shown)
                """,
            arguments: [
                id, address.path.branch.rawValue, address.path.index, Data(address.scripts.locking.bytes),
                address.scripts.redeem.map { Data($0.bytes) }, address.status, address.isShown,
            ])
    }
}

extension CoinNotes.Subject {
    /// The type of the subject, as BIP-329 names it.
    fileprivate var kind: String {
        switch self {
        case .transaction: "tx"
        case .address: "addr"
        case .coin: "output"
        }
    }

    fileprivate var bytes: Data {
        switch self {
        case .transaction(let id): Data(id.reading)
        case .address(let script): Data(script.bytes)
        case .coin(let outPoint): StoredLedger.bytes(of: outPoint)
        }
    }

    fileprivate init?(kind: String, bytes: Data) {
        switch kind {
        case "tx":
            guard let id = TransactionID(reading: bytes) else { return nil }
            self = .transaction(id)
        case "addr": self = .address(Script(bytes))
        case "output":
            guard let outPoint = StoredLedger.outPoint(bytes[...]) else { return nil }
            self = .coin(outPoint)
        default: return nil
        }
    }
}
