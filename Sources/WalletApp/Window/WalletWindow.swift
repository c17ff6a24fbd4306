import WalletMethods
import Bridge
package import EthereumWallet
package import Keys
import Messages
import Store
import SumUp
import WalletCore
import Desktop
package import WalletUI
package import WebHost
import Network

/// The wallet window: one view, its approvals, and a wallet behind it.
@MainActor package final class WalletWindow {
    /// Whose keys the wallet has.
    package enum Keys {
        /// Those that everyone has, with the nodes of chains that a file names, and others by the chain's number.
        case demo(ConfigurationFile? = nil, nodes: [UInt64: Endpoint] = [:])
        /// The user's own, in a folder; one wallet by its name, how long it stays open without being
        /// used, where the rest is kept, in place of the usual folder, and what the user set.
        case own(VaultFolder, wallet: String?, lockAfter: Duration, state: String?, ConfigurationFile)
    }

    package let window: BrowserWindow
    package let view: WebView
    package let wallet: PageWallet
    let links: PageLinks
    let payments: PaymentPresenter
    private let approver: PaymentApprover
    private var lockController: LockController?
    private var servers: ServerForms?
    private var kept: [any Sendable] = []

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - profile: What the page shares with others.
    ///   - keys: Whose keys the wallet has.
    ///   - settings: The payment service; `nil` for the one that the user set.
    ///   - showsPage: Whether the window itself is shown, or only what belongs to payments.
    /// - Throws: Where the settings, the keys or what is kept cannot be read.
    package init(
        profile: Profile, keys: Keys, payments settings: PaymentSettings? = nil, showsPage: Bool = true
    ) throws {
        var options = BrowserWindow.Options()
        if case .demo = keys { options.notice = localized("demo keys, no value") }
        window = BrowserWindow(options: options)
        let (mark, keepPhrase) = Self.phrase(keys)
        approver = PaymentApprover(pages: ApprovalPresenter(parent: window, notice: options.notice, mark: mark))
        let file: ConfigurationFile?
        let store: Store?
        switch keys {
        case .demo(let own, let nodes):
            (file, store) = (nil, nil)
            wallet = try PageWallet(.demo(), approver: approver, own, nodes: nodes)
        case .own(_, _, _, let state, let own):
            let opened = try Store.ofUser(in: state)
            (file, store) = (own, opened)
            wallet = try PageWallet(approver: approver, own, store: opened)
        }
        let service = try settings ?? file?.read().payments ?? PaymentSettings()
        let setup = PaymentSetup(service, sender: WebClient(trusting: .system))
        payments = PaymentPresenter(
            setup, wallet: wallet, approver: approver, over: showsPage ? window : nil, notice: options.notice,
            mark: mark)
        links = PageLinks(isPayment: setup.isPayment)
        links.onPayment = { [payments] link, _ in payments.open(link) }
        var viewOptions = WebView.Options()
        viewOptions.dialects = PageWallet.dialects
        viewOptions.handOver = links.handOver
        view = WebView(
            dispatcher: wallet.dispatcher, profile: profile, options: viewOptions, eventBus: wallet.services.eventBus,
            welcome: wallet.services.ethereum.welcome)
        window.resembled = { [services = wallet.services] origin in
            services.siteWarnings.visit(origin)
            return services.siteWarnings.site(resembledBy: origin)
        }
        if showsPage {
            window.show(view)
            links.onAddress = { [weak view] url in view?.load(url) }
        }
        let servers = ServerForms(wallet.services, window: window, mark: mark)
        self.servers = servers
        serveLinks(keys, sumUpPayments: SumUpBook.sumUpPayments(in: store), notice: options.notice, mark: mark)
        switch keys {
        case .demo:
            serveDemoLock()
        case .own(let folder, let name, let limit, _, _):
            let lockController = LockController(
                folder, wallet: wallet, window: window, limit: limit, mark: mark, keepPhrase: keepPhrase)
            self.lockController = lockController
            wallet.services.grants.onFailure = { [window] _ in
                window.say(
                    localized("Site permissions could not be saved. They will be lost when the program ends."))
            }
            lockController.onOpen = { [payments] in payments.unlocked() }
            lockController.onNetworks = { servers.show() }
            lockController.onPayments = { [payments] form in try await PaymentActivity(presenter: payments).run(form) }
            payments.onUnlock = { [weak lockController] in lockController?.unlock() }
            payments.start()
            try lockController.start(name)
        }
    }

    /// Locks and unlocks demo keys, which need no passphrase.
    private func serveDemoLock() {
        let services = wallet.services
        let lock = WalletLock(wallet.dispatcher, activeAccount: services.activeAccount, isLocked: false) {
            services.sites.announceLock()
        }
        lock.onLock = { [window] in window.show(isLocked: true) }
        window.onLock = { [window, payments] wantsLocked in
            guard !wantsLocked else { return lock.lock() }
            do throws(KeyError) {
                try lock.unlock { () throws(KeyError) in try services.activeAccount.openDemo() }
                window.show(isLocked: false)
                payments.unlocked()
            } catch {
                window.say(error.description)
            }
        }
        payments.onUnlock = { [window] in window.onLock?(false) }
    }

    /// The security phrase that belongs to these keys, and how another one is kept.
    private static func phrase(_ keys: Keys) -> (PhraseMark, keep: @MainActor (SecurityPhrase) throws -> Void) {
        switch keys {
        case .demo:
            // Demo keys guard nothing, and pictures of the demo shall always look the same.
            return (PhraseMark(SecurityPhrase("amber-heron-22") ?? .random()), { _ in })
        case .own(_, _, _, let state, _):
            guard let file = SecurityPhraseFile(state: state) else {
                return (PhraseMark(.random(), isNew: true), { _ in })
            }
            return (file.mark(), file.write)
        }
    }

    private func serveLinks(_ keys: Keys, sumUpPayments: SumUpPayments, notice: String?, mark: PhraseMark) {
        var name = AppIdentity.demo
        if case .own = keys { name = AppIdentity.id }
        links.serve(window, sumUpPayments: sumUpPayments, notice: notice, mark: mark)
        links.listen(in: window, as: name)
        let scheme = AppIdentity.scheme
        if case .own = keys,
            let sentence = PageLinks.rivalry(entry: Programs.entry(for: scheme), name: Programs.name(for: scheme))
        {
            window.say(sentence)
        }
    }

    /// Puts the form that asks for the passphrase in front of the other windows, where it is open.
    func presentUnlocking() { lockController?.form?.present() }

    /// Keeps `thing` as long as the window.
    package func keep(_ thing: some Sendable) {
        kept.append(thing)
    }
}
