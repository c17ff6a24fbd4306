package import BitcoinWallet
package import Bridge
package import EthereumWallet
package import WalletCore

/// What the wallet holds on all chains, and the parts that receive, send and list it.
@MainActor package final class WalletHoldings {
    /// Notes every change of ``accounts``.
    package let changes = HoldingsChanges()

    /// The sources of balances, in the order in which accounts are listed.
    package var balances: [any BalanceSource] { didSet { observe() } }

    /// The parts for each kind of chain, by the namespace of its identifier (CAIP-2).
    package let addresses: [String: any AddressSource]
    package let payments: [String: any PaymentSource]
    package let coinControl: [String: any CoinControl]

    /// The histories; the first one that has a transaction describes it.
    package let histories: [any HistorySource]

    /// The sources of names, in the order in which they are asked.
    package let names: [any NameSource]

    /// The names of addresses on EVM chains, as their owners chose them.
    package let addressNames: AddressNames
    package let allowances: any AllowanceSource
    package var discoveries: [any AccountDiscovery]

    /// The accounts on Bitcoin and Bitcoin Cash.
    package let coinWallet: CoinWallet

    /// The addresses on EVM chains whose keys are not in this wallet.
    package let watchedEthereum: WatchedEthereum

    /// The user's names for addresses.
    package let contacts: any ContactBook

    /// The latest balances, kept across restarts.
    private let storedBalances: any BalanceStore
    private let movements: TokenMovements
    private let coinMovements: NativeMovements
    private var earlier: [AccountID: AccountSummary] = [:]
    private var isLoaded = false
    private var observers: [Task<Void, Never>] = []

    /// The number of searches for movements of tokens after a new block, which continue until the first one.
    private nonisolated static let searchesPerBlock = 12

    /// Where the parts keep what must survive a restart.
    package struct Storage {
        package let coins: any CoinStore
        package let storedBalances: any BalanceStore
        package let notes: any NoteStore
        package let contacts: any ContactBook
        package let coinMovements: any NativeMovementStore
        package let movements: any MovementStore
        package let watched: any WatchedAddressStore

        /// Creates the storage.
        package init(
            coins: any CoinStore, storedBalances: any BalanceStore, notes: any NoteStore, contacts: any ContactBook,
            coinMovements: any NativeMovementStore, movements: any MovementStore, watched: any WatchedAddressStore
        ) {
            self.movements = movements
            self.watched = watched
            self.coins = coins
            self.storedBalances = storedBalances
            self.notes = notes
            self.contacts = contacts
            self.coinMovements = coinMovements
        }
    }

    /// Creates the parts from those of a wallet.
    package init(
        activeAccount: WalletSigner, ethereum: EthereumAccounts, knowledge: EthereumKnowledge,
        sending: EthereumSending, coins: CoinSender, journal: any Journal, recipients: any RecipientBook,
        storage: Storage, clock: WalletClock
    ) {
        let chains = ethereum.chains
        let evm = EthereumBalances(
            activeAccount: activeAccount, chains: chains, tokens: knowledge.tokens, clock: clock)
        let watched = WatchedEthereum(
            sites: ethereum.sites, chains: chains, knowledge: knowledge, store: storage.watched,
            movements: storage.movements, coinMovements: storage.coinMovements, clock: clock)
        let evmPayments = EthereumPayments(accounts: ethereum, sending: sending, balances: evm, watched: watched)
        let coinWallet = CoinWallet(
            activeAccount: activeAccount, coins: coins, store: storage.coins, recipients: recipients)
        let movements = TokenMovements(
            activeAccount: activeAccount, chains: chains, knowledge: knowledge, store: storage.movements)
        let coinMovements = NativeMovements(activeAccount: activeAccount, chains: chains, store: storage.coinMovements)
        evm.onBlock = { [weak evm] in
            let heads = evm?.blocks ?? [:]
            await coinMovements.refresh(most: Self.searchesPerBlock, heads: heads)
            await movements.refresh(most: Self.searchesPerBlock, heads: heads)
        }
        self.coinMovements = coinMovements
        self.coinWallet = coinWallet
        self.movements = movements
        watchedEthereum = watched
        balances = [coinWallet, evm, watched]
        addresses = ["bip122": coinWallet, "eip155": evmPayments]
        payments = ["bip122": coinWallet, "eip155": evmPayments]
        coinControl = ["bip122": coinWallet]
        histories = [
            coinWallet,
            JournalHistory(
                journal: journal, chains: chains, notes: storage.notes,
                JournalHistory.Sources(
                    moved: {
                        HistoryItem.moved(tokens: movements.items, coins: coinMovements.items) + watched.movements
                    },
                    owners: { Self.owners(activeAccount, coinWallet, watched) }, heads: { evm.blocks })),
        ]
        let ensNames = EthereumNames(chains: chains)
        names = [ensNames]
        addressNames = AddressNames(source: ensNames, clock: clock)
        knowledge.names = addressNames
        allowances = EthereumAllowances(
            activeAccount: activeAccount, chains: chains, knowledge: knowledge, sending: sending, clock: clock)
        discoveries = [CoinDiscovery(coinWallet)]
        storedBalances = storage.storedBalances
        contacts = storage.contacts
        observe()
    }

    isolated deinit {
        for observer in observers { observer.cancel() }
    }

    /// The accounts with the latest balances; none while the wallet is locked.
    package var accounts: [AccountSummary] {
        balances.flatMap(\.accounts).map { $0.filled(from: earlier[$0.id]) }
    }

    /// Asks all servers, and stores what they say; it never fails.
    package func refresh() async {
        if !isLoaded {
            isLoaded = true
            await readEarlier()
        }
        let questions = balances.map { source in Task { await source.refresh() } }
        for question in questions { await question.value }
        await movements.refresh()
        await coinMovements.refresh()
    }

    /// Reads the accounts of a wallet that was just unlocked, and takes over what other processes have changed.
    package func open() async {
        try? await coinWallet.open()
        await takeStored()
    }

    /// Takes over what other processes have changed; servers are asked only about new accounts.
    package func takeStored() async {
        try? watchedEthereum.read()
        await coinWallet.takeStored()
        if isLoaded { await readEarlier() }
    }

    /// Reads the balances that a server reported earlier, to any process.
    private func readEarlier() async {
        guard let stored = try? await storedBalances.load() else { return }
        let now = Dictionary(stored.map { ($0.id, $0) }) { $1 }
        guard now != earlier else { return }
        earlier = now
        changes.note()
    }

    /// Forgets the accounts of keys that are no longer open.
    package func close() async { await coinWallet.close() }

    /// The part of `parts` for the chain of `account`.
    package func part<Part>(_ parts: [String: Part], for account: AccountID) throws(RPCError) -> Part {
        guard let part = parts[account.chain.namespace] else {
            throw RPCError(.unsupported, "The wallet cannot do this on this network.")
        }
        return part
    }

    /// The history of all accounts, the newest first.
    package func history(_ filter: HistoryFilter, limit: Int) async throws(RPCError) -> [HistoryItem] {
        // If it cannot be opened, its history says so.
        try? await coinWallet.open()
        var parts: [[HistoryItem]] = []
        for source in histories { parts.append(try await source.history(filter, limit: limit)) }
        return await Self.merged(parts, limit: limit)
    }

    /// An export has thousands of items, which are not sorted on the main actor.
    @concurrent private static func merged(_ histories: [[HistoryItem]], limit: Int) async -> [HistoryItem] {
        HistoryItem.merged(histories, limit: limit)
    }

    /// What the history lacks of the accounts on EVM chains that `filter` lets through.
    package func gaps(_ filter: HistoryFilter) -> [HistoryGap] {
        (movements.gaps + coinMovements.gaps + watchedEthereum.gaps).filter(filter.concerns)
    }

    /// The bytes of a transaction; `nil` if no source has them.
    package func raw(_ item: HistoryItem) async -> [UInt8]? {
        for source in histories {
            if let raw = await source.raw(item.txid, of: item.account) { return raw }
        }
        return nil
    }

    /// Stores a note of a transaction.
    package func note(_ text: String, on txid: String, of account: AccountID) async throws(RPCError) {
        let isOfCoins = coinWallet.accounts.contains { $0.id == account }
        try await (isOfCoins ? histories.first : histories.last)?.note(text, on: txid, of: account)
    }

    private func observe() {
        for observer in observers { observer.cancel() }
        observers = balances.map { source in
            Task { [weak self] in
                for await _ in source.changes.observe() {
                    guard let self else { return }
                    changes.note()
                    await keep(source.accounts)
                }
            }
        }
        for moved in [movements.changes, coinMovements.changes] + histories.dropFirst().map(\.changes) {
            observers.append(
                Task { [changes] in
                    for await _ in moved.observe() { changes.note() }
                })
        }
    }

    /// The addresses of the open wallet and those that it watches, in lower case and without a prefix.
    private static func owners(
        _ account: WalletSigner, _ coins: CoinWallet, _ watched: WatchedEthereum
    ) -> Set<String> {
        let own = account.ethereumAddresses.map(\.address) + AddressKind.allCases.map { account.address($0) }
        let all = own + (coins.accounts + watched.accounts).map(\.id.address)
        return Set(all.map { $0.split(separator: ":").last?.lowercased() ?? "" })
    }

    /// Stores the balances that servers have reported.
    private func keep(_ accounts: [AccountSummary]) async {
        let answered = accounts.filter { $0.balances.contains { $0.units != nil && $0.state == .current } }
        guard !answered.isEmpty else { return }
        for account in answered { earlier[account.id] = account.withKnownBalances }
        try? await storedBalances.keep(answered)
    }
}

extension HistoryItem {
    /// The items of several histories, the newest first; the first history that has a transaction describes it.
    package static func merged(_ histories: [[HistoryItem]], limit: Int) -> [HistoryItem] {
        var items: [HistoryItem] = []
        for (place, history) in histories.enumerated() {
            let known = Set(items.map(\.place))
            items += place == 0 ? history : history.filter { !known.contains($0.place) }
        }
        return Array(items.sorted { ($0.at ?? .max, $0.txid) > ($1.at ?? .max, $1.txid) }.prefix(max(limit, 0)))
    }

    /// The chain and the ID.
    private var place: String { "\(account.chain) \(txid)" }
}
