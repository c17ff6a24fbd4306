import Bitcoin
package import Bridge
import Foundation
package import HeadlessWallet
import Messages
import WalletConnectPay
import Store
import BitcoinWallet
import EthereumWallet
import WalletCore
import WalletMethods
import SumUp
import WalletTerminal
import WalletUI
package import WebHost
import Network

/// The wallet for pages: its methods and the components that they use.
@MainActor package struct PageWallet {
    let services: WalletServices
    package let dispatcher: RequestDispatcher

    /// What the user asks the wallet for, in its window and in the terminal.
    package let headless: Wallet

    /// The journal of payments.
    let payments: any PaymentJournal

    /// The locks of the payments that are being signed.
    let paymentLocks: any PaymentLocks

    /// The proxy of the wallet's connections.
    let proxy: ProxySetting

    /// How the wallets' files are used.
    let vaultUses: VaultUses

    /// The settings of names and of the list of scam sites; `nil` if nothing is stored.
    let lookups: LookupSettings?

    /// Changes the settings in their file; `nil` if nothing is stored.
    private let changes: ConfigurationChanges?

    /// The methods that WalletConnect sessions can use.
    let sessionMethods: [String]

    /// The tasks that track transactions, for the lifetime of this wallet.
    private let tasks: OwnedTasks

    /// A wallet with the keys of `activeAccount`, the nodes of chains that `file` names, if there is one, other `nodes`, and
    /// practice chains.
    init(
        _ activeAccount: WalletSigner, approver: any Approver, _ file: ConfigurationFile? = nil,
        nodes: [UInt64: Endpoint] = [:], practice: PracticeChains = PracticeChains(), proxy: ProxySetting
    ) throws {
        let gate = Gate(approver: approver)
        let settings = try file?.read() ?? Settings()
        let transports = Transports(proxy)
        let chains = Self.chains(settings, nodes, transports)
        let services = WalletServices(activeAccount: activeAccount, gate: gate, chains: chains)
        services.coins.hidesUnserved = !practice.servers.isEmpty
        services.coins.dial = Self.dial(proxy)
        for (utxoChain, address) in practice.servers { services.coins.use([address], for: utxoChain) }
        services.coins.invoices = practice.merchants.map { Invoices($0, on: activeAccount.siteChains.all) }
        self.init(services, gate, MemoryPaymentJournal(), MemoryPaymentLocks(), OwnedTasks(), proxy, nil, VaultUses())
    }

    /// A wallet with the keys of `activeAccount` on the chains of `network`; it has no others, and gets none.
    ///
    /// With `proxy`, no other machine may be reached.
    init(
        _ activeAccount: WalletSigner, approver: any Approver, practising network: PracticeNetwork, proxy: ProxySetting
    ) {
        let gate = Gate(approver: approver)
        let sender = network.sender(through: proxy)
        let chains = ChainBook(
            [network.chain], initial: network.chain, endpoints: [network.chain.id: network.node]
        ) { JSONRPCNode($0, sender: sender) }
        let unchanged = RPCError(.failed, sentence: localizable("The networks for practice cannot be changed."))
        chains.keep = { _, _, _ async throws(RPCError) in throw unchanged }
        chains.keepNodes = { _, _ async throws(RPCError) in throw unchanged }
        let services = WalletServices(activeAccount: activeAccount, gate: gate, chains: chains)
        services.coins.hidesUnserved = true
        services.coins.dial = Self.dial(proxy)
        for (utxoChain, address) in network.coins { services.coins.use([address], for: utxoChain) }
        // No server can be set from now on.
        services.coins.dial = nil
        self.init(services, gate, MemoryPaymentJournal(), MemoryPaymentLocks(), OwnedTasks(), proxy, nil, VaultUses())
    }

    /// A wallet that gets its keys later, with the chains and servers that `file` names, and its data in `store`.
    init(approver: any Approver, _ file: ConfigurationFile, store: Store, proxy: ProxySetting) throws {
        let settings = try file.read()
        let transports = Transports(proxy)
        let chains = Self.chains(settings, [:], transports)
        let changes = ConfigurationChanges(file)
        chains.keep = { chain, endpoint, site async throws(RPCError) in
            do throws(WalletError) {
                try await changes.make { $0.set(chain, endpoint, addedBy: site) }
            } catch {
                throw RPCError(.failed, sentence: localizable("The wallet could not save the network."))
            }
        }
        chains.keepNodes = { chain, endpoints async throws(RPCError) in
            do throws(WalletError) {
                try await changes.make { settings in
                    guard let first = endpoints.first else { return _ = settings.remove(chain: chain.id) }
                    settings.set(chain, first, alternatives: Array(endpoints.dropFirst()))
                }
            } catch {
                throw RPCError(.failed, sentence: localizable("The wallet could not save the nodes."))
            }
        }
        let gate = Gate(approver: approver)
        let services = WalletServices(
            activeAccount: WalletSigner(), gate: gate, grants: try Grants(keptBy: store.grants), chains: chains,
            journal: store.journal, recipients: store.recipients, tokens: try TokenBook(keptBy: store.tokens),
            storage: WalletHoldings.Storage(
                coins: store.coins, storedBalances: store.balances, notes: store.notes, contacts: store.contacts,
                coinMovements: store.coinMovements, movements: store.movements, watched: store.watched),
            siteRules: try SiteRules(keptBy: store.sites), bundles: try CallBundles(keptBy: store.bundles))
        services.knowledge.priceMemory = store.prices
        Self.connect(services.coins, settings, changes, proxy)
        let lookups = LookupSettings(changes, services, sender: transports.own)
        lookups.use(settings)
        services.coins.invoices = Invoices(transports.own)
        services.knowledge.descriptors = DescriptorFolder.usual(environment: ProcessInfo.processInfo.environment)
        let tasks = OwnedTasks()
        tasks.start { await lookups.start() }
        tasks.start { await ReceiptWatcher(journal: store.journal, chains: chains).run() }
        tasks.start { [coins = services.coins] in await coins.resolve() }
        self.init(
            services, gate, store.payments, store.paymentLocks, tasks, proxy, changes,
            try VaultUses(keptBy: store.vaultUses), lookups, SumUpPayments(in: store))
    }

    /// The chains of `settings` with their nodes, and other `nodes` for those without one.
    private static func chains(
        _ settings: Settings, _ nodes: [UInt64: Endpoint], _ transports: Transports
    ) -> ChainBook {
        let chains = ChainBook(
            settings.allChains, endpoints: settings.endpoints.merging(nodes) { set, _ in set },
            fromSites: settings.chainsFromSites, dial: transports.node, siteDial: transports.nodeFromSite)
        for entry in settings.chains { chains.setAlternatives(entry.alternatives, for: entry.chain) }
        return chains
    }

    /// Makes the Electrum servers at addresses.
    private static func dial(_ proxy: ProxySetting) -> CoinSender.Dial {
        { utxoChain, addresses in
            ElectrumServers(utxoChain, at: addresses, dialer: SocketDialer(trusting: .system, through: proxy))
        }
    }

    /// Stores `proxy`, and uses it from now on.
    func use(_ proxy: Proxy) async throws(WalletError) {
        try await changes?.make { $0.proxy = proxy }
        take(proxy)
    }

    /// Uses `proxy` from now on.
    func take(_ proxy: Proxy) {
        guard self.proxy.current != proxy else { return }
        self.proxy.current = proxy
        // Their connections are long-lived, and were made through the previous proxy.
        for (utxoChain, addresses) in services.coins.addresses { services.coins.use(addresses, for: utxoChain) }
    }

    /// Uses the servers of the settings, because another program has changed them.
    func reloadServers() async {
        guard let settings = try? await changes?.read(), use(settings) else { return }
        await services.holdings.refresh()
    }

    /// Uses the servers of `settings`.
    ///
    /// - Returns: Whether they are others than before.
    func use(_ settings: Settings) -> Bool {
        let chains = services.chains
        var isNews = false
        for entry in settings.chains {
            let all = [entry.endpoint] + entry.alternatives
            isNews = chains.load(all, for: entry.chain, from: entry.addedBy) || isNews
        }
        let set = Set(settings.chains.map(\.chain.id))
        for chain in chains.chains where !set.contains(chain.id) { isNews = chains.load([], for: chain) || isNews }
        for utxoChain in UTXOChain.allCases {
            isNews = services.coins.load(settings.electrum[utxoChain] ?? [], for: utxoChain) || isNews
        }
        if isNews { services.announceChains() }
        return isNews
    }

    /// Sets the servers of `settings` in the wallet, and stores those that are set later with `changes`.
    private static func connect(
        _ coins: CoinSender, _ settings: Settings, _ changes: ConfigurationChanges, _ proxy: ProxySetting
    ) {
        coins.dial = dial(proxy)
        for (utxoChain, addresses) in settings.electrum { coins.use(addresses, for: utxoChain) }
        coins.keep = { utxoChain, addresses async throws(RPCError) in
            do throws(WalletError) {
                try await changes.make { $0.set(utxoChain, addresses) }
            } catch {
                throw RPCError(.failed, sentence: localizable("The wallet could not save the server."))
            }
        }
    }

    private init(
        _ services: WalletServices, _ gate: Gate, _ payments: any PaymentJournal, _ paymentLocks: any PaymentLocks,
        _ tasks: OwnedTasks, _ proxy: ProxySetting, _ changes: ConfigurationChanges?, _ vaultUses: VaultUses,
        _ lookups: LookupSettings? = nil, _ cardPayments: SumUpPayments = SumUpPayments(in: nil)
    ) {
        self.vaultUses = vaultUses
        self.proxy = proxy
        self.lookups = lookups
        self.changes = changes
        services.siteWarnings.lookalikes = Lookalikes(registeredDomain: PublicSuffix.registeredDomain)
        self.services = services
        self.payments = payments
        self.paymentLocks = paymentLocks
        self.tasks = tasks
        let router = Router.wallet(services, version: AppIdentity.version)
        sessionMethods = router.sessionMethods
        dispatcher = RequestDispatcher(handler: router, gate: gate)
        headless = Wallet(services, dispatcher, settings: changes, cardPayments: cardPayments)
    }

    /// The transports of requests to servers.
    ///
    /// A payment never waits for a connection, regardless of how many slow requests a page sends. Only one large
    /// response is in memory at a time, regardless of how many a page requests; a node that a site named cannot delay
    /// the user's nodes.
    private struct Transports: Sendable {
        let own: WebClient
        private let sites: WebClient
        private let siteNodes: WebClient

        init(_ proxy: ProxySetting) {
            own = WebClient(trusting: .system, through: proxy)
            sites = WebClient(trusting: .system, connections: 2, longBodies: LargeResponses(), through: proxy)
            siteNodes = WebClient(trusting: .system, connections: 2, longBodies: LargeResponses(), through: proxy)
        }

        func node(at endpoint: Endpoint) -> any EthereumNode {
            JSONRPCNode(endpoint, sender: own, siteSender: sites)
        }

        func nodeFromSite(at endpoint: Endpoint, for site: Origin) -> any EthereumNode {
            JSONRPCNode(
                endpoint, sender: own, siteSender: siteNodes, addresses: JSONRPCNode.addresses(for: site))
        }
    }

    /// The page objects that dapps look for.
    package static let dialects: [PageDialect] = [
        .link,
        .ethereum(name: "Drawbridge", icon: AppIdentity.icon, domain: "io.github.drawbridge"),
    ]
}
