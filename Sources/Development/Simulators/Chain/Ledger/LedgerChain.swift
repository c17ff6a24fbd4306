internal import Bitcoin
internal import Primitives

/// The blocks of a ledger and what they say: transactions, unspent outputs, histories.
struct LedgerChain: Sendable {
    /// The number of blocks after which a coinbase can be spent.
    static let maturity = 100

    let ledger: UTXOChain.Ledger
    private(set) var blocks: [LedgerBlock] = []
    private(set) var transactions: [TransactionID: TakenTransaction] = [:]
    private(set) var heights: [TransactionID: Int] = [:]
    private(set) var coins: [OutPoint: MinedCoin] = [:]

    /// The transactions that spend outputs.
    private(set) var spenders: [OutPoint: TransactionID] = [:]

    /// The transactions of each script, oldest first.
    private(set) var histories: [[UInt8]: [TransactionID]] = [:]

    /// The unspent outputs of each script.
    private(set) var unspent: [[UInt8]: Set<OutPoint>] = [:]

    /// For each block, the outputs that it spent.
    private var undo: [[(OutPoint, MinedCoin)]] = []

    init(_ ledger: UTXOChain.Ledger) throws(SimulatorError) {
        self.ledger = ledger
        let (block, first) = try LedgerBlock.genesis()
        let transaction = TakenTransaction(first, spending: [], fee: 0, on: ledger)
        // The output of the first block cannot be spent.
        blocks = [block]
        transactions[transaction.id] = transaction
        heights[transaction.id] = 0
        undo = [[]]
    }

    var height: Int { blocks.count - 1 }

    var tip: LedgerBlock { blocks[height] }

    /// The median of the times of the last eleven blocks (BIP-113).
    var medianTime: Int {
        let times = blocks.suffix(11).map { Int($0.header.time) }.sorted()
        return times[times.count / 2]
    }

    /// Adds a block with these transactions, the coinbase first.
    mutating func connect(_ block: LedgerBlock, _ new: [TakenTransaction]) {
        let (height, median) = (blocks.count, medianTime)
        // First all outputs, because on Bitcoin Cash a child may stand before its parent.
        for (place, each) in new.enumerated() {
            transactions[each.id] = each
            heights[each.id] = height
            for script in each.scripts { histories[script, default: []].append(each.id) }
            for (index, output) in each.transaction.outputs.enumerated() {
                guard let script = TakenTransaction.scriptHash(of: output, on: ledger) else { continue }
                let outPoint = OutPoint(each.id, UInt32(index))
                coins[outPoint] = MinedCoin(output: output, height: height, time: median, isCoinbase: place == 0)
                unspent[script, default: []].insert(outPoint)
            }
        }
        var spent: [(OutPoint, MinedCoin)] = []
        for each in new.dropFirst() {
            for input in each.transaction.inputs {
                spenders[input.outPoint] = each.id
                if let coin = forget(input.outPoint) { spent.append((input.outPoint, coin)) }
            }
        }
        blocks.append(block)
        undo.append(spent)
    }

    /// Removes the newest block, which is not the first one.
    ///
    /// - Returns: Its transactions without the coinbase, and the scripts that it touched.
    mutating func disconnect() -> (transactions: [TakenTransaction], scripts: Set<[UInt8]>) {
        guard height > 0, let block = blocks.popLast(), let spent = undo.popLast() else { return ([], []) }
        for (outPoint, coin) in spent {
            coins[outPoint] = coin
            spenders[outPoint] = nil
            if let script = TakenTransaction.scriptHash(of: coin.output, on: ledger) {
                unspent[script, default: []].insert(outPoint)
            }
        }
        var (old, scripts) = ([TakenTransaction](), Set<[UInt8]>())
        for id in block.ids {
            guard let each = transactions.removeValue(forKey: id) else { continue }
            heights[id] = nil
            for script in each.scripts {
                histories[script]?.removeAll { $0 == id }
                if histories[script]?.isEmpty == true { histories[script] = nil }
            }
            scripts.formUnion(each.scripts)
            for index in each.transaction.outputs.indices { _ = forget(OutPoint(id, UInt32(index))) }
            old.append(each)
        }
        return (Array(old.dropFirst()), scripts)
    }

    private mutating func forget(_ outPoint: OutPoint) -> MinedCoin? {
        guard let coin = coins.removeValue(forKey: outPoint) else { return nil }
        if let script = TakenTransaction.scriptHash(of: coin.output, on: ledger) {
            unspent[script]?.remove(outPoint)
            if unspent[script]?.isEmpty == true { unspent[script] = nil }
        }
        return coin
    }
}
