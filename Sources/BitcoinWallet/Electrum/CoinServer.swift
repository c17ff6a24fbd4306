public import Bitcoin

/// Whoever knows the coins of one ledger: a server, or several that stand in for each other.
///
/// What is asked is answered by one of them; nothing that a server wrote as text comes through.
public protocol CoinServer: Sendable {
    /// The transactions that pay to or spend from each of `scripts`, in their order: for each first those in blocks,
    /// oldest first, then those that wait.
    func history(of scripts: [ScriptHash]) async throws(CoinServerError) -> [[HistoryEntry]]

    /// The outputs locked by each of `scripts` that nothing spends, in their order.
    ///
    /// Values are the server's word: what is signed must come from the transaction itself (``transaction(_:)``).
    func unspent(of scripts: [ScriptHash]) async throws(CoinServerError) -> [[UnspentOutput]]

    /// The bytes of the transaction that is called `id`; they have been hashed and bear that name.
    ///
    /// - Throws: ``CoinServerError/notFound`` where no such transaction is known.
    func transaction(_ id: TransactionID) async throws(CoinServerError) -> [UInt8]

    /// Whether any of the servers that can be reached knows the transaction that is called `id`.
    ///
    /// - Throws: Where none could be asked.
    func isKnown(_ id: TransactionID) async throws(CoinServerError) -> Bool

    /// Whether `transaction` is in the block at `height`, by a proof that leads to a header with its work.
    ///
    /// - Throws: If no server gave a proof.
    func isMined(_ transaction: [UInt8], at height: Int) async throws(CoinServerError) -> Bool

    /// Hands a signed transaction to the network, once, over one connection.
    ///
    /// It is never repeated here, whatever happens.
    func broadcast(_ transaction: [UInt8]) async -> BroadcastOutcome

    /// The fee, in satoshis per 1000 (virtual) bytes, with which a transaction should be mined within `blocks` blocks;
    /// `nil` where the server cannot tell.
    func feeRate(within blocks: Int) async throws(CoinServerError) -> UInt64?

    /// The least fee, in satoshis per 1000 (virtual) bytes, with which the server passes a transaction on.
    func relayFeeRate() async throws(CoinServerError) -> UInt64

    /// The height of the newest block: the one now, then each new one. Ends with the task that walks through it.
    func tips() async -> AsyncStream<ChainTip>

    /// Each of `scripts` whose history has changed since the last time it came; all of them come once at first.
    ///
    /// Ends with the task that walks through it; broken connections are made again meanwhile.
    func changes(of scripts: [ScriptHash]) async -> AsyncStream<ScriptHash>
}

extension CoinServer {
    /// The transactions that pay to or spend from `script`.
    public func history(of script: ScriptHash) async throws(CoinServerError) -> [HistoryEntry] {
        try await history(of: [script]).first ?? []
    }

    /// The outputs locked by `script` that nothing spends.
    public func unspent(of script: ScriptHash) async throws(CoinServerError) -> [UnspentOutput] {
        try await unspent(of: [script]).first ?? []
    }
}
