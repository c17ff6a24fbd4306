import Bitcoin
import BitcoinWallet
import Primitives
import Synchronization

/// A chain of blocks with transactions, which simulated servers show.
final class SimulatedChain: Sendable {
    struct State {
        var transactions: [TransactionID: BitcoinTransaction] = [:]
        /// The blocks from height 0, each with its transactions.
        var blocks: [Block] = []
        var waiting: [TransactionID] = []
        var last: UInt32 = 0
        var salt: UInt8 = 0
        var broadcasts: [[UInt8]] = []
    }

    struct Block {
        let hash: [UInt8]
        let ids: [TransactionID]
    }

    let utxoChain: UTXOChain
    let state: Mutex<State>
    private let watchers = Mutex<[@Sendable () -> Void]>([])

    /// Creates a chain of 200 empty blocks.
    init(_ utxoChain: UTXOChain) {
        self.utxoChain = utxoChain
        state = Mutex(State())
        mine(200)
    }

    var form: BitcoinTransaction.Form { utxoChain.ledger.form }

    /// The height of the newest block.
    var height: Int { state.withLock { $0.blocks.count - 1 } }

    /// Calls `body` after each change.
    func watch(_ body: @escaping @Sendable () -> Void) { watchers.withLock { $0.append(body) } }

    /// The number of those who are told of changes.
    var watcherCount: Int { watchers.withLock { $0.count } }

    /// Tells the watchers that something has changed.
    func announce() { for watcher in watchers.withLock({ $0 }) { watcher() } }

    /// A payment from somebody else, which waits.
    @discardableResult func pay(
        _ outputs: [Output], sequence: UInt32 = .max, isCoinbase: Bool = false
    ) -> BitcoinTransaction {
        let transaction = state.withLock { state in
            state.last += 1
            let source = BitcoinTransaction(
                inputs: [], outputs: [Output(UInt64(state.last), to: Script([0x51]))]
            ).id
            let input =
                isCoinbase
                ? BitcoinTransaction.Input(
                    OutPoint(TransactionID(reading: [UInt8](repeating: 0, count: 32)) ?? source, .max),
                    script: Script([0x03] + (0..<4).map { UInt8(truncatingIfNeeded: state.last >> ($0 * 8)) }))
                : BitcoinTransaction.Input(OutPoint(source, state.last), sequence: sequence)
            return BitcoinTransaction(inputs: [input], outputs: outputs)
        }
        add(transaction)
        return transaction
    }

    @discardableResult func pay(_ value: UInt64, to script: Script) -> BitcoinTransaction {
        pay([Output(value, to: script)])
    }

    /// Adds a transaction, which waits.
    func add(_ transaction: BitcoinTransaction) {
        state.withLock { state in
            state.transactions[transaction.id] = transaction
            state.waiting.append(transaction.id)
        }
        announce()
    }

    /// Removes a waiting transaction.
    func drop(_ id: TransactionID) {
        state.withLock { $0.waiting.removeAll { $0 == id } }
        announce()
    }

    /// Mines blocks; the first contains all that waits.
    func mine(_ count: Int = 1) {
        state.withLock { state in
            for _ in 0..<count {
                state.last += 1
                let number = (0..<4).map { UInt8(truncatingIfNeeded: state.last >> ($0 * 8)) }
                state.blocks.append(Block(hash: SHA256.hash(number + [state.salt]).bytes, ids: state.waiting))
                state.waiting = []
            }
        }
        announce()
    }

    /// Replaces the newest block by another one with the same transactions.
    func replaceNewestBlock() {
        state.withLock { state in
            guard let block = state.blocks.popLast() else { return }
            state.blocks.append(Block(hash: SHA256.hash(block.hash).bytes, ids: block.ids))
        }
    }

    /// Replaces the last `count` blocks by one more empty block; their transactions wait again, except `lost`.
    func reorganise(_ count: Int, losing lost: Set<TransactionID> = []) {
        state.withLock { state in
            let removed = state.blocks.suffix(count).flatMap(\.ids)
            state.blocks.removeLast(count)
            state.waiting = removed.filter { !lost.contains($0) } + state.waiting
            state.salt += 1
            for _ in 0...count {
                state.last += 1
                let number = (0..<4).map { UInt8(truncatingIfNeeded: state.last >> ($0 * 8)) }
                state.blocks.append(Block(hash: SHA256.hash(number + [state.salt]).bytes, ids: []))
            }
        }
        announce()
    }
}

/// A server that shows a simulated chain, with the faults that a test gives it.
final class SimulatedServer: CoinServer {
    struct Faults {
        /// Transactions that it does not show.
        var hidden: Set<TransactionID> = []
        /// Transactions that only it shows.
        var forged: [BitcoinTransaction] = []
        /// Transactions that it says to be in a block, without a proof.
        var saysMined: [TransactionID: Int] = [:]
        /// The error of every request.
        var problem: CoinError?
        /// What it says about a transaction that it gets, and forgets.
        var reply: BroadcastOutcome?
        /// Whether those who follow addresses do not get to its reports.
        var isUnread = false
    }

    struct Counts: Equatable {
        var statuses = 0
        var histories = 0
        var transactions = 0
        var places = 0
        var rounds = 0
    }

    let chain: SimulatedChain
    let name: String
    let faults = Mutex(Faults())
    let counts = Mutex(Counts())
    let companions: [SimulatedServer]
    private let reported = Mutex<[ScriptHash: String?]>([:])

    init(_ chain: SimulatedChain, name: String = "a.example:50002", others companions: [SimulatedServer] = []) {
        self.chain = chain
        self.name = name
        self.companions = companions
    }

    func behave(_ change: (inout Faults) -> Void) { faults.withLock { change(&$0) } }

    private func answer() throws(CoinError) {
        counts.withLock { $0.rounds += 1 }
        if let problem = faults.withLock(\.problem) { throw problem }
    }

    func history(of scripts: [ScriptHash]) throws(CoinError) -> [[HistoryEntry]] {
        try answer()
        counts.withLock { $0.histories += scripts.count }
        return entries(of: scripts)
    }

    private func entries(of scripts: [ScriptHash]) -> [[HistoryEntry]] {
        let (hidden, forged, mined) = faults.withLock { ($0.hidden, $0.forged, $0.saysMined) }
        let wanted = Set(scripts)
        return chain.state.withLock { state in
            let order: [(BitcoinTransaction, Int?)] =
                state.blocks.enumerated().flatMap { height, block in
                    block.ids.compactMap { state.transactions[$0] }.map { ($0, height) }
                } + (state.waiting.compactMap { state.transactions[$0] } + forged).map { ($0, mined[$0.id]) }
            var found: [ScriptHash: [HistoryEntry]] = [:]
            let all = state.transactions.merging(forged.map { ($0.id, $0) }) { first, _ in first }
            for (transaction, height) in order where !hidden.contains(transaction.id) {
                var touched = Set(transaction.outputs.map(Self.name))
                for input in transaction.inputs {
                    guard let outputs = all[input.outPoint.transaction]?.outputs,
                        Int(input.outPoint.index) < outputs.count
                    else { continue }
                    touched.insert(Self.name(outputs[Int(input.outPoint.index)]))
                }
                for script in touched where wanted.contains(script) {
                    found[script, default: []].append(HistoryEntry(id: transaction.id, height: height))
                }
            }
            return scripts.map { found[$0] ?? [] }
        }
    }

    private static func name(_ output: Output) -> ScriptHash {
        ScriptHash(ofScript: (output.token?.script ?? output.script).bytes)
    }

    func statuses(of scripts: [ScriptHash]) throws(CoinError) -> [ScriptStatus] {
        try answer()
        counts.withLock { $0.statuses += scripts.count }
        return statusesNow(of: scripts)
    }

    private func statusesNow(of scripts: [ScriptHash]) -> [ScriptStatus] {
        zip(scripts, entries(of: scripts)).map { script, entries in
            let text = entries.map { "\($0.id):\($0.height ?? 0):" }.joined()
            return ScriptStatus(
                script, entries.isEmpty ? nil : Hex.encode(SHA256.hash(Array(text.utf8)).bytes))
        }
    }

    func unspent(of scripts: [ScriptHash]) throws(CoinError) -> [[UnspentOutput]] { throw .nonsense }

    func transaction(_ id: TransactionID) throws(CoinError) -> [UInt8] {
        guard let bytes = try transactions([id]).first ?? nil else { throw .notFound }
        return bytes
    }

    func transactions(_ ids: [TransactionID]) throws(CoinError) -> [[UInt8]?] {
        try answer()
        counts.withLock { $0.transactions += ids.count }
        let (hidden, forged) = faults.withLock { ($0.hidden, $0.forged) }
        return chain.state.withLock { state in
            ids.map { id in
                guard !hidden.contains(id) else { return nil }
                return (state.transactions[id] ?? forged.first { $0.id == id })?.bytes(chain.form)
            }
        }
    }

    func isKnown(_ id: TransactionID) throws(CoinError) -> Bool { try transactions([id]).first ?? nil != nil }

    func isMined(_ transaction: [UInt8], at height: Int) throws(CoinError) -> Bool {
        guard let id = (try? BitcoinTransaction(transaction, form: chain.form))?.id,
            let claim = MinedClaim(id, size: 65, at: height)
        else { return false }
        return try places(of: [claim]).first ?? nil != nil
    }

    func places(of claims: [MinedClaim]) throws(CoinError) -> [BlockPlace?] {
        try answer()
        counts.withLock { $0.places += claims.count }
        let hidden = faults.withLock(\.hidden)
        return chain.state.withLock { state in
            claims.map { claim in
                guard state.blocks.indices.contains(claim.height), !hidden.contains(claim.id),
                    state.blocks[claim.height].ids.contains(claim.id)
                else { return nil }
                return BlockPlace(
                    height: claim.height, hash: state.blocks[claim.height].hash,
                    time: UInt32(1_700_000_000 + claim.height * 600))
            }
        }
    }

    func newestBlocks() -> NewestBlocks {
        chain.state.withLock { state in
            var hashes: [Int: [UInt8]] = [:]
            for (height, block) in state.blocks.enumerated().suffix(144) { hashes[height] = block.hash }
            return NewestBlocks(height: state.blocks.count - 1, hashes: hashes)
        }
    }

    func others() -> [any CoinServer] { companions }

    func answeringServer() throws(CoinError) -> String? {
        try answer()
        return name
    }

    func source() -> String? { name }

    func broadcast(_ bytes: [UInt8]) -> BroadcastOutcome {
        guard let transaction = try? BitcoinTransaction(bytes, form: chain.form) else { return .refused(.notStandard) }
        if let reply = faults.withLock(\.reply) {
            chain.state.withLock { $0.broadcasts.append(bytes) }
            return reply
        }
        chain.state.withLock { state in
            state.broadcasts.append(bytes)
            // A replacement takes the place of what spends the same coins (BIP-125).
            let spent = Set(transaction.inputs.map(\.outPoint))
            state.waiting.removeAll { id in
                state.transactions[id]?.inputs.contains { spent.contains($0.outPoint) } == true
            }
        }
        chain.add(transaction)
        return .accepted(transaction.id)
    }

    func feeRate(within blocks: Int) -> UInt64? { blocks >= 144 ? 2_000 : blocks > 1 ? 5_000 : 10_000 }

    func relayFeeRate() -> UInt64 { 1_000 }

    func tips() -> AsyncStream<ChainTip> {
        AsyncStream { continuation in
            let chain = chain
            let last = Mutex(-1)
            chain.watch {
                let height = chain.height
                let isNew = last.withLock { last in
                    defer { last = height }
                    return last != height
                }
                guard isNew, let header = BlockHeader([UInt8](repeating: 0, count: 80)) else { return }
                continuation.yield(ChainTip(height: height, header: header))
            }
        }
    }

    func changes(of scripts: [ScriptHash]) -> AsyncStream<ScriptHash> { AsyncStream { $0.finish() } }

    func reportedStatuses(of scripts: [ScriptHash]) -> [ScriptHash: String?] {
        let wanted = Set(scripts)
        return reported.withLock { $0.filter { wanted.contains($0.key) } }
    }

    func statusChanges(of scripts: [ScriptHash]) -> AsyncStream<ScriptStatus> {
        AsyncStream { continuation in
            let last = Mutex<[ScriptHash: ScriptStatus]>([:])
            let tell: @Sendable () -> Void = { [weak self] in
                guard let self else { return }
                // As over a connection, no report overtakes another one.
                last.withLock { last in
                    for status in statusesNow(of: scripts) where last[status.script] != status {
                        last[status.script] = status
                        reported.withLock { _ = $0.updateValue(status.status, forKey: status.script) }
                        if !faults.withLock(\.isUnread) { continuation.yield(status) }
                    }
                }
            }
            chain.watch(tell)
            tell()
        }
    }
}
