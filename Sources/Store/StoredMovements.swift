import BigInt
import Bridge
import GRDB
import WalletCore

/// The movements of tokens in the store.
struct StoredMovements: MovementStore {
    let table: JournalTable

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
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM searchedBlocks WHERE account = ?", arguments: [account.description])
            return try row.flatMap(Self.searched)
        }
    }

    /// The searched blocks in a row; `nil` if it has none.
    static func searched(_ row: Row) throws -> SearchedBlocks? {
        guard let blocks = BlockRanges(try row.value("blocks")) else { return nil }
        var searched = SearchedBlocks(scope: try row.value("scope"), site: try row.optional("site"))
        searched.blocks = blocks
        searched.since = try row.optional("since")
        let (block, hash): (Int64?, String?) = (try row.optional("anchor"), try row.optional("hash"))
        if let block = block.flatMap({ UInt64(exactly: $0) }), let hash {
            searched.anchor = SearchedBlocks.Anchor(block: block, hash: hash)
        }
        return searched
    }

    func keep(
        _ movements: [TokenMovement], of account: AccountID, in blocks: ClosedRange<UInt64>, searched: SearchedBlocks
    ) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: "DELETE FROM movement WHERE account = ? AND block BETWEEN ? AND ?",
                arguments: [
                    account.description, Int64(clamping: blocks.lowerBound), Int64(clamping: blocks.upperBound),
                ])
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
        try await table.write { db in
            for table in ["movement", "searchedBlocks"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account.description])
            }
        }
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
            sql: """
                INSERT OR REPLACE INTO searchedBlocks (account, blocks, anchor, hash, since, scope, site)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account.description, searched.blocks.text, searched.anchor.map { Int64(clamping: $0.block) },
                searched.anchor?.hash, searched.since, searched.scope, searched.site,
            ])
    }
}
