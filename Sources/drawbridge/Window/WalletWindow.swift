import Bridge
import Glibc
import Wallet
import WebHost

/// The wallet window: one view, its approvals, and the demo wallet behind it.
@MainActor final class WalletWindow {
    let window: BrowserWindow
    let view: WebView
    let wallet: DemoWallet
    private let presenter: ApprovalPresenter
    private var kept: [any Sendable] = []

    init(profile: Profile) throws {
        var options = BrowserWindow.Options()
        options.notice = "demo keys, no value"
        window = BrowserWindow(options: options)
        presenter = ApprovalPresenter(parent: window, notice: options.notice)
        wallet = try DemoWallet(approver: presenter)
        var viewOptions = WebView.Options()
        viewOptions.dialects = DemoWallet.dialects
        view = WebView(
            hall: wallet.hall, profile: profile, options: viewOptions, announcer: wallet.desk.announcer,
            welcome: wallet.desk.welcome)
        window.show(view)
        window.onLock = { [wallet] isLocked in
            if isLocked { wallet.hall.lock() } else { wallet.hall.unlock() }
            wallet.desk.announceLock()
        }
    }

    /// Keeps `thing` as long as the window.
    func keep(_ thing: some Sendable) {
        kept.append(thing)
    }
}
