import EthereumWallet
import Bridge
import Keys
import Messages
import WalletCore
import WalletMethods
import WalletUI
import WebHost

/// The wallet's own screens in the window.
extension WalletWindow {
    /// Shows what the accounts hold, instead of a page.
    package func showHome() {
        home.show()
        window.present()
    }

    /// Connects the screens with the lock, the menu and the servers.
    func serveHome(_ mark: PhraseMark, _ controller: LockController?) {
        window.screens.mark = mark
        links.onHome = { [weak self] in self?.showHome() }
        wallet.services.siteRules.onFailure = { [window] _ in
            window.showNotice(
                .unsavedPermissions,
                localized("Site permissions could not be saved. They will be lost when the program ends."))
        }
        window.onSite = { [home, weak view] in
            if let origin = view?.origin { home.open(SitePage(home.context, site: origin)) }
        }
        guard let controller else { return serveKeptHome() }
        home.onUnlock = { [weak controller] in controller?.unlock() }
        home.hasWallet = { [weak controller] in controller?.hasWallet != false }
        controller.onRestored = { [home] in home.offersDiscovery = true }
        // A page must not open a window by itself, over what the user is doing.
        wallet.services.bundles.onShow = { [window, weak home] peer in
            window.showNotice(
                .callsStatus,
                localized("\(peer.siteName, as: "site") wants to show you the status of its transactions."),
                button: localized("History")
            ) { [weak home] in home.map { $0.open(HistoryPage($0.context)) } }
        }
        controller.onPage = { [weak home, payments] entry in
            guard let home else { return }
            switch entry {
            case .home: home.show()
            case .history: home.open(HistoryPage(home.context))
            case .unsent:
                var filter = HistoryFilter()
                filter.state = .unknown
                home.open(HistoryPage(home.context, filter))
            case .payments: home.open(PaymentsPage(home.context, payments))
            case .sites: home.open(SitesPage(home.context))
            case .servers: home.open(ServersPage(home.context))
            }
        }
        home.onProxy = { [weak controller] in controller?.onProxy?() }
        home.onAccount = { [weak controller] index in
            guard let account = controller?.vault?.accounts.first(where: { $0.index == index }) else { return }
            controller?.switchAccount(to: account)
        }
        home.onDevices = { [weak controller] in controller?.noteDevices() }
        home.onDevice = { [weak controller] address in controller?.use(device: address) }
    }

    /// Connects the screens of a wallet whose keys need no passphrase, and which has one account.
    private func serveKeptHome() {
        let services = wallet.services
        home.onUnlock = { [window] in window.onLock?(false) }
        home.onDevice = { [wallet, weak home] address in
            wallet.dispatcher.endAll(because: .switched)
            services.sites.use(device: address)
            home?.update()
        }
        home.onAccount = { [wallet, keptKeys, weak home] _ in
            wallet.dispatcher.endAll(because: .switched)
            do throws(KeyError) {
                guard let keptKeys else { throw .locked }
                try services.sites.use(keptKeys, services.activeAccount.account)
            } catch {
                home?.context.report(error.description)
            }
            home?.update()
        }
    }
}
