import BigInt
import Bridge
import GRDB
import WalletCore

/// The movements of tokens in the store.
struct StoredMovements: MovementStore {
    let table: JournalTable
    private static let tables = MovementTables(movements: "movement", searched: "searchedBlocks")

    func movements(of account: AccountID) async throws(JournalError) -> [TokenMovement] {
        try await table.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM movement WHERE account = ? ORDER BY block DESC, log DESC, part DESC",
                arguments: [account.description]
            ).compactMap(Self.movement)
        }
    }

    private static func movement(_ row: Row) throws -> TokenMovement? {
        let (block, log): (Int64, Int64) = (try row.value("block"), try row.value("log"))
        let (units, item): (String, String?) = (try row.value("units"), try row.optional("item"))
        guard let block = UInt64(exactly: block), let log = UInt64(exactly: log),
            let units = BigUInt(units, radix: 10)
        else { return nil }
        return TokenMovement(
            standard: try row.value("standard"), contract: try row.value("contract"),
            item: item.flatMap { BigUInt($0, radix: 10) }, txid: try row.value("txid"),
            place: TokenMovement.Place(block: block, log: log, part: try row.value("part")),
            from: try row.value("sender"), to: try row.value("recipient"), units: units, at: try row.optional("at"),
            isSigned: try row.optional("signed"))
    }

    func searched(for account: AccountID) async throws(JournalError) -> SearchedBlocks? {
        try await table.read { db in
            try Self.tables.search(for: account, in: db).flatMap(MovementTables.searched)
        }
    }

    func keep(
        _ movements: [TokenMovement], of account: AccountID, in blocks: ClosedRange<UInt64>, searched: SearchedBlocks
    ) async throws(JournalError) {
        try await table.write { db in
            try Self.tables.remove(blocks, of: account, in: db)
            for movement in movements { try Self.write(movement, of: account, to: db) }
            try Self.write(searched, for: account, to: db)
        }
    }

    func update(_ movements: [TokenMovement], of account: AccountID) async throws(JournalError) {
        try await table.write { db in
            for movement in movements { try Self.write(movement, of: account, to: db) }
        }
    }

    func keep(searched: SearchedBlocks, for account: AccountID) async throws(JournalError) {
        try await table.write { db in try Self.write(searched, for: account, to: db) }
    }

    func forget(_ account: AccountID) async throws(JournalError) {
        try await table.write { db in try Self.tables.forget(account, in: db) }
    }

    private static func write(_ movement: TokenMovement, of account: AccountID, to db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO movement
                (account, block, log, part, txid, standard, contract, item, sender, recipient, units, at, signed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account.description, Int64(clamping: movement.place.block), Int64(clamping: movement.place.log),
                movement.place.part, movement.txid, movement.standard, movement.contract,
                movement.item.map { String($0) }, movement.from, movement.to, String(movement.units), movement.at,
                movement.isSigned,
            ])
    }

    private static func write(_ searched: SearchedBlocks, for account: AccountID, to db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO searchedBlocks (\(MovementTables.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: MovementTables.arguments(searched, for: account))
    }
}
