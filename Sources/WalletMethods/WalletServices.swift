public import Bitcoin
public import Bridge
public import BitcoinWallet
public import EthereumWallet
public import WalletCore

/// The parts of a wallet, put together: what ``/Bridge/Router/wallet(_:version:)`` makes the methods of.
///
/// Each method and each part gets only the parts that it needs.
@MainActor public final class WalletServices {
    /// The account in use.
    public let activeAccount: ActiveAccount

    /// What sites may see.
    public let grants: Grants

    /// The way to the user.
    public let gate: Gate

    /// Where events for sites are announced.
    public let eventBus: EventBus

    /// The active account as sites see it.
    public let sites: SiteAccounts

    /// What must be said of sites.
    public let siteWarnings: SiteWarnings

    /// The transactions that the wallet signed.
    public let journal: any Journal

    /// The addresses that the user dealt with before.
    public let recipients: any RecipientBook

    /// The chains and the sites on them.
    public let chains: ChainBook

    /// The active account on EVM chains.
    public let ethereum: EthereumAccounts

    /// What is known of tokens and contracts.
    public let knowledge: EthereumKnowledge

    /// What sends Ethereum transactions.
    public let sending: EthereumSending

    /// What pays with coins of Bitcoin and Bitcoin Cash.
    public let coins: CoinSender

    /// What became of the transactions that were sent.
    public let transactions: SentTransactions

    /// How fast sites may ask nodes.
    public let pace = SiteRateLimit()

    /// The filters and subscriptions of pages.
    let watches: ChainWatches

    /// The clocks of all parts.
    let clock = WalletClock()

    /// The clock for what is waited for.
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

    /// Puts a wallet together.
    public init(
        activeAccount: ActiveAccount, gate: Gate, eventBus: EventBus = EventBus(), grants: Grants = Grants(),
        chains: ChainBook = ChainBook(), journal: any Journal = MemoryJournal(),
        recipients: any RecipientBook = MemoryRecipientBook(), servers: [UTXOChain: any CoinServer] = [:]
    ) {
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
        sending = EthereumSending(accounts: ethereum, knowledge: knowledge, journal: journal, clock: clock)
        coins = CoinSender(activeAccount: activeAccount, gate: gate, journal: journal, servers: servers)
        transactions = SentTransactions(ethereum: sending, coins: coins)
        watches = ChainWatches(chains: chains, eventBus: eventBus, pace: pace)
        watches.keep = { [gate] object, request in gate.keep(object, untilAnswered: request) }
    }
}
