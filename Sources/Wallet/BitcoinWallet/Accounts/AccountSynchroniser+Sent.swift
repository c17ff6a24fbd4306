internal import Bitcoin

extension AccountSynchroniser {
    /// Removes an unconfirmed transaction that no server has any more, and those that depend on it: what they would pay
    /// cannot be spent.
    func remove(missing id: TransactionID) async throws(CoinError) {
        try await open()
        var change = CoinAccountChange()
        var rest = [id]
        while let next = rest.popLast() {
            guard let old = ledger.transactions[next], old.block == nil else { continue }
            rest += old.outputs.flatMap { ledger.spenders(of: OutPoint(next, $0.index)) }
            ledger.remove(next)
            change.removed.append(next)
        }
        guard !change.removed.isEmpty else { return }
        try await keep(change)
        await report()
    }

    /// Adds a transaction that a server has accepted from this wallet, before any server shows it; the unconfirmed ones
    /// that it replaces are removed.
    ///
    /// Like every unconfirmed transaction, it disappears again if a history is read that does not have it.
    func add(accepted raw: [UInt8], named id: TransactionID) async throws(CoinError) {
        try await open()
        guard let known = await KnownTransaction.read(raw, named: id, on: record.utxoChain) else { throw .nonsense }
        let transaction = LedgerTransaction(known, paths: ledger.paths, on: record.utxoChain, seen: now())
        guard ledger.transactions[id] == nil, ledger.concerns(transaction) else { return }
        var change = CoinAccountChange()
        var replaced = transaction.inputs.flatMap { ledger.spenders(of: $0) }
        while let next = replaced.popLast() {
            guard let old = ledger.transactions[next], old.block == nil else { continue }
            replaced += old.outputs.flatMap { ledger.spenders(of: OutPoint(next, $0.index)) }
            ledger.remove(next)
            change.removed.append(next)
        }
        ledger.add(transaction)
        unshown.insert(id)
        change.added = [(transaction, raw)]
        try await keep(change)
        await report()
    }
}
