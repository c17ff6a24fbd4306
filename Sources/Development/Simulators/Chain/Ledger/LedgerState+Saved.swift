internal import Bitcoin
internal import Bridge
internal import Primitives

extension LedgerState {
    /// All from which ``load(_:)`` makes the chain and its waiting transactions again.
    var saved: JSON {
        func hex(_ id: TransactionID) -> JSON { .string(Hex.encode(chain.transactions[id]?.bytes ?? [])) }
        let blocks = chain.blocks.dropFirst().map { block -> JSON in
            ["header": .string(Hex.encode(block.header.bytes)), "transactions": .array(block.ids.map(hex))]
        }
        return [
            "network": .string(utxoChain.rawValue), "ahead": .number(JSONNumber(clock.offset)),
            "made": .number(JSONNumber(Int(made))), "blocks": .array(Array(blocks)),
            "waiting": .array(mempool.sorted.map { .string(Hex.encode($0.own.bytes)) }),
        ]
    }

    /// Makes the chain from what was saved: checks the proofs of work, the transactions and their signatures.
    mutating func load(_ saved: JSON) throws(SimulatorError) {
        guard saved["network"]?.string == utxoChain.rawValue, let ahead = saved["ahead"]?.number?.integer,
            let made = saved["made"]?.number?.integer.flatMap({ UInt32(exactly: $0) }),
            let blocks = saved["blocks"]?.array, let waiting = saved["waiting"]?.array
        else { throw .ledger("the snapshot has no chain of \(utxoChain.name)") }
        var new = try LedgerState(utxoChain, clock: clock)
        new.clock.offset = ahead
        for block in blocks { try new.connect(saved: block) }
        for text in waiting {
            guard let bytes = text.string.flatMap({ Hex.decode($0) }),
                let transaction = try? BitcoinTransaction(bytes, form: utxoChain.ledger.form)
            else { throw .ledger("a waiting transaction of the snapshot cannot be read") }
            _ = try new.add(transaction, isOwn: true)
        }
        new.takeOwn(made: made)
        self = new
    }

    private mutating func connect(saved: JSON) throws(SimulatorError) {
        let number = chain.height + 1
        func damage(_ reason: String) -> SimulatorError { .ledger("in the block \(number) of the snapshot, \(reason)") }
        guard let header = saved["header"]?.string.flatMap({ Hex.decode($0) }).flatMap({ BlockHeader($0) }),
            header.previous == chain.tip.hash, header.hasItsWork, Int(header.time) > chain.medianTime
        else { throw damage("the header does not follow the one before") }
        var transactions: [BitcoinTransaction] = []
        for text in saved["transactions"]?.array ?? [] {
            guard let bytes = text.string.flatMap({ Hex.decode($0) }),
                let transaction = try? BitcoinTransaction(bytes, form: utxoChain.ledger.form)
            else { throw damage("a transaction cannot be read") }
            transactions.append(transaction)
        }
        let ids = transactions.map(\.id)
        guard let coinbase = transactions.first, header.merkleRoot == MerkleTree.root(of: ids.map(\.bytes)) else {
            throw damage("the transactions are not those of the header")
        }
        var (outputs, used) = ([OutPoint: Output](), Set<OutPoint>())
        for (id, transaction) in zip(ids, transactions).dropFirst() {
            for (index, output) in transaction.outputs.enumerated() { outputs[OutPoint(id, UInt32(index))] = output }
        }
        var taken = [TakenTransaction(coinbase, spending: [], fee: 0, on: utxoChain.ledger)]
        for transaction in transactions.dropFirst() {
            var spent: [Output] = []
            for input in transaction.inputs {
                guard let output = chain.coins[input.outPoint]?.output ?? outputs[input.outPoint],
                    used.insert(input.outPoint).inserted
                else { throw damage("a coin is not there") }
                spent.append(output)
            }
            let brought = spent.reduce(UInt64(0)) { $0 &+ $1.value }
            let paid = transaction.outputs.reduce(UInt64(0)) { $0 &+ $1.value }
            guard transaction.isPlausible, brought >= paid else { throw damage("more is paid than there is") }
            if utxoChain.ledger == .bitcoinCash { try TokenRules.check(transaction, spending: spent) }
            try SpendJudge(transaction, spending: spent, on: utxoChain.ledger).check()
            taken.append(
                TakenTransaction(transaction, spending: spent, fee: brought - paid, on: utxoChain.ledger))
        }
        chain.connect(LedgerBlock(header, ids), taken)
    }
}
