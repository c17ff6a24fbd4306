internal import Bitcoin

extension AccountSynchroniser {
    /// The results of one pass so far.
    struct Pass {
        /// The heights that the server claims, by transaction; `nil` for an unconfirmed one.
        var claims: [TransactionID: Int?] = [:]

        /// The histories that were read, by address: their transactions, and their status.
        var histories: [CoinAddressPath: (ids: Set<TransactionID>, status: String?)] = [:]

        /// Adds a history.
        ///
        /// Its status is computed from what was read: if it is not the one that the server reports, the history is read
        /// again the next time.
        mutating func add(_ history: [HistoryEntry], of path: CoinAddressPath) {
            histories[path] = (Set(history.map(\.id)), HistoryEntry.status(of: history))
            for entry in history where (claims[entry.id] ?? nil) == nil {
                claims.updateValue(entry.height, forKey: entry.id)
            }
        }
    }

    /// One synchronisation with `server`.
    func pass(at server: any CoinServer) async throws(CoinError) {
        var pass = Pass()
        // The statuses of the addresses may all be known, so that nothing else is asked: without an answer to this
        // question, the account is not current.
        let source = try await server.answeringServer()
        let answeredAt = now()
        _ = try await extend()
        var paths = ledger.scripts.keys.sorted()
        while !paths.isEmpty {
            let changed = try await changed(of: paths, at: server)
            try await read(changed, from: server, into: &pass)
            paths = try await extend()
        }
        // The first question has connected the newest blocks.
        let undone = try await undoReorganised(await server.newestBlocks()).union(doubtful())
        try await read(undone.filter { pass.histories[$0] == nil }.sorted(), from: server, into: &pass)
        let claims = pass.claims.merging(unproven.mapValues { .some($0) }) { new, _ in new }
        try await prove(claims, at: server)
        unproven = claims.compactMapValues(\.self).filter { id, _ in
            ledger.transactions[id].map { $0.block == nil } ?? false
        }
        state.unproven = unproven.count
        var disagreement = try await removeVanished(pass)
        for (path, history) in pass.histories { statuses[path] = history.status }
        let height = await server.newestBlocks().height
        await compare(pass, with: server, at: height, &disagreement)
        state.disagreement = disagreement.isEmpty ? nil : disagreement
        let synced = CoinAccountContents.Synced(
            at: answeredAt, height: height, source: await server.source() ?? source)
        var change = CoinAccountChange()
        change.synced = synced
        change.addresses = pass.histories.keys.compactMap { address(at: $0) }
        try await keep(change)
        state.synced = synced
    }

    /// The addresses of transactions that should have been in the histories of the servers for a while, and were not:
    /// a server that has accepted a payment and forgotten it reports no change.
    private func doubtful() -> Set<CoinAddressPath> {
        unshown.formIntersection(ledger.transactions.filter { $0.value.block == nil }.keys)
        let latest = now() - Self.patience
        return unshown.compactMap { ledger.transactions[$0] }.filter { $0.seen <= latest }
            .reduce(into: []) { $0.formUnion(ledger.touched(by: $1)) }
    }

    /// The time after which a payment that a server has accepted must be in its histories, in seconds.
    private static let patience: Int64 = 60

    /// Reads the histories of addresses, and the transactions that are new.
    private func read(
        _ paths: [CoinAddressPath], from server: any CoinServer, into pass: inout Pass
    ) async throws(CoinError) {
        guard !paths.isEmpty else { return }
        var reread: Set<TransactionID> = []
        for first in stride(from: 0, to: paths.count, by: Self.scriptsAtOnce) {
            let part = Array(paths[first..<min(first + Self.scriptsAtOnce, paths.count)])
            for (path, history) in zip(part, try await histories(of: part, from: server)) {
                pass.add(history, of: path)
                unshown.subtract(history.map(\.id))
                // A transaction that was read before its address was derived.
                for id in history.map(\.id) {
                    guard let known = ledger.transactions[id], !ledger.touched(by: known).contains(path) else {
                        continue
                    }
                    reread.insert(id)
                }
            }
            guard pass.claims.count <= Self.mostTransactions else { throw .nonsense }
        }
        // Those that create coins come before those that spend them.
        let new = pass.claims.filter { ledger.transactions[$0.key] == nil || reread.contains($0.key) }
            .sorted { ($0.value ?? .max) < ($1.value ?? .max) }
        try await fetch(new.map(\.key), from: server)
    }

    /// The histories of addresses; each is the one whose status the server reports.
    ///
    /// - Throws: ``CoinError/withheld`` if the server reports another status: it hides something, in the one or in the other.
    private func histories(
        of paths: [CoinAddressPath], from server: any CoinServer
    ) async throws(CoinError) -> [[HistoryEntry]] {
        var histories = [[HistoryEntry]](repeating: [], count: paths.count)
        var open = Array(paths.indices)
        // A payment may arrive between the two questions.
        for attempt in 0..<Self.attempts {
            let part = open.map { paths[$0] }
            if attempt > 0 { try await ask(part, at: server) }
            let answers = try await server.history(of: part.map(hash))
            guard answers.count == part.count else { throw .nonsense }
            for (place, answer) in zip(open, answers) { histories[place] = answer }
            open.removeAll { place in
                latest[paths[place]].map { $0 == HistoryEntry.status(of: histories[place]) } ?? true
            }
            if open.isEmpty { return histories }
        }
        (withheld, contradicted) = ([], Set(open.map { paths[$0] }))
        throw .withheld
    }

    /// How often a history is read until it is the one of the status.
    private static let attempts = 3

    /// The addresses whose status differs from that of the history that was read, or is that of an empty history although
    /// one is known.
    private func changed(
        of paths: [CoinAddressPath], at server: any CoinServer
    ) async throws(CoinError) -> [CoinAddressPath] {
        // While the account is followed, the server reports every change. One that hid something does not report when
        // it no longer does.
        let isReported = isFollowing && state.disagreement == nil
        let unasked = isReported ? paths.filter { latest[$0] == nil } : paths
        if isReported { await takeReported(paths.filter { latest[$0] != nil }, by: server) }
        for first in stride(from: 0, to: unasked.count, by: Self.scriptsAtOnce) {
            try await ask(Array(unasked[first..<min(first + Self.scriptsAtOnce, unasked.count)]), at: server)
        }
        return paths.filter { path in
            let status = latest[path] ?? nil
            return status != statuses[path] || status == nil && ledger.uses[path, default: 0] > 0
        }
    }

    /// Takes over the reports that have arrived and that no listener has read yet.
    private func takeReported(_ paths: [CoinAddressPath], by server: any CoinServer) async {
        let hashes = paths.map(hash)
        let reported = await server.reportedStatuses(of: hashes)
        for (path, hash) in zip(paths, hashes) {
            if let status = reported[hash] { latest[path] = .some(status) }
        }
    }

    /// Asks for the statuses of addresses.
    private func ask(_ paths: [CoinAddressPath], at server: any CoinServer) async throws(CoinError) {
        let answers = try await server.statuses(of: paths.map(hash))
        guard answers.count == paths.count else { throw .nonsense }
        for (path, answer) in zip(paths, answers) { latest[path] = .some(answer.status) }
    }

    private func hash(of path: CoinAddressPath) -> ScriptHash {
        ScriptHash(ofScript: ledger.scripts[path]?.bytes ?? [])
    }

    /// Fetches transactions, and adds and stores those that concern the account.
    ///
    /// All of them are listed in a history. Without one of them, a coin would be missing, or one that was spent would be
    /// there.
    ///
    /// One that spends a coin may arrive before the one that created the coin, so what seems not to concern the account
    /// is decided at the end.
    func fetch(_ ids: [TransactionID], from server: any CoinServer) async throws(CoinError) {
        let batches = stride(from: 0, to: ids.count, by: Self.batch).map {
            Array(ids[$0..<min($0 + Self.batch, ids.count)])
        }
        let utxoChain = record.utxoChain
        var (raws, weight) = ([TransactionID: [UInt8]](), 0)
        // Several rounds of requests at a time, so that the memory is bounded and the latency is shared.
        for first in stride(from: 0, to: batches.count, by: Self.requestsAtOnce) {
            let part = batches[first..<min(first + Self.requestsAtOnce, batches.count)]
            let results = await withTaskGroup(of: Result<[TransactionID: KnownTransaction?], CoinError>.self) { group in
                for batch in part { group.addTask { await Self.read(batch, from: server, on: utxoChain) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for result in results {
                let known = try result.get()
                let missing = Set(known.filter { $0.value == nil }.keys)
                guard missing.isEmpty else {
                    (withheld, contradicted) = (missing, [])
                    throw .withheld
                }
                for known in known.values.compactMap(\.self) {
                    ledger.add(LedgerTransaction(known, paths: ledger.paths, on: utxoChain, seen: now()))
                    raws[known.id] = known.bytes
                    weight += known.bytes.count
                }
            }
            if weight > Self.mostWaiting {
                raws = try await keepNew(raws)
                weight = raws.values.reduce(0) { $0 + $1.count }
                guard weight <= Self.mostWaiting else { throw .nonsense }
            }
        }
        for id in try await keepNew(raws).keys { ledger.remove(id) }
    }

    /// The maximum size of the transactions that are in memory before they are stored, in bytes.
    private static let mostWaiting = 16 << 20

    /// Requests and parses transactions; `nil` for one that the server does not have.
    private static func read(
        _ ids: [TransactionID], from server: any CoinServer, on utxoChain: UTXOChain
    ) async -> Result<[TransactionID: KnownTransaction?], CoinError> {
        do throws(CoinError) {
            let answers = try await server.transactions(ids)
            guard answers.count == ids.count else { throw .nonsense }
            var all: [TransactionID: KnownTransaction?] = [:]
            for (id, bytes) in zip(ids, answers) {
                guard let bytes else {
                    all.updateValue(nil, forKey: id)
                    continue
                }
                guard let known = await KnownTransaction.read(bytes, named: id, on: utxoChain),
                    known.transaction.isPlausible
                else { throw .nonsense }
                all[id] = known
            }
            return .success(all)
        } catch {
            return .failure(error)
        }
    }

    /// Stores the transactions that concern the account, and returns the others.
    private func keepNew(_ raws: [TransactionID: [UInt8]]) async throws(CoinError) -> [TransactionID: [UInt8]] {
        var (change, others) = (CoinAccountChange(), [TransactionID: [UInt8]]())
        for (id, raw) in raws {
            guard let transaction = ledger.transactions[id] else { continue }
            if ledger.concerns(transaction) { change.added.append((transaction, raw)) } else { others[id] = raw }
        }
        try await keep(change)
        return others
    }

    /// Requests proofs for what the server says to be in blocks, and keeps the places that are proven.
    func prove(_ claims: [TransactionID: Int?], at server: any CoinServer) async throws(CoinError) {
        let wanted = claims.compactMap { id, height -> MinedClaim? in
            guard let height, let known = ledger.transactions[id], known.block?.height != height else { return nil }
            return MinedClaim(id, size: known.plainSize, at: height)
        }
        let batches = stride(from: 0, to: wanted.count, by: Self.batch).map {
            Array(wanted[$0..<min($0 + Self.batch, wanted.count)])
        }
        for first in stride(from: 0, to: batches.count, by: Self.requestsAtOnce) {
            let part = batches[first..<min(first + Self.requestsAtOnce, batches.count)]
            let results = await withTaskGroup(of: Result<[(TransactionID, BlockPlace)], CoinError>.self) { group in
                for batch in part { group.addTask { await Self.places(of: batch, at: server) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            var change = CoinAccountChange()
            for result in results {
                for (id, place) in try result.get() {
                    ledger.prove(id, place)
                    if let transaction = ledger.transactions[id] { change.changed.append(transaction) }
                }
            }
            try await keep(change)
        }
    }

    private static func places(
        of claims: [MinedClaim], at server: any CoinServer
    ) async -> Result<[(TransactionID, BlockPlace)], CoinError> {
        do throws(CoinError) {
            let places = try await server.places(of: claims)
            guard places.count == claims.count else { throw .nonsense }
            return .success(
                zip(claims, places).compactMap { claim, place in
                    place.flatMap { $0.height == claim.height ? (claim.id, $0) : nil }
                })
        } catch {
            return .failure(error)
        }
    }
}
