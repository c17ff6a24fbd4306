public import Bitcoin
public import Bridge
public import BitcoinWallet
public import EthereumWallet
public import WalletCore

/// The assembled parts of a wallet, from which ``Bridge/Router/wallet(_:version:)`` makes the methods.
///
/// Each method and each part gets only the parts that it needs.
@MainActor public final class WalletServices {
    /// The active account.
    public let activeAccount: WalletSigner

    /// The permissions of sites.
    public let grants: Grants

    /// The gate that asks the user.
    public let gate: Gate

    /// The bus for events to sites.
    public let eventBus: EventBus

    /// The active account as sites see it.
    public let sites: SiteAccounts

    /// The sites that used the wallet, and those that may not ask.
    package let siteRules: SiteRules

    /// What other processes of the wallet may change.
    package let present = PresentState()

    /// The chains that sites were told about last, by site; none of those on the chain on which every site starts.
    private var toldChains: [Origin: UInt64] = [:]

    /// The warnings about sites.
    public let siteWarnings: SiteWarnings

    /// The transactions that the wallet signed.
    public let journal: any Journal

    /// The addresses that the user has used before.
    public let recipients: any RecipientBook

    /// The chains and the sites on them.
    public let chains: ChainBook

    /// The active account on EVM chains.
    public let ethereum: EthereumAccounts

    /// What the wallet knows about tokens and contracts.
    public let knowledge: EthereumKnowledge

    /// The component that sends Ethereum transactions.
    package let sending: EthereumSending

    /// The component that sends payments on Bitcoin and Bitcoin Cash.
    public let coins: CoinSender

    /// The outcomes of the transactions that were sent.
    public let transactions: SentTransactions

    /// What the wallet holds, and the parts that receive, send and list it.
    package let holdings: WalletHoldings

    /// The chains of WalletConnect sessions.
    package let sessionChains = SessionChains()

    /// The batches of calls that sites have sent.
    package let bundles: CallBundles

    /// The rate limit of sites' requests to nodes.
    package let pace = SiteRateLimit()

    /// The filters and subscriptions of pages.
    let watches: ChainWatches

    /// The tokens that the user adds.
    package var ownTokens: OwnTokens { OwnTokens(chains: chains, tokens: knowledge.tokens) }

    /// The clocks of all parts.
    let clock = WalletClock()

    /// The clock for delays and timeouts.
    public var time: TimeSource {
        get { clock.time }
        set {
            clock.time = newValue
            pace.time = newValue
            watches.time = newValue
        }
    }

    /// The time of day for records, in seconds since 1970.
    public var now: @Sendable () -> Int64 {
        get { clock.now }
        set { clock.now = newValue }
    }

    /// Assembles a wallet.
    public convenience init(
        activeAccount: WalletSigner, gate: Gate, eventBus: EventBus = EventBus(), grants: Grants = Grants(),
        chains: ChainBook = ChainBook(), journal: any Journal = MemoryJournal(),
        recipients: any RecipientBook = MemoryRecipientBook(), servers: [UTXOChain: any CoinServer] = [:],
        siteRules: SiteRules = SiteRules()
    ) {
        let memory = MemoryHoldings()
        self.init(
            activeAccount: activeAccount, gate: gate, eventBus: eventBus, grants: grants, chains: chains,
            journal: journal, recipients: recipients, servers: servers, tokens: TokenBook(),
            storage: WalletHoldings.Storage(
                coins: MemoryCoinStore(), storedBalances: memory, notes: memory, contacts: memory,
                coinMovements: memory,
                movements: MemoryMovements(), watched: memory),
            siteRules: siteRules)
    }

    /// Assembles a wallet whose accounts, balances, notes and contacts are stored.
    package init(
        activeAccount: WalletSigner, gate: Gate, eventBus: EventBus = EventBus(), grants: Grants,
        chains: ChainBook, journal: any Journal, recipients: any RecipientBook,
        servers: [UTXOChain: any CoinServer] = [:], tokens: TokenBook, storage: WalletHoldings.Storage,
        siteRules: SiteRules, bundles: CallBundles = CallBundles()
    ) {
        self.bundles = bundles
        self.siteRules = siteRules
        gate.refuses = { [weak siteRules] peer in siteRules?.refuses(peer) ?? false }
        self.activeAccount = activeAccount
        self.grants = grants
        self.gate = gate
        self.eventBus = eventBus
        self.journal = journal
        self.recipients = recipients
        self.chains = chains
        sites = SiteAccounts(activeAccount: activeAccount, grants: grants, gate: gate, eventBus: eventBus)
        siteWarnings = SiteWarnings(grants: grants)
        ethereum = EthereumAccounts(sites: sites, siteWarnings: siteWarnings, chains: chains)
        knowledge = EthereumKnowledge(recipients: recipients, activeAccount: activeAccount, clock: clock)
        knowledge.tokens = tokens
        sending = EthereumSending(accounts: ethereum, knowledge: knowledge, journal: journal, clock: clock)
        coins = CoinSender(
            activeAccount: activeAccount, gate: gate, journal: journal, store: storage.coins, servers: servers)
        transactions = SentTransactions(ethereum: sending, coins: coins)
        holdings = WalletHoldings(
            activeAccount: activeAccount, ethereum: ethereum, knowledge: knowledge, sending: sending, coins: coins,
            journal: journal, recipients: recipients, storage: storage, clock: clock)
        watches = ChainWatches(chains: chains, eventBus: eventBus, pace: pace)
        watches.keep = { [gate] object, request in gate.keep(object, untilAnswered: request) }
        share()
    }

    /// A change by any process.
    package enum Event: Sendable {
        /// What sites may do has changed.
        case sites
        /// A change of what sites may do could not be stored.
        case unsavedPermissions
        /// Another process has changed the tokens that the user added.
        case tokens
    }

    /// Changes that were made by any process.
    package let events = Listeners<Event>()

    /// Lets every process of the wallet say the same about sites.
    private func share() {
        present.add { [grants] () throws(JournalError) in try grants.read() }
        present.add { [siteRules] () throws(JournalError) in try siteRules.read() }
        present.add { [weak self, tokens = knowledge.tokens] () throws(JournalError) in
            if try tokens.read() { self?.events.tell(.tokens) }
        }
        present.add { [watched = holdings.watchedEthereum] () throws(JournalError) in try watched.read() }
        // A store that cannot be read fails what needs it.
        gate.requests.add { [weak present] in try? present?.read() }
        gate.mark = { [weak grants] in grants?.mark ?? -1 }
        let permission = RequestPermission(
            gate: gate, grants: grants, siteRules: siteRules, present: present, ethereum: ethereum)
        gate.permits = { peer, account throws(RPCError) in try permission.require(peer, account) }
        siteRules.changes.add { [weak self] in
            self?.announceChains()
            self?.gate.recheck()
            self?.events.tell(.sites)
        }
        grants.changes.add { [weak self] in self?.events.tell(.sites) }
        for failures in [grants.failures, siteRules.failures] {
            failures.add { [weak self] in self?.events.tell(.unsavedPermissions) }
        }
        chains.siteChains = ChainBook.SiteChains(
            chain: { [siteRules] in siteRules.records[$0]?.chain },
            move: { [siteRules, clock] origin, chain throws(RPCError) in
                try await siteRules.move(origin, to: chain, at: clock.now())
            })
        announceChains()
    }

    /// Informs each site whose chain is another one than it was told last.
    package func announceChains() {
        var now: [Origin: UInt64] = [:]
        // One look: a second one could find a change of another process, which is announced at that moment.
        for (origin, record) in siteRules.records {
            guard let chain = record.chain.flatMap(chains.chain(id:)), chain != chains.initial else { continue }
            now[origin] = chain.id
        }
        let before = toldChains
        toldChains = now
        for origin in Set(before.keys).union(now.keys) where before[origin] != now[origin] {
            eventBus.announce(.chainChanged(chains.chain(of: origin).hexID), to: origin)
        }
    }

    /// Blocks a site or an app, which loses its permissions, or no longer.
    package func block(_ origin: Origin, _ isBlocked: Bool) async throws(RPCError) {
        // Immediate: the site must not see anything between the two.
        let rule = Task.immediate {
            await RPCError.thrown { () throws(RPCError) in try await siteRules.block(origin, isBlocked, at: now()) }
        }
        let kept = await RPCError.thrown { () throws(RPCError) in if isBlocked { try await sites.disconnect(origin) } }
        if let failure = await rule.value ?? kept { throw failure }
    }

    /// Forgets that a site used the wallet, with its permissions and its network.
    package func forget(_ origin: Origin) async throws(RPCError) {
        let kept = await RPCError.thrown { () throws(RPCError) in try await sites.disconnect(origin) }
        try await siteRules.forget(origin)
        if let kept { throw kept }
    }
}

/// Whether a requester may ask now, and get a signature.
@MainActor private struct RequestPermission {
    // The gate has this value, and the account has the gate.
    weak var gate: Gate?
    let grants: Grants
    let siteRules: SiteRules
    let present: PresentState
    weak var ethereum: EthereumAccounts?

    /// Makes sure that `peer` may ask now, and may get a signature of `account` if it asks for one.
    func require(_ peer: Peer, _ account: AccountID?) throws(RPCError) {
        try present.read()
        guard gate?.isLocked == false, let ethereum else { throw .locked }
        guard !siteRules.refuses(peer) else { throw .rejected }
        guard peer != .wallet, let account, account.chain.eip155 != nil else { return }
        do throws(RPCError) {
            try ethereum.requireAccount(account.address, for: peer)
        } catch {
            // The site may still use the account, but not while another one is in use.
            let isAllowed = peer.session == nil && grants.allows(.ethereum, to: peer.origin, of: account.address)
            throw isAllowed ? WalletSigner.otherAccount : error
        }
    }
}
