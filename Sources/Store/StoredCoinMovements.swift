import BigInt
import Bridge
import GRDB
import WalletCore

/// The payments of a chain's coin that accounts received, in the store.
struct StoredCoinMovements: CoinMovementStore {
    let table: JournalTable

    func payments(to account: AccountID) async throws(JournalError) -> [CoinMovement] {
        try await table.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM incoming WHERE account = ? ORDER BY block DESC",
                arguments: [account.description]
            ).compactMap { row in
                let (block, units): (Int64, String) = (try row.value("block"), try row.value("units"))
                guard let block = UInt64(exactly: block), let units = BigUInt(units, radix: 10) else { return nil }
                return CoinMovement(
                    account, txid: try row.value("txid"), block: block, at: try row.value("at"),
                    from: try row.value("payer"), units: units)
            }
        }
    }

    func keep(
        _ payments: [CoinMovement], to account: AccountID, from first: UInt64
    ) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: "DELETE FROM incoming WHERE account = ? AND block >= ?",
                arguments: [account.description, Int64(clamping: first)])
            for payment in payments {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO incoming (account, txid, block, at, payer, units)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        account.description, payment.txid, Int64(clamping: payment.block), payment.at, payment.from,
                        String(payment.units),
                    ])
            }
        }
    }
}
