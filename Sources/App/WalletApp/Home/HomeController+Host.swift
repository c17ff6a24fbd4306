import Bridge
import HeadlessWallet
import WalletCore
import WalletUI

extension HomeController: WalletHost {
    var sites: [ListedSite] { siteEntries.map(ListedSite.init) }

    func present() { window.present() }

    func reload() async {
        await wallet.lookups?.reload()
        await payments?.reload()
        await wallet.reloadServers()
        redraw()
    }

    func sweep(picture: String) async throws(WalletError) -> SentTransaction? {
        try await sweeps.run(picture: picture)
    }
}

extension ListedSite {
    /// What the terminal lists of an entry.
    init(_ entry: SiteEntry) {
        var site =
            switch entry.kind {
            case .site: ListedSite(kind: "site", entry)
            case .app: ListedSite(kind: "walletConnect", entry)
            case .paymentService: ListedSite(kind: "paymentService", entry)
            }
        switch entry.kind {
        case .site(let origin): site.origin = origin.description
        case .app(let topic): (site.topic, site.claim) = (topic, entry.name.text)
        case .paymentService(let origin):
            site.origin = origin.description
            (site.opensLinks, site.forms) = (entry.opensLinks, entry.forms)
        }
        site.network = entry.chain
        if let record = entry.record { site.note(since: record.since, lastUsed: record.lastUsed) }
        self = site
    }

    private init(kind: String, _ entry: SiteEntry) {
        self.init(kind: kind, state: Self.state(of: entry), sees: entry.addresses.map(\.address))
    }

    private static func state(of entry: SiteEntry) -> String {
        if entry.record?.isBlocked == true { return "blocked" }
        if entry.isSilenced { return "silenced" }
        return switch entry.kind {
        case .site where entry.isConnectedElsewhere: "connectedToAnother"
        case .site: entry.sees.isEmpty ? "notConnected" : "connected"
        case .app: "connected"
        case .paymentService: entry.opensLinks ? "connected" : "linksNotOpened"
        }
    }
}
