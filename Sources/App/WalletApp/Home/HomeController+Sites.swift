import Bridge
import EthereumWallet
import HeadlessWallet
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
    var form: String?
    var hasSeveralAccounts = false
    let now: Int64

    /// Whether the user chooses something for the site that is shown.
    var isChoosing: Bool { networks != nil || accounts != nil || form != nil }

    var screen: Screen {
        let screens = SiteScreens(now: now, hasSeveralAccounts: hasSeveralAccounts)
        guard let shown else { return screens.list(entries) }
        if let form { return screens.form(form, of: shown) }
        if let accounts { return screens.accounts(accounts, of: shown) }
        return networks.map { screens.networks($0, of: shown) } ?? screens.details(of: shown)
    }
}

extension HomeController {
    /// The sites, apps and payment services that can ask the wallet, those in use first.
    var siteEntries: [SiteEntry] {
        SiteList(services: wallet.services, sessions: sessions?.sessions ?? [], payments: payments?.settings).entries
    }

    func showSites() {
        show(.sites(siteStep(siteEntries)))
    }

    /// Shows what the site of the page may see and do.
    func showSite(of origin: Origin) {
        show(SiteEntry(kind: .site(origin), name: .exact(origin.site)))
    }

    /// Draws the list of sites again, or the site that is shown, because one has changed.
    func refreshSites() {
        guard window.isScreenShown, !isLocked, case .sites(let step) = step, !step.isChoosing else { return }
        if let shown = step.shown { show(shown) } else { showSites() }
    }

    /// Shows an entry as it is now.
    private func show(_ entry: SiteEntry) {
        let entries = siteEntries
        show(.sites(siteStep(entries, entries.first { $0.id == entry.id } ?? entry)))
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
        if id.hasPrefix("form:"), let form = step.shown?.forms.first(where: { "form:\($0)" == id }) {
            step.form = form
            return show(.sites(step))
        }
        guard let entry = step.entries.first(where: { $0.id == id }) else { return }
        step.shown = entry
        show(.sites(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: SiteStep) {
        guard let entry = step.shown else { return showSites() }
        let services = wallet.services
        switch (entry.kind, action) {
        case (_, .back): show(entry)
        case (.app, .disconnect): tasks.start { await self.disconnect(entry) }
        case (.paymentService, .links), (.paymentService, .remove):
            tasks.start { await self.changePayments(action, entry, step) }
        case (.site(let origin), .chain):
            var step = step
            let current = services.chains.chain(of: origin)
            step.networks = services.chains.chains.filter(services.chains.hasNode).map {
                (id: "\($0.id)", name: $0.words, isChosen: $0.id == current.id)
            }
            show(.sites(step))
        case (.site(let origin), .accounts):
            var step = step
            step.accounts = services.sites.choices(for: origin)
            show(.sites(step))
        case (.site(let origin), .keep):
            let chosen = Set(values.filter { $0.value == "true" }.keys)
            tasks.start {
                await services.sites.connect(origin, to: chosen)
                self.show(entry)
            }
        case (.site(let origin), .forget):
            tasks.start {
                await services.forget(origin)
                self.showSites()
            }
        case (_, .silence), (_, .speak):
            tasks.start {
                if let origin = entry.ruled { await services.siteRules.silence(origin, action == .silence) }
                self.show(entry)
            }
        case (.site, .revoke), (_, .block), (_, .allow): tasks.start { await self.rule(action, entry) }
        default: showSites()
        }
    }

    /// Disconnects a site, or blocks or unblocks a site or an app.
    private func rule(_ action: HomeScreens.Action, _ entry: SiteEntry) async {
        let services = wallet.services
        if action == .revoke {
            if let origin = entry.origin { await services.sites.disconnect(origin) }
        } else if let origin = entry.ruled {
            await services.block(origin, action == .block)
        }
        show(entry)
    }

    private func disconnect(_ entry: SiteEntry) async {
        guard case .app(let text) = entry.kind, let topic = Topic(text), let origin = entry.ruled else { return }
        await sessions?.disconnect(topic)
        let rules = wallet.services.siteRules
        if sessions?.sessions.contains(where: { $0.topic == topic }) != true, rules.records[origin] != nil {
            await rules.block(origin, false, at: wallet.services.now())
            await rules.forget(origin)
        }
        showSites()
    }

    private func changePayments(_ action: HomeScreens.Action, _ entry: SiteEntry, _ step: SiteStep) async {
        do throws(WalletError) {
            if let form = step.form {
                if action == .remove { try await payments?.remove(form: form) }
            } else if action == .links {
                try await payments?.openLinks(!entry.opensLinks)
            }
        } catch {
            window.report(error.description)
        }
        show(entry)
    }
}
