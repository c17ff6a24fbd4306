import BigInt
import Ethereum
import EthereumWallet
import GRDB
import WalletCore

/// The prices of earlier days, in the store.
struct StoredPrices: PriceMemory {
    let table: JournalTable

    func prices(on chainID: UInt64) async throws(JournalError) -> [EarlierPrice] {
        guard let chain = Int64(exactly: chainID) else { return [] }
        return try await table.read { db in
            try Row.fetchAll(
                db, sql: "SELECT token, least, most, at, servers FROM price WHERE chain = ?", arguments: [chain]
            ).compactMap { row in
                let (token, least, most): (String, String, String) =
                    (try row.value(0), try row.value(1), try row.value(2))
                // The native coin has no address.
                let address = token.isEmpty ? nil : try? EthereumAddress(token)
                guard token.isEmpty || address != nil, let low = BigUInt(least, radix: 10),
                    let high = BigUInt(most, radix: 10), low <= high
                else { throw StoreError.unreadable("a price is malformed") }
                return EarlierPrice(
                    chainID: chainID, token: address, rates: low...high, at: try row.value(3),
                    servers: try row.value(4))
            }
        }
    }

    func keep(_ prices: [EarlierPrice]) async throws(JournalError) {
        let kept = prices.compactMap { price in Int64(exactly: price.chainID).map { ($0, price) } }
        guard let latest = prices.map(\.day).max() else { return }
        try await table.writeQuietly { db in
            try db.execute(sql: "DELETE FROM price WHERE day < ?", arguments: [latest - EarlierPrice.lifetime])
            for (chain, price) in kept {
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO price (chain, token, day, least, most, at, servers)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        chain, price.token?.description ?? "", price.day, String(price.rates.lowerBound),
                        String(price.rates.upperBound), price.at, price.servers,
                    ])
            }
        }
    }
}
