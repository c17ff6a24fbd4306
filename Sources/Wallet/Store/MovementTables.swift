import Bridge
import GRDB
import WalletCore

/// The tables of one kind of movements: the movements by account and block, and in which blocks they were searched.
struct MovementTables {
    /// The table of the movements.
    let movements: String

    /// The table of the blocks that were searched.
    let searched: String

    /// Removes the movements of an account in `blocks`.
    func remove(_ blocks: ClosedRange<UInt64>, of account: AccountID, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM \(movements) WHERE account = ? AND block BETWEEN ? AND ?",
            arguments: [
                account.description, Int64(clamping: blocks.lowerBound), Int64(clamping: blocks.upperBound),
            ])
    }

    /// Removes everything about an account.
    func forget(_ account: AccountID, in db: Database) throws {
        for table in [movements, searched] {
            try db.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account.description])
        }
    }

    /// The row about the search for an account; `nil` if the account was never searched.
    func search(for account: AccountID, in db: Database) throws -> Row? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM \(searched) WHERE account = ?", arguments: [account.description])
    }

    /// The columns of ``arguments(_:for:)``.
    static let columns = "account, blocks, anchor, hash, since, scope, site"

    /// The values of ``columns``.
    static func arguments(_ searched: SearchedBlocks, for account: AccountID) -> StatementArguments {
        [
            account.description, searched.blocks.text, searched.anchor.map { Int64(clamping: $0.block) },
            searched.anchor?.hash, searched.since, searched.scope, searched.site,
        ]
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
}
