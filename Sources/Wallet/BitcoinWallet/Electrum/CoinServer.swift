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

    /// Sends a signed transaction to each of the servers at the same time, once each, and says what became of it there.
    func offer(_ transaction: [UInt8]) async -> [OfferedTransaction]

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

    /// The status of each of `scripts`, in the order of `scripts`; its later changes are reported by
    /// ``statusChanges(of:)``.
    func statuses(of scripts: [ScriptHash]) async throws(CoinError) -> [ScriptStatus]

    /// The status of each of `scripts` that is known, and each later change.
    ///
    /// The stream ends with the task that iterates over it; broken connections are re-established meanwhile.
    func statusChanges(of scripts: [ScriptHash]) async -> AsyncStream<ScriptStatus>

    /// The newest status of each of `scripts` that ``statusChanges(of:)`` reports, also if its reader has not come to it
    /// yet; the others are missing.
    func reportedStatuses(of scripts: [ScriptHash]) async -> [ScriptHash: String?]

    /// The bytes of several transactions, in the order of `ids`; their hashes were checked. `nil` for one that the
    /// server does not know.
    func transactions(_ ids: [TransactionID]) async throws(CoinError) -> [[UInt8]?]

    /// The proven places of several transactions, in the order of `claims`; `nil` for one that the server cannot prove.
    ///
    /// A header among the newest ones is part of the chain; an older one has enough proof of work for a block of the
    /// ledger.
    func places(of claims: [MinedClaim]) async throws(CoinError) -> [BlockPlace?]

    /// The newest blocks whose headers are linked.
    func newestBlocks() async -> NewestBlocks

    /// The newest block of the server that answers now; `nil` if it has not named one.
    func newestTip() async -> ChainTip?

    /// Each of the other servers alone, for comparison.
    func others() async -> [any CoinServer]

    /// Uses another server from now on, because the one in use contradicts itself; nothing happens if there is no other.
    func useNext() async

    /// The host and port of the server that answers now; `nil` if there is no connection.
    func source() async -> String?

    /// Asks the server in use for its newest block, which shows that it answers now.
    ///
    /// - Returns: Its host and port; `nil` if it has no name.
    /// - Throws: Why no server gave a valid answer.
    func answeringServer() async throws(CoinError) -> String?

    /// An element when no server can be reached any more, and when one can be reached again after a connection was lost.
    ///
    /// The stream ends with the task that iterates over it.
    func interruptions() async -> AsyncStream<Void>
}

/// What became of a transaction at one server.
public struct OfferedTransaction: Hashable, Sendable {
    /// The host and port of the server; empty if it has no name.
    public let server: String

    /// What became of it there.
    public let outcome: BroadcastOutcome

    /// Creates a value.
    public init(_ server: String, _ outcome: BroadcastOutcome) {
        (self.server, self.outcome) = (server, outcome)
    }
}

/// The status of a script at a server: it changes with the history of the script (Electrum protocol, “Status”).
public struct ScriptStatus: Hashable, Sendable {
    /// The script.
    public let script: ScriptHash

    /// 64 hexadecimal digits in lower case; `nil` for a script without a history.
    public let status: String?

    /// Creates a status.
    public init(_ script: ScriptHash, _ status: String?) {
        self.script = script
        self.status = status
    }
}

/// A transaction that is said to be in the block at a height.
public struct MinedClaim: Hashable, Sendable {
    /// The ID of the transaction.
    public let id: TransactionID

    /// The height of the block.
    public let height: Int

    /// Creates a claim about a transaction whose serialization without witnesses has `size` bytes.
    ///
    /// - Returns: `nil` for 64 bytes: an inner node of a Merkle tree could be mistaken for such a transaction.
    public init?(_ id: TransactionID, size: Int, at height: Int) {
        guard size != 64 else { return nil }
        self.id = id
        self.height = height
    }
}

/// The block that a transaction is proven to be in.
public struct BlockPlace: Hashable, Sendable {
    /// The height of the block.
    public let height: Int

    /// The hash of its header, in internal byte order.
    public let hash: [UInt8]

    /// The miner's timestamp: seconds since 1970.
    public let time: UInt32

    /// Creates a place.
    public init(height: Int, hash: [UInt8], time: UInt32) {
        self.height = height
        self.hash = hash
        self.time = time
    }
}

/// The newest blocks of a chain.
public struct NewestBlocks: Hashable, Sendable {
    /// The height of the newest block; -1 if no server was asked.
    public let height: Int

    /// The hash of each of the newest blocks by its height, in internal byte order.
    public let hashes: [Int: [UInt8]]

    /// Creates a list.
    public init(height: Int = -1, hashes: [Int: [UInt8]] = [:]) {
        self.height = height
        self.hashes = hashes
    }
}

extension CoinServer {
    /// Computed from the histories.
    public func statuses(of scripts: [ScriptHash]) async throws(CoinError) -> [ScriptStatus] {
        let histories = try await history(of: scripts)
        guard histories.count == scripts.count else { throw .nonsense }
        return zip(scripts, histories).map { ScriptStatus($0, HistoryEntry.status(of: $1)) }
    }

    /// Nothing: the server reports no changes.
    public func statusChanges(of scripts: [ScriptHash]) async -> AsyncStream<ScriptStatus> {
        AsyncStream { $0.finish() }
    }

    /// None: the server reports no changes.
    public func reportedStatuses(of scripts: [ScriptHash]) async -> [ScriptHash: String?] { [:] }

    /// Requested one after the other.
    public func transactions(_ ids: [TransactionID]) async throws(CoinError) -> [[UInt8]?] {
        var all: [[UInt8]?] = []
        for id in ids {
            do throws(CoinError) {
                all.append(try await transaction(id))
            } catch {
                guard error == .notFound else { throw error }
                all.append(nil)
            }
        }
        return all
    }

    /// None: the server proves nothing.
    public func places(of claims: [MinedClaim]) async throws(CoinError) -> [BlockPlace?] {
        claims.map { _ in nil }
    }

    /// None.
    public func newestBlocks() async -> NewestBlocks { NewestBlocks() }

    /// None.
    public func others() async -> [any CoinServer] { [] }

    /// There is no other.
    public func useNext() async {}

    /// Unknown.
    public func source() async -> String? { nil }

    /// Sent to this server and to each of the others.
    public func offer(_ transaction: [UInt8]) async -> [OfferedTransaction] {
        var outcomes: [OfferedTransaction] = []
        for server in [self] + (await others()) {
            outcomes.append(OfferedTransaction(await server.source() ?? "", await server.broadcast(transaction)))
        }
        return outcomes
    }

    /// None: there are no connections.
    public func interruptions() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// None: the server names no blocks.
    public func newestTip() async -> ChainTip? { nil }

    /// The transactions that pay to or spend from `script`.
    public func history(of script: ScriptHash) async throws(CoinError) -> [HistoryEntry] {
        try await history(of: [script]).first ?? []
    }

    /// The unspent outputs locked by `script`.
    public func unspent(of script: ScriptHash) async throws(CoinError) -> [UnspentOutput] {
        try await unspent(of: [script]).first ?? []
    }
}
