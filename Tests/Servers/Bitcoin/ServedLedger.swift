import Bitcoin
import ChainServers
import Network
import Simulators

/// A chain of a regression test network, and a server for wallets.
protocol ServedLedger: Sendable {
    /// The server that wallets ask.
    var server: LineAddress { get }

    /// The IDs of the waiting transactions.
    var waiting: [String] { get async throws }

    /// Pays satoshis to a locking script, and mines as many blocks as there are to be `confirmations`.
    ///
    /// - Returns: The transaction ID.
    @discardableResult func pay(_ value: UInt64, to script: [UInt8], confirmations: Int) async throws -> String
}

extension LedgerServer: ServedLedger {
    var server: LineAddress { proxies[1] }
}

extension CoinSimulator: ServedLedger {
    var server: LineAddress { LineAddress(host: "127.0.0.1", port: port, isSecure: false) }
    var waiting: [String] { get async throws { ledger.waiting } }

    @discardableResult func pay(_ value: UInt64, to script: [UInt8], confirmations: Int = 0) async throws -> String {
        try ledger.pay(value, to: script, confirmations: confirmations)
    }

    func mine() async throws { try ledger.mine() }
}
