import Bridge
import Keys
import Wallet
import WebHost

/// The wallet window: one view, its approvals, and a wallet behind it.
@MainActor final class WalletWindow {
    /// Whose keys the wallet has.
    enum Keys {
        /// Those that everybody has.
        case demo
        /// The user's own, in a folder; one wallet by its name, how long it stays open without being
        /// used, and where the rest is kept, in place of the usual folder.
        case own(VaultFolder, wallet: String?, lockAfter: Duration, state: String?)
    }

    let window: BrowserWindow
    let view: WebView
    let wallet: PageWallet
    let links: PageLinks
    private let presenter: ApprovalPresenter
    private var custody: Custody?
    private var kept: [any Sendable] = []

    init(profile: Profile, keys: Keys, links: PageLinks = PageLinks()) throws {
        self.links = links
        var options = BrowserWindow.Options()
        if case .demo = keys { options.notice = "demo keys, no value" }
        window = BrowserWindow(options: options)
        presenter = ApprovalPresenter(parent: window, notice: options.notice)
        switch keys {
        case .demo: wallet = try PageWallet(.demo(), approver: presenter)
        case .own(_, _, _, let state): wallet = try PageWallet(approver: presenter, ConfigurationFile(), state: state)
        }
        var viewOptions = WebView.Options()
        viewOptions.dialects = PageWallet.dialects
        viewOptions.handOver = links.handOver
        view = WebView(
            hall: wallet.hall, profile: profile, options: viewOptions, announcer: wallet.desk.announcer,
            welcome: wallet.desk.welcome)
        window.show(view)
        try serveLinks(keys, notice: options.notice)
        switch keys {
        case .demo:
            window.onLock = { [wallet, window] isLocked in
                if isLocked { wallet.hall.lock() } else { wallet.hall.unlock() }
                wallet.desk.announceLock()
                window.show(isLocked: isLocked)
            }
        case .own(let folder, let name, let limit, _):
            let custody = Custody(folder, wallet: wallet, window: window, limit: limit)
            self.custody = custody
            wallet.desk.grants.onFailure = { [window] _ in
                window.say("What sites may see could not be written down: it holds until the program ends.")
            }
            try custody.start(name)
        }
    }

    private func serveLinks(_ keys: Keys, notice: String?) throws {
        var folder: String?
        if case .own(_, _, _, let state) = keys { folder = state }
        links.serve(window, till: try SumUpBook.till(folder), notice: notice)
        links.listen(in: window)
    }

    /// Keeps `thing` as long as the window.
    func keep(_ thing: some Sendable) {
        kept.append(thing)
    }
}
