import Bridge
import EthereumWallet
import Messages
import WalletConnect
import WalletCore
import WalletMethods
import WalletUI

/// The sites that the window shows: all, one, or the networks to choose from for one.
struct SiteStep {
    var entries: [SiteEntry]
    var shown: SiteEntry?
    var networks: [(id: String, name: DisplayText, isChosen: Bool)]?
    var accounts: [(address: WalletAddress, isConnected: Bool)]?
    var hasSeveralAccounts = false
    let now: Int64

    var screen: Screen {
        let screens = SiteScreens(now: now, hasSeveralAccounts: hasSeveralAccounts)
        guard let shown else { return screens.list(entries) }
        if let accounts { return screens.accounts(accounts, of: shown) }
        return networks.map { screens.networks($0, of: shown) } ?? screens.details(of: shown)
    }
}

extension HomeController {
    /// The sites, apps and payment services that can ask the wallet, those in use first.
    var siteEntries: [SiteEntry] {
        SiteList(wallet: wallet, sessions: sessions?.sessions ?? [], paymentService: paymentService).entries
    }

    func showSites() {
        show(.sites(siteStep(siteEntries)))
    }

    /// Shows what the site of the page may see and do.
    func showSite(of origin: Origin) {
        let entries = siteEntries
        let entry = entries.first { $0.origin == origin } ?? SiteEntry(kind: .site(origin), name: .exact(origin.site))
        show(.sites(siteStep(entries, entry)))
    }

    private func siteStep(_ entries: [SiteEntry], _ shown: SiteEntry? = nil) -> SiteStep {
        SiteStep(
            entries: entries, shown: shown,
            hasSeveralAccounts: wallet.services.activeAccount.ethereumAddresses.count > 1, now: wallet.services.now())
    }

    func showSite(_ id: String, in step: SiteStep) {
        var step = step
        if id.hasPrefix("chain:"), let origin = step.shown?.origin {
            let chain = wallet.services.chains.chains.first { "chain:\($0.id)" == id }
            if let chain { try? wallet.services.ethereum.choose(chain.hexID, for: origin) }
            return showSite(of: origin)
        }
        guard let entry = step.entries.first(where: { $0.id == id }) else { return }
        step.shown = entry
        show(.sites(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: SiteStep) {
        guard let entry = step.shown else { return showSites() }
        if case .app(let topic) = entry.kind {
            guard action == .disconnect, let topic = Topic(topic) else { return showSites() }
            return tasks.start { [self] in
                await sessions?.disconnect(topic)
                showSites()
            }
        }
        guard let origin = entry.origin else { return showSites() }
        let services = wallet.services
        switch action {
        case .chain:
            var step = step
            let current = services.chains.chain(of: origin)
            step.networks = services.chains.chains.filter(services.chains.hasNode).map {
                (id: "\($0.id)", name: $0.words, isChosen: $0.id == current.id)
            }
            show(.sites(step))
        case .accounts:
            var step = step
            step.accounts = services.sites.choices(for: origin)
            show(.sites(step))
        case .keep:
            let chosen = Set(values.filter { $0.value == "true" }.keys)
            tasks.start { [self] in
                await services.sites.connect(origin, to: chosen)
                showSite(of: origin)
            }
        case .back: showSite(of: origin)
        case .silence, .speak:
            services.siteRules.silence(origin, action == .silence)
            showSite(of: origin)
        case .revoke, .block, .allow, .forget:
            tasks.start { [self] in
                if action != .allow { await services.sites.disconnect(origin) }
                switch action {
                case .block, .allow:
                    await services.siteRules.block(origin, action == .block, at: services.now())
                case .forget: await services.siteRules.forget(origin)
                default: break
                }
                if action == .forget { showSites() } else { showSite(of: origin) }
            }
        default: showSites()
        }
    }
}

/// Everything that can ask the wallet, for the window and the terminal.
@MainActor struct SiteList {
    let wallet: PageWallet
    let sessions: [SessionDetails]
    let paymentService: Origin?

    /// The sites by their names, then the apps, then the payment service.
    var entries: [SiteEntry] {
        let services = wallet.services
        let grants = services.grants.all
        let origins = services.sites.connectedSites.union(services.siteRules.records.keys)
        let sites = origins.sorted { $0.description < $1.description }.map { origin in
            let kinds = AddressKind.allCases.filter { grants[origin]?.contains($0) == true }
            var entry = SiteEntry(kind: .site(origin), name: .exact(origin.site))
            entry.sees = kinds
            entry.addresses = kinds.map { services.activeAccount.address($0) }.filter { !$0.isEmpty }
            let connected = services.sites.choices(for: origin).filter(\.isConnected).map(\.address)
            entry.addresses += connected.map(\.address).filter { !entry.addresses.contains($0) }
            entry.names = Dictionary(connected.map { ($0.address, $0.account.name) }) { first, _ in first }
            entry.isConnectedElsewhere = kinds.isEmpty && !connected.isEmpty
            entry.record = services.siteRules.records[origin]
            entry.isSilenced = services.siteRules.isSilenced(origin)
            if kinds.contains(.ethereum) {
                let chain = services.chains.chain(of: origin)
                entry.chain = chain.isWellKnown ? chain.name : Quotation.of(chain.name, limit: 64)
            }
            return entry
        }
        let apps = sessions.map { session in
            let name = SessionPeer(session).claim?.title ?? session.peer.url
            var entry = SiteEntry(kind: .app(session.topic.description), name: .untrusted(name))
            var seen: Set<String> = []
            entry.addresses = session.namespaces.accounts.map(\.address).filter {
                seen.insert($0.lowercased()).inserted
            }
            return entry
        }
        let payments = paymentService.map { SiteEntry(kind: .paymentService($0), name: .exact($0.site)) }
        return sites + apps + [payments].compactMap(\.self)
    }
}
