import BigInt
package import Bridge
import Ethereum
import Keys
import Messages
package import WalletCore

/// The addresses on EVM chains that the wallet only watches, or whose keys are on hardware wallets: what they hold, and their
/// transfers of tokens.
@MainActor package final class WatchedEthereum: BalanceSource {
    package let changes = HoldingsChanges()

    private let sites: SiteAccounts
    private let chains: ChainBook
    private let knowledge: EthereumKnowledge
    private let store: any WatchedAddressStore
    private let movementStore: any MovementStore
    private let coinStore: any NativeMovementStore
    private let clock: WalletClock

    /// The version of the store from which the addresses were read.
    private var seen: Int64?

    /// A watched address and the sources that ask about it.
    private struct Entry {
        let address: WatchedAddress
        let balances: EthereumBalances
        let movements: TokenMovements
        let coinMovements: NativeMovements
        let observers: [Task<Void, Never>]
    }

    private var entries: [Entry] = []

    /// The number of searches for movements of an address on each chain after a new block.
    private static let searchesPerBlock = 4

    /// The maximum number of addresses: each is asked about on each chain.
    private static let most = 20

    private var activeAccount: WalletSigner { sites.activeAccount }

    /// Creates the watched addresses in `store`, which are shown while the account of `sites` is open.
    package init(
        sites: SiteAccounts, chains: ChainBook, knowledge: EthereumKnowledge,
        store: any WatchedAddressStore, movements: any MovementStore, coinMovements: any NativeMovementStore,
        clock: WalletClock
    ) {
        self.sites = sites
        self.chains = chains
        self.knowledge = knowledge
        self.store = store
        movementStore = movements
        coinStore = coinMovements
        self.clock = clock
    }

    isolated deinit {
        for observer in entries.flatMap(\.observers) { observer.cancel() }
    }

    package var accounts: [AccountSummary] {
        // An account that can sign is shown among those of the wallet.
        let own = Set(activeAccount.ethereumAddresses.map(\.address))
        return entries.filter { !own.contains($0.address.address) }.flatMap(\.balances.accounts)
    }

    /// The movements of tokens and coins, the newest first for each address.
    package var movements: [HistoryItem] {
        besides.flatMap { HistoryItem.moved(tokens: $0.movements.items, coins: $0.coinMovements.items) }
    }

    /// What ``movements`` lack.
    package var gaps: [HistoryGap] { besides.flatMap { $0.movements.gaps + $0.coinMovements.gaps } }

    /// The entries without that of the account in use, which others ask about.
    private var besides: [Entry] {
        guard activeAccount.isOpen else { return [] }
        return entries.filter { $0.address.address != activeAccount.address(.ethereum) }
    }

    package func refresh() async {
        guard activeAccount.isOpen else { return }
        try? read()
        await Self.ask(entries)
    }

    private static func ask(_ entries: [Entry]) async {
        let questions = entries.map { entry in
            Task {
                await entry.balances.refresh()
                await entry.movements.refresh()
                await entry.coinMovements.refresh()
            }
        }
        for question in questions { await question.value }
    }

    /// Takes over what any process has changed in the store; nodes are asked only about what another one has added.
    package func read() throws(JournalError) {
        guard activeAccount.isOpen else { return }
        let isFirst = seen == nil
        let new = try take()
        if !isFirst, !new.isEmpty { Task { await Self.ask(new) } }
    }

    /// Shows the addresses that are stored now.
    ///
    /// - Returns: The new ones.
    @discardableResult private func take() throws(JournalError) -> [Entry] {
        let version = try store.version()
        guard version != seen else { return [] }
        let stored = try store.watchedAddresses()
        seen = version
        guard stored != entries.map(\.address) else { return [] }
        for entry in entries where !stored.contains(entry.address) {
            for observer in entry.observers { observer.cancel() }
        }
        let kept = Dictionary(entries.map { ($0.address, $0) }) { $1 }
        entries = stored.map { kept[$0] ?? entry(of: $0) }
        nameDevices()
        changes.note()
        return entries.filter { kept[$0.address] == nil }
    }

    /// Lets sites be connected to the accounts whose keys devices have.
    private func nameDevices() {
        sites.set(
            devices: entries.compactMap { entry in
                entry.address.device.map {
                    WalletAddress(Account(name: entry.address.name, device: $0), entry.address.address)
                }
            })
    }

    /// The accounts whose keys are on hardware wallets, in the order in which they were added.
    package var devices: [WatchedAddress] { entries.map(\.address).filter { $0.device != nil } }

    private func entry(of address: WatchedAddress) -> Entry {
        let holder = EthereumHolder.watched(address, while: activeAccount)
        let balances = EthereumBalances(holder, chains: chains, tokens: knowledge.tokens, clock: clock)
        let movements = TokenMovements(holder, chains: chains, knowledge: knowledge, store: movementStore)
        let coinMovements = NativeMovements(holder, chains: chains, store: coinStore)
        let observers = [balances.changes, movements.changes, coinMovements.changes].map { source in
            Task { [changes] in
                for await _ in source.observe() { changes.note() }
            }
        }
        // With the first block, the movements were searched just now.
        var (blocks, amounts) = (0, nil as [AccountID: [AssetID: BigUInt]]?)
        balances.onBlock = { [weak self, weak balances] in
            guard let self, let balances,
                let place = entries.firstIndex(where: { $0.address.address == address.address })
            else { return }
            let (count, now) = (entries.count, balances.amounts)
            // A movement usually changes a balance. Others are found when it is the turn of the address, one at each block,
            // because nodes limit the number of requests.
            let isTurn = blocks % count == place
            let isChanged = amounts.map { $0 != now } ?? false
            (blocks, amounts) = ((blocks + 1) % count, now)
            guard isTurn || isChanged else { return }
            await movements.refresh(most: Self.searchesPerBlock, heads: balances.blocks)
            await coinMovements.refresh(most: Self.searchesPerBlock, heads: balances.blocks)
        }
        return Entry(
            address: address, balances: balances, movements: movements, coinMovements: coinMovements,
            observers: observers)
    }

    /// Adds an address.
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - name: The user's name for it.
    /// - Returns: The address in its canonical form.
    /// - Throws: Why it cannot be watched.
    package func watch(_ text: String, named name: String) async throws(RPCError) -> WatchedAddress {
        try await add(try Self.watched(text, named: name))
    }

    /// Adds an account whose key a device has; one that was only watched can be signed for from now on.
    ///
    /// - Throws: Why it cannot be added.
    @discardableResult package func add(_ address: WatchedAddress) async throws(RPCError) -> WatchedAddress {
        guard activeAccount.isOpen else { throw .locked }
        _ = try? take()
        let own = activeAccount.ethereumAddresses.filter { $0.account.device == nil }.map(\.address)
        try Self.check(address, among: entries.map(\.address), own: own)
        do throws(JournalError) {
            try await store.watch(address)
            try take()
        } catch {
            throw RPCError(.failed, sentence: localizable("The account could not be saved."))
        }
        return address
    }

    /// Removes an address.
    package func unwatch(_ address: String) async throws(RPCError) {
        let removed = entries.filter { $0.address.address == address }
        do throws(JournalError) {
            try await store.unwatch(address)
            try take()
        } catch {
            throw RPCError(.failed, sentence: localizable("The account could not be saved."))
        }
        for entry in removed {
            await entry.movements.forget()
            await entry.coinMovements.forget()
        }
    }
}

extension WatchedEthereum: AddressSource {
    /// The address itself.
    package func addresses(of account: AccountID) throws(RPCError) -> [ReceiveAddress] {
        guard activeAccount.isOpen else { throw .locked }
        guard let known = entries.first(where: { $0.address.address.lowercased() == account.address.lowercased() })
        else {
            throw RPCError(.failed, sentence: localizable("The wallet does not have this account."))
        }
        return [
            ReceiveAddress(
                account, forms: [.init(.usual, known.address.address)],
                path: known.address.device?.path.description ?? "", state: .shown)
        ]
    }

    package func newAddress(of account: AccountID) async throws(RPCError) -> ReceiveAddress {
        guard let address = try addresses(of: account).first else { throw .locked }
        return address
    }
}

extension WatchedEthereum {
    /// Whether `text` is an address of EVM chains.
    package nonisolated static func isAddress(_ text: String) -> Bool { (try? EthereumAddress(text)) != nil }

    /// The address in `text`, with a name.
    package static func watched(_ text: String, named name: String) throws(RPCError) -> WatchedAddress {
        do throws(EthereumError) {
            return WatchedAddress(try EthereumAddress(text).description, name: name)
        } catch {
            throw RPCError(.invalidParameters, sentence: localizable("This is not an Ethereum address."))
        }
    }

    /// Checks that an address can be added to those that are watched.
    package static func check(
        _ address: WatchedAddress, among known: [WatchedAddress], own: [String]
    ) throws(RPCError) {
        let same = known.first { $0.address == address.address }
        let isMoreThanWatched = same != nil && same?.device == nil && address.device != nil
        guard !own.contains(address.address), same == nil || isMoreThanWatched else {
            throw RPCError(.invalidParameters, sentence: localizable("The wallet already has this account."))
        }
        guard known.count < most || same != nil else {
            throw RPCError(.invalidParameters, sentence: localizable("At most 20 addresses can be watched."))
        }
    }
}
