internal import Bitcoin
internal import Bridge
internal import WalletCore

/// Keeps an account up to date: it derives addresses, subscribes to them, fetches what is new, and checks it.
///
/// All work is done off the main actor. Only the histories of scripts whose status has changed are fetched, and each
/// transaction once. A transaction counts as confirmed only with a proof, and if the block is no longer part of the
/// chain, it is unconfirmed again. Nothing that was proven disappears because a server does not show it.
package actor AccountSynchroniser {
    /// The maximum number of transactions of an account.
    static let mostTransactions = 200_000

    /// The maximum number of addresses of an account, so that a server cannot make the search endless.
    static let mostAddresses = 40_000

    /// The number of scripts that are asked about in one round.
    static let scriptsAtOnce = 500

    /// The number of transactions or proofs in one request, and the number of such requests at the same time.
    static let batch = 50
    static let requestsAtOnce = 4

    /// The maximum number of bytes that servers may send for one synchronisation.
    private static let mostBytes = 512 << 20

    /// The account.
    package nonisolated let record: CoinAccountRecord

    let store: any CoinStore
    var server: (any CoinServer)?
    let now: @Sendable () -> Int64
    private var source: (any ScriptSource)?
    private let onChange: @Sendable (CoinAccountSnapshot) async -> Void

    var ledger: CoinLedger
    var notes = CoinNotes()

    /// The status of each history that was read completely.
    var statuses: [CoinAddressPath: String] = [:]

    /// The addresses that were shown to the user, or reserved for change.
    var shown: Set<CoinAddressPath> = []

    /// The status of each address that the server reported last.
    var latest: [CoinAddressPath: String?] = [:]

    /// The heights that a server claims without a proof, by transaction.
    var unproven: [TransactionID: Int] = [:]

    /// The unconfirmed transactions of which no history has shown that the servers still have them.
    var unshown: Set<TransactionID> = []

    /// The height of the newest block when all addresses were last compared with another server, or could not be.
    var comparedAt: Int?
    var notComparedAt: Int?

    /// The transactions that the last servers listed and did not provide.
    var withheld: Set<TransactionID> = []

    /// The addresses whose history is not the one of the status that the last server reports.
    var contradicted: Set<CoinAddressPath> = []

    /// The transactions that no server provided or proved although one of them lists them.
    private var doubted: Set<TransactionID> = []

    /// The addresses of which no server gave the history of the status that it reports.
    private var contradictedByAll: Set<CoinAddressPath> = []

    var state = SyncState()
    var isOpen = false

    /// The number of reports to the observer.
    private var reports = 0
    private var passes: Task<Result<Void, CoinError>, Never>?
    private var isDirty = false
    private var listeners: [Task<Void, Never>] = []
    private var followers: [Task<Void, Never>] = []
    private var heard: Set<ScriptHash> = []

    /// Creates a synchroniser; ``open()`` reads what is stored.
    ///
    /// - Parameters:
    ///   - record: The account.
    ///   - source: Derives its scripts; `nil` while they cannot be derived.
    ///   - server: The servers, or `nil`.
    ///   - store: Where the account is kept.
    ///   - now: The time in seconds since 1970.
    ///   - onChange: Called with the account after each change.
    package init(
        _ record: CoinAccountRecord, source: (any ScriptSource)?, server: (any CoinServer)?, store: any CoinStore,
        now: @escaping @Sendable () -> Int64,
        onChange: @escaping @Sendable (CoinAccountSnapshot) async -> Void = { _ in }
    ) {
        self.record = record
        self.source = source
        self.server = server
        self.store = store
        self.now = now
        self.onChange = onChange
        ledger = CoinLedger(record.utxoChain)
    }

    /// The account at this moment.
    package var snapshot: CoinAccountSnapshot {
        CoinAccountSnapshot(
            record: record, ledger: ledger, coins: ledger.coins, notes: notes, state: state, number: reports)
    }

    /// Reads what is stored, and derives the first addresses; no server is asked.
    package func open() async throws(CoinError) {
        guard !isOpen else { return }
        let contents: CoinAccountContents
        do throws(JournalError) {
            contents = try await store.contents(of: record.id)
            notes = try await store.notes(of: record.id)
        } catch {
            throw .journal
        }
        guard !isOpen else { return }
        isOpen = true
        for address in contents.addresses.sorted(by: { $0.path < $1.path }) {
            ledger.watch(address.scripts, at: address.path)
            statuses[address.path] = address.status
            if address.isShown {
                shown.insert(address.path)
                ledger.show(address.path)
            }
        }
        for transaction in contents.transactions { ledger.add(transaction) }
        // A server may have accepted one of them without passing it on.
        unshown = Set(contents.transactions.filter { $0.block == nil }.map(\.id))
        state.synced = contents.synced
        // Without keys or a store that can be written, those that are known must do.
        _ = try? await extend()
        await report()
    }

    /// Uses another server, or none.
    package func use(_ server: (any CoinServer)?) {
        stop()
        self.server = server
        state.phase = .idle
        state.disagreement = nil
        (comparedAt, notComparedAt, doubted, contradictedByAll) = (nil, nil, [], [])
    }

    /// Uses another source of scripts, or none while the wallet is locked.
    package func derive(with source: (any ScriptSource)?) { self.source = source }

    /// Asks the servers for everything that is new; a call during a synchronisation waits for another one.
    package func synchronise() async throws(CoinError) {
        try await open()
        isDirty = true
        let task = passes ?? Task { await self.passUntilClean() }
        passes = task
        try await task.value.get()
    }

    /// Follows the changes that servers report, until ``stop()``.
    package func follow() {
        guard followers.isEmpty, let server else { return }
        followers = [
            Task { [weak self] in
                for await _ in await server.tips() {
                    guard let self, !Task.isCancelled else { return }
                    try? await self.synchronise()
                }
            },
            Task { [weak self] in
                for await _ in await server.interruptions() {
                    guard let self, !Task.isCancelled else { return }
                    try? await self.synchronise()
                }
            },
        ]
        listen()
    }

    /// Ends following.
    package func stop() {
        for follower in followers { follower.cancel() }
        followers = []
        for listener in listeners { listener.cancel() }
        listeners = []
        heard = []
        latest = [:]
    }

    /// Whether the server reports the changes of every address that was asked about.
    var isFollowing: Bool { !followers.isEmpty }

    /// Subscribes to the scripts that are not subscribed to yet.
    func listen() {
        guard isFollowing, let server else { return }
        let new = ledger.scripts.values.map { ScriptHash(ofScript: $0.bytes) }.filter { !heard.contains($0) }
        guard !new.isEmpty else { return }
        heard.formUnion(new)
        listeners.append(
            Task { [weak self] in
                for await change in await server.statusChanges(of: new) {
                    guard let self, !Task.isCancelled else { return }
                    await self.heed(change)
                }
            })
    }

    /// Handles a report about a script; one that is known already changes nothing.
    private func heed(_ change: ScriptStatus) async {
        guard let path = path(of: change.script) else { return }
        latest[path] = .some(change.status)
        guard statuses[path] != change.status else { return }
        try? await synchronise()
    }

    private var pathsOfHashes: [ScriptHash: CoinAddressPath] = [:]

    private func path(of hash: ScriptHash) -> CoinAddressPath? {
        if pathsOfHashes.count != ledger.scripts.count {
            pathsOfHashes = Dictionary(
                ledger.scripts.map { (ScriptHash(ofScript: $0.value.bytes), $0.key) },
                uniquingKeysWith: { first, _ in first })
        }
        return pathsOfHashes[hash]
    }

    private func passUntilClean() async -> Result<Void, CoinError> {
        defer { passes = nil }
        var result = Result<Void, CoinError>.success(())
        while isDirty {
            isDirty = false
            result = await ScanBudget.$current.withValue(ScanBudget(Self.mostBytes)) { await pass() }
            if case .failure = result { break }
        }
        isDirty = false
        return result
    }

    private func pass() async -> Result<Void, CoinError> {
        state.begin()
        await report()
        do throws(CoinError) {
            guard let server else { throw .notConfigured }
            try await passes(at: server)
            state.phase = .current
            listen()
            await report()
            return .success(())
        } catch {
            state.phase = .failed(error)
            await report()
            return .failure(error)
        }
    }

    /// One synchronisation with `server`; the others are each asked once for what no server has provided or proved.
    private func passes(at server: any CoinServer) async throws(CoinError) {
        let others = await server.others().count
        var (turns, isAskedAgain) = (others + 1, state.disagreement != nil)
        while true {
            do throws(CoinError) {
                try await pass(at: server)
                // Of two servers, one hears of a block first.
                if state.disagreement != nil, !isAskedAgain {
                    isAskedAgain = true
                    continue
                }
                let open = Set(unproven.keys)
                guard others > 0, !open.isSubset(of: doubted) else { return }
                guard turns > 0 else {
                    doubted.formUnion(open)
                    return
                }
            } catch .withheld {
                let isNew = !withheld.isSubset(of: doubted) || !contradicted.isSubset(of: contradictedByAll)
                guard turns > 0, isNew else {
                    doubted.formUnion(withheld)
                    contradictedByAll.formUnion(contradicted)
                    throw .withheld
                }
            }
            // A transaction may just have been replaced, so the same server is asked once more.
            if turns <= others { await server.useNext() }
            turns -= 1
            latest = [:]
        }
    }

    /// Passes the account to its observer.
    func report() async {
        reports += 1
        await onChange(snapshot)
    }

    /// Stores a change of the account.
    func keep(_ change: CoinAccountChange) async throws(CoinError) {
        guard !change.isEmpty else { return }
        do throws(JournalError) {
            try await store.apply(change, to: record.id)
        } catch {
            throw .journal
        }
    }

    /// What is stored of an address.
    func address(at path: CoinAddressPath) -> CoinAccountContents.Address? {
        ledger.scripts[path].map { script in
            CoinAccountContents.Address(
                path: path, scripts: AddressScripts(script, redeem: ledger.redeemScripts[path]),
                status: statuses[path], isShown: shown.contains(path))
        }
    }

    /// Derives the addresses that are missing up to the gap; without a source of scripts, the known ones must do.
    ///
    /// - Returns: The paths of the new ones.
    func extend() async throws(CoinError) -> [CoinAddressPath] {
        guard let source else { return [] }
        var new: [CoinAddressPath] = []
        var change = CoinAccountChange()
        for branch in record.branches {
            let missing = record.isSingleAddress ? 0..<(ledger.scripts.isEmpty ? 1 : 0) : ledger.missing(branch)
            guard !missing.isEmpty else { continue }
            guard ledger.scripts.count + missing.count <= Self.mostAddresses else { throw .nonsense }
            let scripts = try await source.scripts(branch, missing)
            guard scripts.count == missing.count else { throw .keys }
            for (index, address) in zip(missing, scripts) {
                let path = CoinAddressPath(branch, index)
                ledger.watch(address, at: path)
                new.append(path)
                change.addresses.append(CoinAccountContents.Address(path: path, scripts: address))
            }
        }
        try await keep(change)
        return new
    }
}
