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

    /// Connects the screens with the window and with the sites.
    func serveHome() {
        window.screens.mark = mark
        wallet.services.events.add { [window, weak home] event in
            switch event {
            case .sites: home?.refreshSites()
            case .tokens: home?.refreshShown()
            case .unsavedPermissions: window.showNotice(.unsavedPermissions, RPCError.unsavedPermissions.sentence)
            }
        }
        // A page must not open a window by itself, over what the user is doing.
        wallet.services.bundles.shows.add { [window, weak home] peer in
            window.showNotice(
                .callsStatus,
                localized("\(peer.siteName, as: "site") wants to show you the status of its transactions."),
                button: localized("History")
            ) { [weak home] in home.map { $0.open(HistoryPage($0.context)) } }
        }
    }

    /// Shows a page of the menu.
    func open(_ page: MenuPage) {
        let context = home.context
        switch page {
        case .home: home.show()
        case .history: home.open(HistoryPage(context))
        case .unsent:
            var filter = HistoryFilter()
            filter.state = .unknown
            home.open(HistoryPage(context, filter))
        case .payments: home.open(PaymentsPage(context, payments))
        case .sites: home.open(SitesPage(context))
        case .servers: home.open(ServersPage(context))
        case .proxy: context.proxyForms?.show()
        }
    }
}
