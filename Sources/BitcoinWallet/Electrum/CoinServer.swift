public import Bitcoin

/// A source of data about the coins of one ledger: one server, or several that can replace each other.
///
/// One of them responds to each request. Text that a server wrote is never passed on.
public protocol CoinServer: Sendable {
    /// The transactions that pay to or spend from each of `scripts`, in the order of `scripts`: for each, first those
    /// in blocks, oldest first, then the unconfirmed ones.
    func history(of scripts: [ScriptHash]) async throws(CoinError) -> [[HistoryEntry]]

    /// The unspent outputs locked by each of `scripts`, in the order of `scripts`.
    ///
    /// The values are claims of the server: values to sign must come from the transaction itself (``transaction(_:)``).
    func unspent(of scripts: [ScriptHash]) async throws(CoinError) -> [[UnspentOutput]]

    /// The bytes of the transaction with this ID; their hash was checked against the ID.
    ///
    /// - Throws: ``CoinError/notFound`` if no such transaction is known.
    func transaction(_ id: TransactionID) async throws(CoinError) -> [UInt8]

    /// Whether any of the reachable servers knows the transaction with this ID.
    ///
    /// - Throws: An error if no server could be asked.
    func isKnown(_ id: TransactionID) async throws(CoinError) -> Bool

    /// Whether `transaction` is in the block at `height`, according to a proof that leads to a header with valid proof
    /// of work.
    ///
    /// - Throws: If no server gave a proof.
    func isMined(_ transaction: [UInt8], at height: Int) async throws(CoinError) -> Bool

    /// Sends a signed transaction to the network once, over one connection.
    ///
    /// It is never retried here.
    func broadcast(_ transaction: [UInt8]) async -> BroadcastOutcome

    /// The fee, in satoshis per 1000 (virtual) bytes, with which a transaction should be mined within `blocks` blocks;
    /// `nil` if the server has no estimate.
    func feeRate(within blocks: Int) async throws(CoinError) -> UInt64?

    /// The lowest fee, in satoshis per 1000 (virtual) bytes, with which the server relays a transaction.
    func relayFeeRate() async throws(CoinError) -> UInt64

    /// The newest block: the current one, then each new one. The stream ends with the task that iterates over it.
    func tips() async -> AsyncStream<ChainTip>

    /// Each of `scripts` whose history has changed since it was last sent; at first, all of them are sent once.
    ///
    /// The stream ends with the task that iterates over it; broken connections are re-established meanwhile.
    func changes(of scripts: [ScriptHash]) async -> AsyncStream<ScriptHash>
}

extension CoinServer {
    /// The transactions that pay to or spend from `script`.
    public func history(of script: ScriptHash) async throws(CoinError) -> [HistoryEntry] {
        try await history(of: [script]).first ?? []
    }

    /// The unspent outputs locked by `script`.
    public func unspent(of script: ScriptHash) async throws(CoinError) -> [UnspentOutput] {
        try await unspent(of: [script]).first ?? []
    }
}
