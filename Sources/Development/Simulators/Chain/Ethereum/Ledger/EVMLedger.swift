internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// A simulated EVM chain: its blocks, its state, and the transactions that wait.
///
/// A copy is a snapshot.
struct EVMLedger: Sendable {
    /// A block in a request.
    enum Point: Hashable, Sendable {
        case latest
        case pending
        case number(UInt64)
        case hash(Digest32)
    }

    /// What changed.
    struct News: Sendable {
        var added: [EVMBlock] = []
        var removed: [EVMBlock] = []

        /// The logs of the blocks that were removed, which the ledger has no more.
        var removedLogs: [[EVMReceipt]] = []
        var waiting: [Digest32] = []

        var isEmpty: Bool { added.isEmpty && removed.isEmpty && waiting.isEmpty }
    }

    let chainID: UInt64
    let deployments: EVMDeployments
    let contracts: EVMContracts
    var state: EVMState
    var pool = EVMPool()
    private(set) var blocks: [EVMBlock]
    private(set) var receipts: [Digest32: EVMReceipt] = [:]
    private var numbers: [Digest32: UInt64] = [:]

    /// How far the chain's clock is ahead of that of the machine, in seconds.
    private var ahead: Int64 = 0

    /// What was changed since ``takeNews()``.
    private var news = News()

    /// How many blocks were replaced, which makes the hashes of the new ones different.
    private var forks: UInt64 = 0

    /// Whether each call of a contract fails in its block, as if something had changed since it was simulated.
    var isFailing = false

    static let gasLimit: UInt64 = 30_000_000
    static let gwei = BigUInt(1_000_000_000)

    /// Creates a chain with one block, of the time `now`.
    init(chainID: UInt64, now: UInt64) {
        self.chainID = chainID
        deployments = EVMDeployments(chainID: chainID)
        contracts = deployments.contracts
        state = deployments.genesis(contracts)
        var first = EVMBlock(
            number: 0, parent: EVMWord.digest([]), time: now, baseFee: Self.gwei, gasLimit: Self.gasLimit,
            producer: deployments.producer)
        first.mark = state.mark
        first.seal()
        blocks = [first]
        numbers[first.hash] = 0
    }

    /// The newest block.
    var head: EVMBlock { blocks[blocks.count - 1] }

    // MARK: Blocks

    /// The block at a point; the newest one for `pending`.
    func block(at point: Point) -> EVMBlock? {
        switch point {
        case .latest, .pending: head
        case .number(let number): number < UInt64(blocks.count) ? blocks[Int(number)] : nil
        case .hash(let hash): numbers[hash].map { blocks[Int($0)] }
        }
    }

    /// The receipts of a block, in order.
    func receipts(of block: EVMBlock) -> [EVMReceipt] { block.transactions.compactMap { receipts[$0] } }

    /// What was changed since the last call.
    mutating func takeNews() -> News {
        defer { news = News() }
        return news
    }

    // MARK: Time

    /// The time of the chain's clock, by that of the machine.
    func time(_ now: UInt64) -> UInt64 { UInt64(clamping: Int64(clamping: now).addingClamped(ahead)) }

    /// Sets the clock.
    mutating func setTime(_ time: UInt64, now: UInt64) throws(SimulatorError) {
        guard time > head.time else { throw .ledger("the time must be after \(head.time), that of the newest block") }
        ahead = Int64(clamping: time).addingClamped(-Int64(clamping: now))
    }

    /// Advances the clock.
    mutating func advance(_ seconds: UInt64) { ahead = ahead.addingClamped(Int64(clamping: seconds)) }

    // MARK: Transactions

    /// Takes a transaction into the pool.
    mutating func accept(_ transaction: EVMTransaction) throws(SimulatorError) {
        guard receipts[transaction.hash] == nil else { throw .refused("already known") }
        try pool.add(transaction, chainID: chainID, gasLimit: Self.gasLimit, state: state)
        news.waiting.append(transaction.hash)
    }

    /// Takes a transaction of an account whose owner the ledger plays; what it costs comes from nowhere.
    mutating func act(
        as sender: EthereumAddress, to receiver: EthereumAddress?, value: BigUInt = 0, data: [UInt8] = []
    ) throws(SimulatorError) -> Digest32 {
        let nonce = pool.next(sender, from: state[sender].nonce)
        let fees = EthereumTransaction.Fees.dynamic(maxFee: head.baseFee * 2 + Self.gwei, maxPriorityFee: Self.gwei)
        guard
            let body = try? EthereumTransaction(
                chainID: chainID, nonce: nonce, fees: fees, gasLimit: 1_000_000, to: receiver, value: value,
                data: data)
        else { throw .ledger("the transaction is not possible") }
        let transaction = EVMTransaction(body, by: sender)
        try accept(transaction)
        return transaction.hash
    }

    /// Mines a block with what waits, or an empty one.
    mutating func mine(now: UInt64, isEmpty: Bool = false) {
        let block = nextBlock(now)
        mine(block, isEmpty ? [] : candidates(baseFee: block.baseFee))
    }

    private mutating func mine(_ next: EVMBlock, _ candidates: [EVMTransaction]) {
        var block = next
        block.mark = state.mark
        let environment = environment(of: block)
        var (cumulative, logs, bloom) = (UInt64(0), 0, EVMBloom())
        if !candidates.isEmpty {
            // The state is moved, because it would be copied at each change while the ledger has it, too.
            var own = EVMState()
            swap(&own, &state)
            defer { swap(&own, &state) }
            for transaction in candidates {
                guard transaction.body.gasLimit <= Self.gasLimit - cumulative,
                    let receipt = apply(
                        transaction, environment, &own, index: block.transactions.count, cumulative: cumulative,
                        firstLog: logs)
                else { continue }
                cumulative = receipt.cumulativeGas
                logs += receipt.logs.count
                for log in receipt.logs { bloom.add(log) }
                block.transactions.append(transaction.hash)
                block.tips.append((receipt.gasPrice - block.baseFee, receipt.gasUsed))
                receipts[transaction.hash] = receipt
                pool.drop(of: transaction.sender, below: transaction.body.nonce + 1)
            }
        }
        (block.gasUsed, block.bloom) = (cumulative, bloom)
        block.seal()
        numbers[block.hash] = block.number
        blocks.append(block)
        news.added.append(block)
    }

    /// The block that is mined next, without transactions.
    func nextBlock(_ now: UInt64) -> EVMBlock {
        var block = EVMBlock(
            number: head.number + 1, parent: head.hash, time: max(head.time + 1, time(now)),
            baseFee: head.nextBaseFee, gasLimit: Self.gasLimit, producer: deployments.producer)
        if forks > 0 { block.extra = Array(EVMWord.bytes(BigUInt(forks)).drop { $0 == 0 }) }
        return block
    }

    func environment(of block: EVMBlock) -> EVMExecution.Environment {
        .init(
            chainID: chainID, number: block.number, time: block.time, baseFee: block.baseFee,
            producer: block.producer, gasLimit: block.gasLimit)
    }

    /// The waiting transactions that a block may contain: by what they pay, but those of an account by their nonces.
    func candidates(baseFee: BigUInt) -> [EVMTransaction] {
        var queues: [[EVMTransaction]] = []
        for (account, waiting) in pool.accounts {
            var (queue, nonce): ([EVMTransaction], UInt64) = ([], state[account].nonce)
            while let transaction = waiting[nonce], transaction.effectiveTip(baseFee) != nil {
                queue.append(transaction)
                nonce += 1
            }
            if !queue.isEmpty { queues.append(queue.reversed()) }
        }
        func isBetter(_ one: [EVMTransaction], _ other: [EVMTransaction]) -> Bool {
            guard let first = one.last, let second = other.last else { return false }
            let (tip, otherTip) = (first.effectiveTip(baseFee) ?? 0, second.effectiveTip(baseFee) ?? 0)
            return tip == otherTip ? first.sender < second.sender : tip > otherTip
        }
        queues.sort { isBetter($1, $0) }
        var ordered: [EVMTransaction] = []
        while var best = queues.popLast() {
            if let next = best.popLast() { ordered.append(next) }
            guard !best.isEmpty else { continue }
            let place = queues.firstIndex { isBetter($0, best) } ?? queues.count
            queues.insert(best, at: place)
        }
        return ordered
    }

    // MARK: Files

    /// All from which ``init(saved:chainID:)`` makes the ledger again.
    var saved: JSON {
        [
            "chainId": .hex(chainID), "start": .hex(blocks[0].time), "ahead": .string("\(ahead)"),
            "forks": .hex(forks),
            "blocks": .array(
                blocks.dropFirst().map { block in
                    [
                        "time": .hex(block.time), "extra": .hex(block.extra), "hash": .hex(block.hash),
                        "transactions": .array(receipts(of: block).map(\.transaction.saved)),
                    ]
                }), "waiting": .array(pool.all.map(\.saved)),
        ]
    }

    /// Makes a ledger from what was saved: executes all of its transactions again, and compares the hashes of the blocks.
    init(saved: JSON, chainID: UInt64) throws(SimulatorError) {
        guard saved["chainId"].flatMap(Quantity.readWord) == chainID,
            let start = saved["start"].flatMap(Quantity.readWord),
            let forks = saved["forks"].flatMap(Quantity.readWord),
            let ahead = saved["ahead"]?.string.flatMap({ Int64($0) }), let blocks = saved["blocks"]?.array,
            let waiting = saved["waiting"]?.array
        else { throw .ledger("the snapshot has no chain with the ID \(chainID)") }
        self.init(chainID: chainID, now: start)
        for block in blocks {
            guard let time = block["time"].flatMap(Quantity.readWord), time > head.time,
                let extra = block["extra"]?.string.flatMap({ Hex.decode($0) }), extra.count <= 8,
                let hash = block["hash"]?.string, let list = block["transactions"]?.array
            else { throw .ledger("the block \(head.number + 1) of the snapshot is not complete") }
            self.forks = EVMWord.number(extra).words.first.map { UInt64($0) } ?? 0
            var transactions: [EVMTransaction] = []
            for each in list { transactions.append(try EVMTransaction(saved: each)) }
            mine(nextBlock(time), transactions)
            guard head.hash.description == hash else {
                throw .ledger("the block \(head.number) of the snapshot is not what its transactions lead to")
            }
        }
        for each in waiting { pool.insert(try EVMTransaction(saved: each)) }
        (self.ahead, self.forks, news) = (ahead, forks, News())
    }

    // MARK: Reorganisations

    /// Returns to an earlier state of the chain; the blocks since then were never mined.
    mutating func restore(_ snapshot: EVMLedger) {
        let old = self
        self = snapshot
        news = News()
        for block in old.blocks.dropFirst(snapshot.blocks.count) {
            news.removed.append(block)
            news.removedLogs.append(old.receipts(of: block))
        }
        forks = old.forks + 1
    }

    /// Replaces the newest blocks by empty ones, and one more; their transactions wait again, but for those `dropping` and
    /// the later ones of the same accounts.
    mutating func reorganise(_ depth: Int, dropping: Set<Digest32>, now: UInt64) throws(SimulatorError) {
        guard depth > 0, depth < blocks.count else {
            throw .ledger("only the newest \(blocks.count - 1) blocks can be replaced")
        }
        var lost: [EVMTransaction] = []
        var cut: [EthereumAddress: UInt64] = [:]
        for hash in dropping {
            guard let transaction = receipts[hash]?.transaction ?? pool[hash] else { continue }
            cut[transaction.sender] = min(cut[transaction.sender] ?? .max, transaction.body.nonce)
        }
        let first = blocks[blocks.count - depth]
        for block in blocks.suffix(depth) {
            news.removed.append(block)
            news.removedLogs.append(receipts(of: block))
            numbers[block.hash] = nil
            for hash in block.transactions {
                guard let receipt = receipts.removeValue(forKey: hash) else { continue }
                lost.append(receipt.transaction)
            }
        }
        blocks.removeLast(depth)
        state.undo(to: first.mark)
        for transaction in lost { pool.insert(transaction) }
        for (sender, nonce) in cut {
            for (number, transaction) in pool.accounts[sender] ?? [:] where number >= nonce { pool.remove(transaction) }
        }
        forks += 1
        for _ in 0...depth { mine(now: now, isEmpty: true) }
    }
}

extension Int64 {
    /// The sum, or the nearest number of the type.
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }
}
