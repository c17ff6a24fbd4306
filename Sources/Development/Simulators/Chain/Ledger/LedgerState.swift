internal import Bitcoin
internal import BigInt
internal import Primitives

/// All of a ledger: a value, so that a snapshot is a copy.
struct LedgerState: Sendable {
    /// What a change touched.
    struct Change: Sendable {
        var scripts: Set<[UInt8]> = []
        var hasNewTip = false
    }

    /// Anyone can spend such an output; the ledger's own coins are locked so.
    private static let anyone = Script([UInt8(0x51)])
    private static let halving = 150

    /// All that is ever mined, in satoshis, but for what is rounded.
    private static let supply: UInt64 = 2 * 150 * 50 * 100_000_000

    /// The weight of transactions that a block has room for.
    private static let roomyWeight = 3_990_000

    let utxoChain: UTXOChain
    var chain: LedgerChain
    private(set) var mempool = LedgerMempool()
    var clock: LedgerClock

    /// The outputs that the ledger can spend itself.
    private var own: [OutPoint] = []

    /// The number of blocks that were made, so that no coinbase is made twice.
    private(set) var made: UInt32 = 0

    /// Estimates in satoshis per 1,000 (virtual) bytes, by the number of blocks until which they are enough.
    var rates: [Int: UInt64] = [1: 5_000, 3: 3_000, 144: 1_000]

    init(_ utxoChain: UTXOChain, clock: LedgerClock) throws(SimulatorError) {
        (self.utxoChain, self.clock) = (utxoChain, clock)
        chain = try LedgerChain(utxoChain.ledger)
    }

    private var ledger: UTXOChain.Ledger { utxoChain.ledger }

    private var policy: LedgerPolicy { LedgerPolicy(chain: chain, mempool: mempool) }

    // Transactions.

    /// Takes a transaction.
    ///
    /// - Returns: Its ID, and what changed: nothing if it waits already.
    mutating func add(_ bytes: [UInt8]) throws(SimulatorError) -> (TransactionID, Change) {
        let transaction = try decoded(bytes)
        return (transaction.id, try add(transaction))
    }

    private func decoded(_ bytes: [UInt8]) throws(SimulatorError) -> BitcoinTransaction {
        guard let transaction = try? BitcoinTransaction(bytes, form: ledger.form) else {
            throw .rejected("TX decode failed. Make sure the tx has at least one input.")
        }
        return transaction
    }

    mutating func add(
        _ transaction: BitcoinTransaction, isOwn: Bool = false, isInPackage: Bool = false
    ) throws(SimulatorError) -> Change {
        let id = transaction.id
        guard mempool.entries[id] == nil else { return Change() }
        guard chain.transactions[id] == nil else {
            throw .rejected(
                ledger == .bitcoin ? "Transaction outputs already in utxo set" : "transaction already in block chain")
        }
        let admission = try policy.admit(transaction, isOwn: isOwn, isInPackage: isInPackage)
        var change = Change(scripts: Set(admission.own.scripts))
        for other in admission.replaced { change.scripts.formUnion(forget(other)) }
        mempool.insert(admission.own)
        return change
    }

    /// Takes a child with its parents, whose fees count together.
    ///
    /// - Returns: What changed, and the reason for each transaction that was not taken.
    mutating func addPackage(
        _ all: [[UInt8]]
    ) throws(SimulatorError) -> (change: Change, refused: [(TransactionID, String)]) {
        var transactions: [BitcoinTransaction] = []
        for bytes in all { transactions.append(try decoded(bytes)) }
        guard 2...25 ~= transactions.count, let child = transactions.last else {
            throw .rejected("Array must contain between 2 and 25 transactions.")
        }
        let parents = Set(transactions.dropLast().map(\.id))
        guard parents.isSubset(of: Set(child.inputs.map(\.outPoint.transaction))),
            !transactions.dropLast().contains(where: {
                $0.inputs.contains { parents.contains($0.outPoint.transaction) }
            })
        else { throw .rejected("package topology disallowed. not child-with-parents or parents depend on each other.") }
        var (trial, change, fee, size) = (self, Change(), UInt64(0), UInt64(0))
        for transaction in transactions {
            do throws(SimulatorError) {
                let new = try trial.add(transaction, isInPackage: true)
                change.scripts.formUnion(new.scripts)
            } catch {
                return (Change(), [(transaction.id, error.words)])
            }
            guard let entry = trial.mempool.entries[transaction.id] else { continue }
            fee += entry.own.fee
            size += UInt64(entry.own.size)
        }
        guard fee * 1_000 >= mempool.leastRate * size else {
            return (Change(), transactions.map { ($0.id, "min relay fee not met") })
        }
        self = trial
        return (change, [])
    }

    /// Forgets a waiting transaction and all that depend on it.
    ///
    /// - Returns: The scripts that they touched.
    mutating func forget(_ id: TransactionID) -> Set<[UInt8]> {
        var scripts: Set<[UInt8]> = []
        for each in mempool.descendants(of: id) {
            scripts.formUnion(mempool.entries[each]?.own.scripts ?? [])
            mempool.take(each)
        }
        return scripts
    }

    mutating func setLeastRate(_ rate: UInt64) { mempool.leastRate = rate }

    // Blocks.

    /// Mines blocks; the first ones contain what waits, but for the transactions `left` and what depends on them.
    mutating func mine(_ count: Int, leaving left: [TransactionID] = []) throws(SimulatorError) -> Change {
        var change = Change(hasNewTip: count > 0)
        let left = left.reduce(into: Set<TransactionID>()) { $0.formUnion(mempool.descendants(of: $1)) }
        for _ in 0..<count {
            var (taken, weight) = ([TakenTransaction](), 0)
            for entry in mempool.sorted where !left.contains(entry.own.id) {
                weight += entry.own.weight
                // Those that come later may depend on the first one without room.
                guard weight <= Self.roomyWeight else { break }
                taken.append(entry.own)
            }
            try mine(taken)
            for each in taken {
                mempool.take(each.id)
                change.scripts.formUnion(each.scripts)
            }
        }
        return change
    }

    private mutating func mine(_ taken: [TakenTransaction]) throws(SimulatorError) {
        let height = chain.height + 1
        made += 1
        var script = ScriptNumber.push(height)
        script.append(4)
        script.append(number: made)
        guard let nothing = TransactionID(reading: [UInt8](repeating: 0, count: 32)) else {
            throw .ledger("no block was found")
        }
        let subsidy = height / Self.halving < 64 ? UInt64(50 * 100_000_000) >> UInt64(height / Self.halving) : 0
        var first = BitcoinTransaction(
            inputs: [.init(OutPoint(nothing, .max), script: Script(script))],
            outputs: [Output(taken.reduce(subsidy) { $0 + $1.fee }, to: Self.anyone)])
        var taken = taken
        if ledger == .bitcoin {
            let hashes = [nothing.bytes] + taken.map { SHA256.hashTwice($0.bytes).bytes }
            let commitment = SHA256.hashTwice(MerkleTree.root(of: hashes) + nothing.bytes).bytes
            first.inputs[0].witness = [nothing.bytes]
            first.outputs.append(Output(0, to: Script([0x6A, 0x24, 0xAA, 0x21, 0xA9, 0xED] + commitment)))
        } else {
            // Bitcoin Cash sorts the transactions of a block by their IDs.
            taken.sort { $0.id < $1.id }
        }
        let coinbase = TakenTransaction(first, spending: [], fee: 0, on: ledger)
        let all = [coinbase] + taken
        let time = UInt32(clamping: max(clock.now, chain.medianTime + 1))
        chain.connect(try LedgerBlock(after: chain.tip.hash, at: time, all.map(\.id)), all)
        own.append(OutPoint(coinbase.id, 0))
    }

    /// Replaces the newest `depth` blocks by one more than these; what was in them waits again, but for `dropped`.
    ///
    /// If `confirms`, the first new block contains what waits.
    mutating func reorganise(
        _ depth: Int, dropping dropped: Set<TransactionID>, confirms: Bool
    ) throws(SimulatorError) -> Change {
        guard 1...max(1, chain.height) ~= depth, chain.height > 0 else {
            throw .ledger("a reorganisation begins after the first block")
        }
        var (change, old) = (Change(hasNewTip: true), [[TakenTransaction]]())
        for _ in 0..<depth {
            let (transactions, scripts) = chain.disconnect()
            old.append(transactions)
            change.scripts.formUnion(scripts)
        }
        let waiting = mempool.sorted.map(\.own)
        for each in waiting {
            mempool.take(each.id)
            change.scripts.formUnion(each.scripts)
        }
        // On Bitcoin Cash, a child may come before its parent: as long as any is taken, the rest is tried again.
        var rest = (old.reversed().joined() + waiting).filter { !dropped.contains($0.id) }.map(\.transaction)
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            rest = rest.filter { transaction in
                guard (try? add(transaction, isOwn: true)) != nil else { return true }
                isGrowing = true
                return false
            }
        }
        if confirms { return try mine(depth + 1).united(with: change) }
        for _ in 0...depth { try mine([]) }
        return change
    }

    // The ledger's own coins.

    /// Takes all coins that anyone can spend, after a chain was read from a file.
    mutating func takeOwn(made: UInt32) {
        self.made = made
        own = chain.coins.filter { $0.value.output.script == Self.anyone }.map(\.key)
        for entry in mempool.sorted {
            for (index, output) in entry.own.transaction.outputs.enumerated() where output.script == Self.anyone {
                own.append(OutPoint(entry.own.id, UInt32(index)))
            }
        }
        own.sort { (chain.coins[$0]?.height ?? .max, $0.index) < (chain.coins[$1]?.height ?? .max, $1.index) }
    }

    /// Pays to `outputs` from the ledger's own coins; mines first if they are not enough.
    mutating func pay(
        _ outputs: [Output], from required: OutPoint? = nil
    ) throws(SimulatorError) -> (TransactionID, Change) {
        var change = Change()
        own.removeAll { chain.coins[$0] == nil && mempool.entries[$0.transaction] == nil }
        let fee = UInt64(1_000 + 40 * outputs.count)
        let wanted = outputs.reduce(fee) { $0 &+ $1.value }
        guard wanted < Self.supply else { throw .ledger("there are not so many coins") }
        var (inputs, value) = (required.map { [$0] } ?? [], required.flatMap { spendable($0) } ?? 0)
        while true {
            for outPoint in own where value < wanted && outPoint != required {
                guard let coin = spendable(outPoint) else { continue }
                inputs.append(outPoint)
                value += coin
            }
            guard value < wanted else { break }
            guard chain.height < Self.halving * 33 else { throw .ledger("the ledger has no coins left") }
            // If change waits, it is enough to mine that.
            let isWaiting = own.contains { mempool.entries[$0.transaction] != nil }
            change = change.united(with: try mine(isWaiting ? 1 : LedgerChain.maturity))
            (inputs, value) = (required.map { [$0] } ?? [], required.flatMap { spendable($0) } ?? 0)
        }
        let transaction = BitcoinTransaction(
            inputs: inputs.map { .init($0) }, outputs: outputs + [Output(value - wanted, to: Self.anyone)])
        change = change.united(with: try add(transaction, isOwn: true))
        own.append(OutPoint(transaction.id, UInt32(outputs.count)))
        return (transaction.id, change)
    }

    /// An output of the ledger with the index 0, whose transaction's ID can be a category of tokens.
    mutating func categorySource() throws(SimulatorError) -> OutPoint {
        for outPoint in own where outPoint.index == 0 && spendable(outPoint) != nil { return outPoint }
        _ = try mine(1)
        guard let found = own.first(where: { $0.index == 0 && spendable($0) != nil }) else {
            throw .ledger("the ledger has no coins left")
        }
        return found
    }

    /// The value of one of the ledger's own coins if it can be spent now.
    private func spendable(_ outPoint: OutPoint) -> UInt64? {
        guard mempool.spenders[outPoint] == nil else { return nil }
        if let coin = chain.coins[outPoint] {
            let isRipe = !coin.isCoinbase || chain.height + 1 - coin.height >= LedgerChain.maturity
            return isRipe ? coin.output.value : nil
        }
        return nil
    }
}

extension LedgerState.Change {
    /// This change and another one.
    func united(with other: LedgerState.Change) -> LedgerState.Change {
        LedgerState.Change(scripts: scripts.union(other.scripts), hasNewTip: hasNewTip || other.hasNewTip)
    }
}

extension SimulatorError {
    /// The words of a node, or the sentence.
    var words: String { if case .rejected(let words) = self { words } else { description } }
}
