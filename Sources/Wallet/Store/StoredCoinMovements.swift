import BigInt
import Bridge
import GRDB
import WalletCore

/// The movements of chains' coins in the store.
struct StoredCoinMovements: NativeMovementStore {
    let table: JournalTable
    private static let tables = MovementTables(movements: "coinMovement", searched: "searchedCoins")

    func coinMovements(of account: AccountID) async throws(JournalError) -> [NativeMovement] {
        try await table.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM coinMovement WHERE account = ? ORDER BY block DESC, txid",
                arguments: [account.description]
            ).compactMap { row in
                let (block, units): (Int64, String) = (try row.value("block"), try row.value("units"))
                guard let block = UInt64(exactly: block), let units = BigInt(units, radix: 10) else { return nil }
                return NativeMovement(
                    account, txid: try row.value("txid"), block: block, at: try row.optional("at"),
                    other: try row.value("other"), units: units, hasFailed: try row.value("failed"))
            }
        }
    }

    func searchedCoins(for account: AccountID) async throws(JournalError) -> SearchedCoins? {
        try await table.read { db in
            guard let row = try Self.tables.search(for: account, in: db),
                let searched = try MovementTables.searched(row)
            else { return nil }
            let (block, units): (Int64?, String?) = (try row.optional("figureBlock"), try row.optional("figure"))
            var found = SearchedCoins(searched)
            if let block = block.flatMap({ UInt64(exactly: $0) }), let units = units.flatMap({ BigUInt($0, radix: 10) })
            {
                found.balance = SearchedCoins.Balance(block: block, units: units)
            }
            return found
        }
    }

    func keep(
        _ movements: [NativeMovement], of account: AccountID, in blocks: ClosedRange<UInt64>, _ searched: SearchedCoins
    ) async throws(JournalError) {
        try await table.write { db in
            try Self.tables.remove(blocks, of: account, in: db)
            for movement in movements { try Self.write(movement, of: account, to: db) }
            try Self.write(searched, for: account, to: db)
        }
    }

    func update(_ movements: [NativeMovement], of account: AccountID) async throws(JournalError) {
        try await table.write { db in
            for movement in movements { try Self.write(movement, of: account, to: db) }
        }
    }

    func forgetCoins(of account: AccountID) async throws(JournalError) {
        try await table.write { db in try Self.tables.forget(account, in: db) }
    }

    private static func write(_ movement: NativeMovement, of account: AccountID, to db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO coinMovement (account, txid, block, at, other, units, failed)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account.description, movement.txid, Int64(clamping: movement.block), movement.at, movement.other,
                String(movement.units), movement.hasFailed,
            ])
    }

    private static func write(_ coins: SearchedCoins, for account: AccountID, to db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO searchedCoins (\(MovementTables.columns), figureBlock, figure)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: MovementTables.arguments(coins.searched, for: account)
                + [coins.balance.map { Int64(clamping: $0.block) }, coins.balance.map { String($0.units) }])
    }
}
