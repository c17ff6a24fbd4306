import Ethereum
import GRDB
import EthereumWallet
import WalletCore

/// The tokens that the user added, in the store.
struct StoredTokens: TokenStore {
    let table: JournalTable

    func version() throws(JournalError) -> Int64 { try table.version() }

    func load() throws(JournalError) -> [AddedToken] {
        try table.readNow { db in
            try Row.fetchAll(db, sql: "SELECT chain, address, symbol, decimals, site FROM token").compactMap { row in
                let (chain, address): (Int64, String) = (try row.value("chain"), try row.value("address"))
                // An unreadable entry is ignored.
                guard let address = try? EthereumAddress(address) else { return nil }
                let token = Token(
                    chainID: UInt64(bitPattern: chain), address: address, symbol: try row.value("symbol"),
                    decimals: try row.value("decimals"))
                return try token.map { AddedToken($0, site: try row.optional("site")) }
            }
        }
    }

    func keep(_ added: AddedToken) async throws(JournalError) {
        let token = added.token
        try await table.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO token (chain, address, symbol, decimals, site) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    Int64(bitPattern: token.chainID), token.address.description, token.symbol, token.decimals,
                    added.site,
                ])
        }
    }

    func remove(_ address: EthereumAddress, on chainID: UInt64) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: "DELETE FROM token WHERE chain = ? AND address = ?",
                arguments: [Int64(bitPattern: chainID), address.description])
        }
    }
}
