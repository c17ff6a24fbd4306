import Ethereum
import GRDB
import EthereumWallet
import WalletCore

/// The tokens that the user added, in the store.
struct StoredTokens: TokenStore {
    let table: JournalTable

    func load() throws(JournalError) -> [Token] {
        try table.readNow { db in
            try Row.fetchAll(db, sql: "SELECT chain, address, symbol, decimals FROM token").compactMap { row in
                let (chain, address): (Int64, String) = (try row.value("chain"), try row.value("address"))
                // An unreadable entry is ignored.
                guard let address = try? EthereumAddress(address) else { return nil }
                return Token(
                    chainID: UInt64(bitPattern: chain), address: address, symbol: try row.value("symbol"),
                    decimals: try row.value("decimals"))
            }
        }
    }

    func keep(_ token: Token) async throws(JournalError) {
        try await table.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO token (chain, address, symbol, decimals) VALUES (?, ?, ?, ?)",
                arguments: [
                    Int64(bitPattern: token.chainID), token.address.description, token.symbol, token.decimals,
                ])
        }
    }
}
