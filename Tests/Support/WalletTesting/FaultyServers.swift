import Bitcoin
import BitcoinWallet
import Network
import Synchronization

/// A server that lists a transaction in the history of every script.
final class ListingServer: CoinServer {
    private let server: SimulatedServer
    private let listed: TransactionID

    init(_ server: SimulatedServer, listing listed: TransactionID) {
        (self.server, self.listed) = (server, listed)
    }

    func history(of scripts: [ScriptHash]) throws(CoinError) -> [[HistoryEntry]] {
        scripts.map { _ in [HistoryEntry(id: listed, height: nil)] }
    }

    func unspent(of scripts: [ScriptHash]) throws(CoinError) -> [[UnspentOutput]] { throw .nonsense }
    func transaction(_ id: TransactionID) throws(CoinError) -> [UInt8] { try server.transaction(id) }
    func isKnown(_ id: TransactionID) throws(CoinError) -> Bool { try server.isKnown(id) }
    func isMined(_ transaction: [UInt8], at height: Int) throws(CoinError) -> Bool { false }
    func broadcast(_ bytes: [UInt8]) -> BroadcastOutcome { .notSent(.notConfigured) }
    func feeRate(within blocks: Int) -> UInt64? { nil }
    func relayFeeRate() -> UInt64 { 1_000 }
    func answeringServer() throws(CoinError) -> String? { try server.answeringServer() }
    func tips() -> AsyncStream<ChainTip> { AsyncStream { $0.finish() } }
    func changes(of scripts: [ScriptHash]) -> AsyncStream<ScriptHash> { AsyncStream { $0.finish() } }
}

/// A server whose connection breaks after a number of requests.
final class FailingServer: CoinServer {
    private let server: SimulatedServer
    private let left: Mutex<Int>

    init(_ server: SimulatedServer, after count: Int) {
        self.server = server
        left = Mutex(count)
    }

    /// Answers this many further requests.
    func allow(_ count: Int) { left.withLock { $0 = count } }

    private func answer() throws(CoinError) {
        guard
            left.withLock({ left in
                left -= 1; return left >= 0
            })
        else { throw .wire(.interrupted) }
    }

    func history(of scripts: [ScriptHash]) throws(CoinError) -> [[HistoryEntry]] {
        try answer()
        return try server.history(of: scripts)
    }

    func statuses(of scripts: [ScriptHash]) throws(CoinError) -> [ScriptStatus] { try server.statuses(of: scripts) }

    func transactions(_ ids: [TransactionID]) throws(CoinError) -> [[UInt8]?] {
        try answer()
        return try server.transactions(ids)
    }

    func places(of claims: [MinedClaim]) throws(CoinError) -> [BlockPlace?] {
        try answer()
        return try server.places(of: claims)
    }

    func unspent(of scripts: [ScriptHash]) throws(CoinError) -> [[UnspentOutput]] { throw .nonsense }
    func transaction(_ id: TransactionID) throws(CoinError) -> [UInt8] { try server.transaction(id) }
    func isKnown(_ id: TransactionID) throws(CoinError) -> Bool { try server.isKnown(id) }
    func isMined(_ transaction: [UInt8], at height: Int) throws(CoinError) -> Bool { false }
    func newestBlocks() -> NewestBlocks { server.newestBlocks() }
    func broadcast(_ bytes: [UInt8]) -> BroadcastOutcome { .notSent(.notConfigured) }
    func feeRate(within blocks: Int) -> UInt64? { nil }
    func relayFeeRate() -> UInt64 { 1_000 }
    func answeringServer() throws(CoinError) -> String? { try server.answeringServer() }
    func tips() -> AsyncStream<ChainTip> { AsyncStream { $0.finish() } }
    func changes(of scripts: [ScriptHash]) -> AsyncStream<ScriptHash> { AsyncStream { $0.finish() } }
}
