internal import Bitcoin

/// Which transactions a node takes before they are in a block: the rules of Bitcoin Core and Bitcoin Cash Node, with
/// their words, because wallets look for them.
struct LedgerPolicy {
    let chain: LedgerChain
    let mempool: LedgerMempool

    /// Satoshis per 1,000 (virtual) bytes, above which a fee is taken for a mistake.
    private static let mostRate: UInt64 = 10_000_000

    /// The most waiting transactions that one depends on or that depend on one, itself included, on Bitcoin.
    private static let longestFamily = 25

    /// The most transactions that one replaces.
    private static let mostReplaced = 100

    private static let largestWeight = 400_000
    private static let timesFrom = 500_000_000

    private var isBitcoin: Bool { chain.ledger == .bitcoin }

    /// A transaction that may be taken, and those that it replaces.
    struct Admission {
        let own: TakenTransaction
        let replaced: Set<TransactionID>
    }

    /// Checks a transaction.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - isOwn: Whether it is the ledger's own, which may be nonstandard.
    ///   - isInPackage: Whether the fee of its package counts instead of its own.
    /// - Returns: What the mempool takes.
    /// - Throws: ``SimulatorError/rejected(_:)``.
    func admit(
        _ transaction: BitcoinTransaction, isOwn: Bool = false, isInPackage: Bool = false
    ) throws(SimulatorError) -> Admission {
        try checkForm(transaction)
        if !isOwn { try checkStandard(transaction) }
        let (spent, parents) = try spentOutputs(of: transaction)
        try checkTimes(transaction)
        let brought = spent.reduce(UInt64(0)) { $0 + $1.value }
        let (fee, isShort) = brought.subtractingReportingOverflow(transaction.outputs.reduce(0) { $0 + $1.value })
        guard !isShort else { throw .rejected("bad-txns-in-belowout") }
        let own = TakenTransaction(transaction, spending: spent, fee: fee, on: chain.ledger)
        if !isOwn, !isInPackage { try checkFee(own) }
        let replaced = try replaced(by: own, parents)
        if isBitcoin {
            try checkFamily(parents, without: replaced)
        } else {
            try TokenRules.check(transaction, spending: spent)
        }
        try SpendJudge(transaction, spending: spent, on: chain.ledger).check()
        return Admission(own: own, replaced: replaced)
    }

    private func checkForm(_ transaction: BitcoinTransaction) throws(SimulatorError) {
        guard !transaction.inputs.isEmpty else { throw .rejected("bad-txns-vin-empty") }
        guard !transaction.outputs.isEmpty else { throw .rejected("bad-txns-vout-empty") }
        guard !transaction.inputs.contains(where: \.outPoint.isNull) else { throw .rejected("coinbase") }
        guard Set(transaction.inputs.map(\.outPoint)).count == transaction.inputs.count else {
            throw .rejected("bad-txns-inputs-duplicate")
        }
        guard transaction.isPlausible else { throw .rejected("bad-txns-txouttotal-toolarge") }
    }

    private func checkStandard(_ transaction: BitcoinTransaction) throws(SimulatorError) {
        guard (1...(isBitcoin ? 3 : 2)).contains(transaction.version) else { throw .rejected("version") }
        let plain = transaction.bytes(.plain).count
        let weight = isBitcoin ? transaction.weight : 4 * plain
        guard weight <= Self.largestWeight else { throw .rejected("tx-size") }
        guard plain >= 65 else { throw .rejected(isBitcoin ? "tx-size-small" : "bad-txns-undersize") }
        for output in transaction.outputs {
            let script = isBitcoin ? output.script : output.token?.script ?? output.script
            if script.isData {
                guard isBitcoin || output.field.count <= DataOutput.largest else { throw .rejected("scriptpubkey") }
                continue
            }
            guard isStandard(script) else { throw .rejected("scriptpubkey") }
            guard output.value >= chain.ledger.dust(of: Script(output.field)) else { throw .rejected("dust") }
        }
    }

    private func isStandard(_ script: Script) -> Bool {
        switch script.destination {
        case .publicKey?: true
        case .script(let hash)?: hash.count == 20 || !isBitcoin
        case .witness?: isBitcoin
        case nil: false
        }
    }

    /// The outputs that the inputs spend, and the waiting transactions among their transactions.
    private func spentOutputs(
        of transaction: BitcoinTransaction
    ) throws(SimulatorError) -> (outputs: [Output], parents: Set<TransactionID>) {
        var (outputs, parents) = ([Output](), Set<TransactionID>())
        for input in transaction.inputs {
            let outPoint = input.outPoint
            if let coin = chain.coins[outPoint] {
                guard !coin.isCoinbase || chain.height + 1 - coin.height >= LedgerChain.maturity else {
                    throw .rejected("bad-txns-premature-spend-of-coinbase")
                }
                outputs.append(coin.output)
            } else if let entry = mempool.entries[outPoint.transaction],
                let output = entry.own.transaction.outputs[at: outPoint.index],
                TakenTransaction.scriptHash(of: output, on: chain.ledger) != nil
            {
                outputs.append(output)
                parents.insert(outPoint.transaction)
            } else {
                throw .rejected("bad-txns-inputs-missingorspent")
            }
        }
        return (outputs, parents)
    }

    /// Demands that the next block may contain it (BIP-113 and BIP-68).
    private func checkTimes(_ transaction: BitcoinTransaction) throws(SimulatorError) {
        let (height, median) = (chain.height + 1, chain.medianTime)
        let lockTime = Int(transaction.lockTime)
        if lockTime != 0, lockTime >= (lockTime < Self.timesFrom ? height : median),
            transaction.inputs.contains(where: { $0.sequence != .max })
        {
            throw .rejected(isBitcoin ? "non-final" : "bad-txns-nonfinal")
        }
        guard transaction.version >= 2 else { return }
        for input in transaction.inputs where input.sequence & 1 << 31 == 0 {
            let (coin, wanted) = (chain.coins[input.outPoint], Int(input.sequence & 0xFFFF))
            let isOld =
                input.sequence & 1 << 22 != 0
                ? median >= (coin?.time ?? median) + wanted * 512 : height >= (coin?.height ?? height) + wanted
            guard isOld else { throw .rejected("non-BIP68-final") }
        }
    }

    private func checkFee(_ own: TakenTransaction) throws(SimulatorError) {
        let size = UInt64(own.size)
        let least = (mempool.leastRate * size + 999) / 1_000
        guard own.fee >= least else {
            throw .rejected("min relay fee not met" + (isBitcoin ? ", \(own.fee) < \(least)" : ""))
        }
        guard own.fee * 1_000 <= Self.mostRate * size else {
            throw .rejected(
                isBitcoin ? "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)" : "absurdly-high-fee")
        }
    }

    private func checkFamily(
        _ parents: Set<TransactionID>, without replaced: Set<TransactionID>
    ) throws(SimulatorError) {
        let ancestors = mempool.ancestors(from: parents)
        guard ancestors.count + 1 <= Self.longestFamily else {
            throw .rejected("too-long-mempool-chain, too many unconfirmed ancestors [limit: \(Self.longestFamily)]")
        }
        for ancestor in ancestors
        where mempool.descendants(of: ancestor).subtracting(replaced).count + 1 > Self.longestFamily {
            throw .rejected(
                "too-long-mempool-chain, too many descendants for tx \(ancestor) [limit: \(Self.longestFamily)]")
        }
    }

    /// The transactions in whose place this one comes (BIP-125).
    private func replaced(
        by own: TakenTransaction, _ parents: Set<TransactionID>
    ) throws(SimulatorError) -> Set<TransactionID> {
        let direct = Set(own.transaction.inputs.compactMap { mempool.spenders[$0.outPoint] })
        guard !direct.isEmpty else { return [] }
        guard isBitcoin, direct.allSatisfy(mayBeReplaced) else { throw .rejected("txn-mempool-conflict") }
        guard direct.isDisjoint(with: mempool.ancestors(from: parents)) else {
            throw .rejected("bad-txns-spends-conflicting-tx, \(own.id) spends conflicting transaction")
        }
        let known = direct.reduce(into: Set<TransactionID>()) { $0.formUnion(mempool.entries[$1]?.parents ?? []) }
        guard parents.isSubset(of: known) else {
            throw .rejected("replacement-adds-unconfirmed, replacement \(own.id) adds unconfirmed input")
        }
        let beginning = "insufficient fee, rejecting replacement \(own.id)"
        for old in direct.compactMap({ mempool.entries[$0]?.own }) where old.rate >= own.rate {
            throw .rejected(
                "\(beginning); new feerate \(money(own.rate)) BTC/kvB <= old feerate \(money(old.rate)) BTC/kvB")
        }
        let gone = direct.reduce(into: Set<TransactionID>()) { $0.formUnion(mempool.descendants(of: $1)) }
        guard gone.count <= Self.mostReplaced else {
            throw .rejected("too many potential replacements, rejecting replacement \(own.id)")
        }
        let paid = gone.reduce(UInt64(0)) { $0 + (mempool.entries[$1]?.own.fee ?? 0) }
        guard own.fee >= paid else {
            throw .rejected("\(beginning), less fees than conflicting txs; \(money(own.fee)) < \(money(paid))")
        }
        let least = mempool.leastRate * UInt64(own.size) / 1_000
        guard own.fee - paid >= least else {
            throw .rejected(
                "\(beginning), not enough additional fees to relay; \(money(own.fee - paid)) < \(money(least))")
        }
        return gone
    }

    private func mayBeReplaced(_ id: TransactionID) -> Bool {
        guard let entry = mempool.entries[id] else { return false }
        return entry.own.signalsReplacement
            || mempool.ancestors(from: entry.parents).contains {
                mempool.entries[$0]?.own.signalsReplacement == true
            }
    }

    private func money(_ satoshis: UInt64) -> String {
        let fraction = String(satoshis % 100_000_000)
        return "\(satoshis / 100_000_000).\(String(repeating: "0", count: 8 - fraction.count))\(fraction)"
    }
}

extension Array {
    /// The element at an index of a transaction, if any.
    subscript(at index: UInt32) -> Element? {
        let index = Int(index)
        return index < count ? self[index] : nil
    }
}
