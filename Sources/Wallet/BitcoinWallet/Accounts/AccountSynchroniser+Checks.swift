internal import Bitcoin

extension AccountSynchroniser {
    /// Takes back the proofs whose blocks are no longer part of the chain.
    ///
    /// - Returns: The addresses of the transactions, whose histories must be read again.
    func undoReorganised(_ newest: NewestBlocks) async throws(CoinError) -> Set<CoinAddressPath> {
        var undone: Set<CoinAddressPath> = []
        var change = CoinAccountChange()
        for transaction in ledger.transactions.values {
            // No trap: a dictionary.
            guard let block = transaction.block, let hash = newest.hashes[block.height], hash != block.hash else {
                continue
            }
            ledger.prove(transaction.id, nil)
            undone.formUnion(ledger.touched(by: transaction))
            if let changed = ledger.transactions[transaction.id] { change.changed.append(changed) }
        }
        try await keep(change)
        return undone
    }

    /// Removes the unconfirmed transactions that no history shows any more: they were replaced or dropped.
    ///
    /// - Returns: The proven transactions that the histories do not show. They are kept: the server hides them.
    func removeVanished(_ pass: Pass) async throws(CoinError) -> ServerDisagreement {
        var disagreement = ServerDisagreement()
        guard !pass.histories.isEmpty else { return state.disagreement ?? disagreement }
        var change = CoinAccountChange()
        for transaction in Array(ledger.transactions.values) where pass.claims[transaction.id] == nil {
            let touched = ledger.touched(by: transaction)
            guard touched.contains(where: { pass.histories[$0] != nil }) else { continue }
            if transaction.block == nil {
                ledger.remove(transaction.id)
                change.removed.append(transaction.id)
            } else {
                disagreement.hidden.insert(transaction.id)
            }
        }
        // What stays hidden is remembered although the history is not read again.
        if let old = state.disagreement {
            disagreement.hidden.formUnion(
                old.hidden.filter { ledger.transactions[$0]?.block != nil && pass.claims[$0] == nil })
        }
        try await keep(change)
        return disagreement
    }

    /// Compares the histories with those of another server, and adds what only that one shows.
    ///
    /// A server that cannot be asked has no influence. Only transactions in blocks count as hidden: unconfirmed ones
    /// reach every server at another time.
    func compare(
        _ pass: Pass, with server: any CoinServer, at height: Int, _ disagreement: inout ServerDisagreement
    ) async {
        let isSmall = ledger.scripts.count <= Self.scriptsAtOnce && notComparedAt != height
        let isDue =
            isSmall || state.disagreement != nil
            || comparedAt.map { height >= $0 + Self.blocksBetweenComparisons } ?? true
        let paths = isDue ? Array(ledger.scripts.keys) : Array(pass.histories.keys)
        guard !paths.isEmpty else { return }
        for other in await server.others() {
            guard let found = try? await compare(paths.sorted(), with: other) else { continue }
            disagreement.hidden.formUnion(found.hidden)
            disagreement.onlyHere.formUnion(found.onlyHere)
            if !disagreement.isEmpty { disagreement.other = await other.source() ?? disagreement.other }
            if isDue { (comparedAt, notComparedAt) = (height, nil) }
            return
        }
        // Servers that cannot be reached do not delay each synchronisation.
        if isDue { notComparedAt = height }
    }

    /// The number of blocks after which all addresses are compared again if they are too many for one request; those that
    /// change are compared at once.
    private static let blocksBetweenComparisons = 6

    private func compare(
        _ paths: [CoinAddressPath], with other: any CoinServer
    ) async throws(CoinError) -> ServerDisagreement {
        var disagreement = ServerDisagreement()
        for first in stride(from: 0, to: paths.count, by: Self.scriptsAtOnce) {
            let part = Array(paths[first..<min(first + Self.scriptsAtOnce, paths.count)])
            let scripts = part.map { ScriptHash(ofScript: ledger.scripts[$0]?.bytes ?? []) }
            let answers = try await other.statuses(of: scripts)
            guard answers.count == part.count else { throw .nonsense }
            let differing = zip(part, zip(scripts, answers)).filter { statuses[$0] != $1.1.status }
            guard !differing.isEmpty else { continue }
            let histories = try await other.history(of: differing.map(\.1.0))
            guard histories.count == differing.count else { throw .nonsense }
            try await compare(histories, of: differing.map(\.0), with: other, &disagreement)
        }
        return disagreement
    }

    private func compare(
        _ histories: [[HistoryEntry]], of paths: [CoinAddressPath], with other: any CoinServer,
        _ disagreement: inout ServerDisagreement
    ) async throws(CoinError) {
        let claims = Dictionary(
            histories.joined().map { ($0.id, $0.height) }, uniquingKeysWith: { first, second in first ?? second })
        guard claims.count <= Self.mostTransactions else { throw .nonsense }
        let new = Set(claims.keys.filter { ledger.transactions[$0] == nil })
        try await fetch(Array(new), from: other)
        try await prove(claims.filter { ledger.transactions[$0.key]?.block == nil }, at: other)
        for id in claims.keys {
            guard new.contains(id) || state.disagreement?.hidden.contains(id) == true else { continue }
            guard let transaction = ledger.transactions[id], transaction.block != nil else { continue }
            disagreement.hidden.insert(id)
        }
        // A transaction in a block that the other one does not show is hidden there, and no reason to doubt this one.
        let touched = Set(paths)
        for transaction in ledger.transactions.values where transaction.block == nil && claims[transaction.id] == nil {
            if !ledger.touched(by: transaction).isDisjoint(with: touched) {
                disagreement.onlyHere.insert(transaction.id)
            }
        }
    }
}
