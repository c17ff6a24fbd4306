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
        /// The user's own, in a folder; one wallet by its name, and how long it stays open without being used.
        case own(VaultFolder, wallet: String?, lockAfter: Duration)
    }

    let window: BrowserWindow
    let view: WebView
    let wallet: PageWallet
    private let presenter: ApprovalPresenter
    private var custody: Custody?
    private var kept: [any Sendable] = []

    init(profile: Profile, keys: Keys) throws {
        var options = BrowserWindow.Options()
        if case .demo = keys { options.notice = "demo keys, no value" }
        window = BrowserWindow(options: options)
        presenter = ApprovalPresenter(parent: window, notice: options.notice)
        switch keys {
        case .demo: wallet = try PageWallet(.demo(), approver: presenter)
        case .own: wallet = try PageWallet(approver: presenter, ConfigurationFile())
        }
        var viewOptions = WebView.Options()
        viewOptions.dialects = PageWallet.dialects
        view = WebView(
            hall: wallet.hall, profile: profile, options: viewOptions, announcer: wallet.desk.announcer,
            welcome: wallet.desk.welcome)
        window.show(view)
        switch keys {
        case .demo:
            window.onLock = { [wallet, window] isLocked in
                if isLocked { wallet.hall.lock() } else { wallet.hall.unlock() }
                wallet.desk.announceLock()
                window.show(isLocked: isLocked)
            }
        case .own(let folder, let name, let limit):
            let custody = Custody(folder, wallet: wallet, window: window, limit: limit)
            self.custody = custody
            try custody.start(name)
        }
    }

    /// Keeps `thing` as long as the window.
    func keep(_ thing: some Sendable) {
        kept.append(thing)
    }
}
