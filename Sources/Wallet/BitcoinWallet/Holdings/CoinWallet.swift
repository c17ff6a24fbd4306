package import Bitcoin
package import Bridge
internal import Keys
import Messages
package import WalletCore

/// The accounts on Bitcoin and Bitcoin Cash: what they hold, their addresses, their history, and payments from them.
@MainActor package final class CoinWallet {
    /// Notes every change of the accounts.
    package let changes = HoldingsChanges()

    /// The names of tokens, if the user has set a registry.
    package var registry: TokenRegistry? { didSet { changes.note() } }

    let activeAccount: WalletSigner
    let coins: CoinSender
    let store: any CoinStore
    let journal: any Journal
    let recipients: any RecipientBook

    /// The accounts that are shown, in order.
    private(set) var records: [CoinAccountRecord] = []
    private(set) var synchronisers: [AccountID: AccountSynchroniser] = [:]
    private(set) var snapshots: [AccountID: CoinAccountSnapshot] = [:]

    /// The keys for which the accounts were opened: the address of the active account.
    private var openedFor = ""

    /// The version of the store from which the accounts were read.
    private var seen: Int64?

    /// The stored accounts that belong to other keys than the open ones.
    private var strangers: Set<AccountID> = []

    /// The accounts of the wallet that are shown; others were added since then.
    private var opened: [Account] = []

    /// The accounts here that belong to accounts of the wallet other than the active one.
    private(set) var ofOthers: Set<AccountID> = []

    /// The accounts at the usual paths of the wallet's accounts.
    private(set) var standardIDs: Set<AccountID> = []
    private var standardOrder: [AccountID] = [] { didSet { standardIDs = Set(standardOrder) } }

    /// The tokens of the Simple Ledger Protocol, by chain; they are looked for once an account has coins with them.
    private(set) var simpleLedger: [UTXOChain: SLPTokens] = [:]
    private var checkingTokens: Task<Void, Never>?

    /// The height of the newest block when the outcomes of pending payments were looked up.
    private var lookedUpAt: [UTXOChain: Int] = [:]

    /// How often the accounts were closed.
    private var timesClosed = 0
    private var opening: Opening?
    private var isFollowing = false

    /// The keys and accounts for which the accounts are being read, with the reading.
    private struct Opening {
        let address: String
        let accounts: [Account]
        let version: Int64
        let task: Task<Result<Void, CoinError>, Never>
    }

    /// Creates a wallet of the accounts in `store`.
    ///
    /// - Parameters:
    ///   - activeAccount: The keys; accounts of other keys are not shown.
    ///   - coins: Asks, signs and sends, and knows the servers.
    ///   - store: Where the accounts are kept.
    ///   - recipients: The addresses that the user has paid before.
    package init(
        activeAccount: WalletSigner, coins: CoinSender, store: any CoinStore, recipients: any RecipientBook
    ) {
        self.activeAccount = activeAccount
        self.coins = coins
        self.store = store
        self.recipients = recipients
        journal = coins.journal
        coins.serverChanges.add { [weak self] in self?.serversChanged() }
    }

    /// Whether the accounts are those of the keys that are open now.
    var isOpen: Bool { activeAccount.isOpen && openedFor == activeAccount.address(.bitcoin) }

    /// Reads the accounts of the open keys from the store, again once any process has changed it; servers are asked only
    /// about what another one has added.
    package func open() async throws(CoinError) {
        // The account in use and the store can change while the accounts are read: then they are read again.
        while true {
            guard activeAccount.isOpen else {
                await close()
                throw .keys
            }
            let (address, accounts) = (activeAccount.address(.bitcoin), activeAccount.accounts)
            let version = try storeVersion()
            guard !isOpen || opened != accounts || seen != version else { return }
            let current =
                opening
                ?? Opening(
                    address: address, accounts: accounts, version: version,
                    task: Task { await self.load(version) })
            opening = current
            let result = await current.task.value
            if opening?.task == current.task { opening = nil }
            guard current.address != address || current.accounts != accounts || current.version != version else {
                return try result.get()
            }
        }
    }

    /// Takes over what other processes have changed, if accounts are shown.
    package func takeStored() async {
        if isOpen { try? await open() }
    }

    private func storeVersion() throws(CoinError) -> Int64 {
        do throws(JournalError) {
            return try store.version()
        } catch {
            throw .journal
        }
    }

    /// Forgets the accounts, as when the wallet is locked.
    package func close() async {
        let old = Array(synchronisers.values)
        timesClosed += 1
        (records, synchronisers, snapshots, openedFor, isFollowing) = ([], [:], [:], "", false)
        (opened, ofOthers, standardOrder, strangers, seen) = ([], [], [], [], nil)
        checkingTokens?.cancel()
        (simpleLedger, checkingTokens) = ([:], nil)
        for synchroniser in old { await synchroniser.stop() }
        changes.note()
    }

    /// Shows the accounts that are not shown yet, from this version of the store.
    private func load(_ version: Int64) async -> Result<Void, CoinError> {
        if !isOpen { await close() }
        let (address, accounts) = (activeAccount.address(.bitcoin), activeAccount.accounts)
        let keys = AccountKeys(activeAccount)
        do throws(CoinError) {
            guard !isOpen || opened != accounts else {
                try await follow(keys)
                seen = version
                return .success(())
            }
            let standard = try await standardAccounts(accounts, keys)
            var stored = try await storedAccounts()
            let known = Set(stored.map(\.id))
            for record in standard.map(\.record) where !known.contains(record.id) {
                // One that cannot be stored is not shown.
                guard (try? await store.add(record)) != nil else { continue }
                stored.append(record)
            }
            let names = Dictionary(standard.map { ($0.record.id, $0.account.name) }) { first, _ in first }
            standardOrder = standard.map(\.record.id)
            ofOthers = Set(standard.filter { $0.account != accounts.first }.map(\.record.id))
            for var record in stored where isUsed(record.utxoChain) && synchronisers[record.id] == nil {
                if let name = names[record.id], !record.isWatchOnly {
                    record.name = name
                } else if !belongs(record, keys) {
                    continue
                }
                guard activeAccount.address(.bitcoin) == address else { throw CoinError.keys }
                try await show(record, keys)
            }
            sort(by: standardOrder)
            (openedFor, opened, seen) = (address, accounts, version)
            changes.note()
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Shows what other processes have added to the store, and hides what they have removed: accounts, labels, frozen coins
    /// and shown addresses.
    private func follow(_ keys: AccountKeys) async throws(CoinError) {
        let (before, time) = (records.map(\.id), timesClosed)
        for synchroniser in synchronisers.values { try await synchroniser.takeStored() }
        let stored = try await storedAccounts()
        let known = Set(stored.map(\.id))
        let gone = before.filter { !known.contains($0) }
        for id in gone { await hide(id) }
        var new: [AccountSynchroniser] = []
        for record in stored
        where isUsed(record.utxoChain) && synchronisers[record.id] == nil && !strangers.contains(record.id) {
            guard time == timesClosed else { throw CoinError.keys }
            guard belongs(record, keys) else {
                strangers.insert(record.id)
                continue
            }
            try await show(record, keys)
            if let synchroniser = synchronisers[record.id] { new.append(synchroniser) }
        }
        guard !new.isEmpty || !gone.isEmpty else { return }
        sort(by: standardOrder)
        changes.note()
        if isFollowing { Task { await Self.refresh(new, atOnce: Self.othersAtOnce) } }
    }

    private func hide(_ id: AccountID) async {
        await synchronisers[id]?.stop()
        records.removeAll { $0.id == id }
        (synchronisers[id], snapshots[id]) = (nil, nil)
    }

    /// Sorts the accounts: first those of the active account, last those of the other accounts.
    private func sort(by standard: [AccountID]) {
        let places = Dictionary(standard.enumerated().map { ($1, $0) }) { first, _ in first }
        let order = records.enumerated().sorted { left, right in
            rank(left.element.id, left.offset, places) < rank(right.element.id, right.offset, places)
        }
        records = order.map(\.element)
    }

    private func rank(_ id: AccountID, _ place: Int, _ places: [AccountID: Int]) -> (Int, Int) {
        guard let standard = places[id] else { return (1, place) }
        return (ofOthers.contains(id) ? 2 : 0, standard)
    }

    func storedAccounts() async throws(CoinError) -> [CoinAccountRecord] {
        do throws(JournalError) {
            return try await store.accounts()
        } catch {
            throw .journal
        }
    }

    /// Whether the accounts on a chain are shown: those on a test network only while it has a server.
    func isUsed(_ utxoChain: UTXOChain) -> Bool {
        coins.servers[utxoChain] != nil || (!utxoChain.isTest && !coins.hidesUnserved)
    }

    /// Shows the accounts on the test networks that have a server now, and hides those of the others.
    private func useTestNetworks() async {
        if let opening { _ = await opening.task.value }
        for record in records where !isUsed(record.utxoChain) { await hide(record.id) }
        guard isOpen else { return }
        opened = []
        try? await open()
    }

    private func show(_ record: CoinAccountRecord, _ keys: AccountKeys) async throws(CoinError) {
        let (id, time) = (record.id, timesClosed)
        let synchroniser = AccountSynchroniser(
            record, source: source(of: record, keys), server: coins.servers[record.utxoChain], store: store,
            now: coins.now, onChange: { [weak self] snapshot in await self?.update(id, snapshot, of: time) })
        records.append(record)
        synchronisers[id] = synchroniser
        snapshots[id] = await synchroniser.snapshot
        try await synchroniser.open()
    }

    private func update(_ id: AccountID, _ snapshot: CoinAccountSnapshot, of time: Int) {
        // Two reports can arrive in another order than they were made, and after the accounts were closed.
        guard time == timesClosed, synchronisers[id] != nil,
            snapshots[id].map({ $0.number <= snapshot.number }) ?? true
        else { return }
        snapshots[id] = snapshot
        changes.note()
        checkTokens()
        lookUpPayments(on: snapshot.record.utxoChain, at: snapshot.state)
    }

    /// Looks up pending payments once for each new block: one that no server has any more has an unknown outcome.
    private func lookUpPayments(on utxoChain: UTXOChain, at state: SyncState) {
        guard state.phase == .current, lookedUpAt[utxoChain] != state.height else { return }
        lookedUpAt[utxoChain] = state.height
        Task { if await coins.resolve(on: utxoChain) { changes.note() } }
    }

    /// Looks for the tokens of the Simple Ledger Protocol in coins in which it was not done yet, one after the other.
    private func checkTokens() {
        guard checkingTokens == nil, nextTokens(besides: []) != nil else { return }
        let time = timesClosed
        checkingTokens = Task { [weak self] in
            var failed: Set<OutPoint> = []
            while !Task.isCancelled, let self, let (tokens, coin) = self.nextTokens(besides: failed) {
                do throws(CoinError) {
                    try await tokens.check(coin)
                } catch {
                    // It is tried again after the next news of an account.
                    failed.insert(coin)
                    guard failed.count < Self.mostFailures else { break }
                }
                guard time == self.timesClosed else { return }
                self.changes.note()
            }
            if time == self?.timesClosed { self?.checkingTokens = nil }
        }
    }

    /// The number of coins after which it is tried again later, if their transactions cannot be read.
    private static let mostFailures = 8

    /// The next coin in which tokens were not looked for, the oldest first: what others sent later must not delay it.
    private func nextTokens(besides failed: Set<OutPoint>) -> (SLPTokens, OutPoint)? {
        for record in records where record.utxoChain.ledger == .bitcoinCash {
            let coins = (snapshots[record.id]?.simpleLedgerCoins ?? []).filter { !failed.contains($0.outPoint) }
            guard !coins.isEmpty else { continue }
            let utxoChain = record.utxoChain
            let tokens =
                simpleLedger[utxoChain]
                ?? SLPTokens(on: utxoChain) { [weak coins = self.coins] in coins?.servers[utxoChain] }
            simpleLedger[utxoChain] = tokens
            if let coin = tokens.unchecked(coins) { return (tokens, coin.outPoint) }
        }
        return nil
    }

    /// Uses the servers that are set now.
    private func serversChanged() {
        let wasFollowing = isFollowing
        isFollowing = false
        let all = Array(synchronisers.values)
        let servers = coins.servers
        Task {
            for synchroniser in all { await synchroniser.use(servers[synchroniser.record.utxoChain]) }
            await self.useTestNetworks()
            if wasFollowing { await self.refresh() }
        }
    }

    /// Asks the servers, and follows changes until the wallet is locked.
    ///
    /// The accounts of the active account come first, and the others a few at a time, so that the user does not wait for
    /// them and no server gets all questions at once.
    package func refresh() async {
        guard (try? await open()) != nil else { return }
        isFollowing = true
        let all = records.compactMap { synchronisers[$0.id] }
        let others = all.filter { ofOthers.contains($0.record.id) }
        await Self.refresh(all.filter { !ofOthers.contains($0.record.id) }, atOnce: all.count)
        await Self.refresh(others, atOnce: Self.othersAtOnce)
    }

    /// The number of other accounts for which servers are asked at a time.
    private static let othersAtOnce = 4

    private nonisolated static func refresh(_ synchronisers: [AccountSynchroniser], atOnce most: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for (place, synchroniser) in synchronisers.enumerated() {
                if place >= most { await group.next() }
                group.addTask {
                    await synchroniser.follow()
                    try? await synchroniser.synchronise()
                }
            }
        }
    }

    /// Adds an account, and asks the servers for it.
    package func add(_ record: CoinAccountRecord) async throws(RPCError) {
        do throws(JournalError) {
            try await store.add(record)
        } catch {
            throw RPCError(CoinError.journal)
        }
        guard isOpen, synchronisers[record.id] == nil else { return }
        do throws(CoinError) {
            try await show(record, AccountKeys(activeAccount))
        } catch {
            throw RPCError(error)
        }
        changes.note()
        if isFollowing { Task { await self.refresh() } }
    }

    /// Removes an account that is only watched, with what is known of it.
    package func unwatch(_ id: AccountID) async throws(RPCError) {
        guard try account(id).snapshot.record.isWatchOnly else {
            throw RPCError(.failed, sentence: localizable("Only watch-only accounts can be removed."))
        }
        do throws(JournalError) {
            try await store.remove(id)
        } catch {
            throw RPCError(CoinError.journal)
        }
        await hide(id)
        changes.note()
    }

    /// The account with an ID, and what is known of it.
    ///
    /// - Throws: ``/Bridge/RPCError/locked`` while the wallet is locked, or an error for an unknown account.
    func account(_ id: AccountID) throws(RPCError) -> (synchroniser: AccountSynchroniser, snapshot: CoinAccountSnapshot)
    {
        guard isOpen else { throw .locked }
        guard let synchroniser = synchronisers[id], let snapshot = snapshots[id] else {
            throw RPCError(.failed, sentence: localizable("The wallet does not have this account."))
        }
        return (synchroniser, snapshot)
    }
}
