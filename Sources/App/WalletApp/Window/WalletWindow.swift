package import HeadlessWallet
import WalletMethods
import Bridge
import Foundation
package import EthereumWallet
package import Keys
import Messages
import Store
import SumUp
import WalletConnect
import WalletCore
package import Desktop
package import WalletUI
package import WebHost
package import Network

/// The wallet window: one view, its approvals, and a wallet behind it.
@MainActor package final class WalletWindow {
    /// The keys of the wallet.
    package enum Keys {
        /// The public demo keys, with the nodes of chains from a file, other nodes by chain ID, and practice chains.
        case demo(
            ConfigurationFile? = nil, nodes: [UInt64: Endpoint] = [:], practice: PracticeChains = PracticeChains())
        /// The user's own keys in a folder; with the name of a wallet, how long it stays unlocked without being used,
        /// the folder of its state instead of the default one, and the user's settings.
        case own(VaultFolder, wallet: String?, lockAfter: Duration, state: String?, ConfigurationFile)
        /// Keys that are made for this window, with the networks that are the only ones it reaches.
        case practice(PracticeNetwork)

        /// The user's settings, or `nil`.
        fileprivate var file: ConfigurationFile? {
            switch self {
            case .demo(let file, _, _): file
            case .own(_, _, _, _, let file): file
            case .practice: nil
            }
        }

        /// The sentence for every window and approval, if there is one.
        fileprivate var notice: String? {
            switch self {
            case .demo: DemoKeys.notice
            case .own: nil
            case .practice: PracticeKeys.notice
            }
        }

        /// The folder of the state of the user's own wallets; `nil` for keys that store nothing.
        fileprivate var stateFolder: String? {
            guard case .own(_, _, _, let state, _) = self else { return nil }
            return state ?? Store.folder(environment: ProcessInfo.processInfo.environment)
        }

        fileprivate var isPractice: Bool { if case .practice = self { true } else { false } }
    }

    package let window: BrowserWindow
    package let view: WebView
    package let wallet: PageWallet
    let links: PageLinks
    let payments: PaymentPresenter
    let sessions: WalletSessions
    let home: WalletPages
    private let pairing: PairingWindow
    private let devices: DeviceWindow
    private let sealing = VaultSealing()
    private let approver: PaymentApprover
    private var lockController: LockController?
    private var kept: [any Sendable] = []

    /// Keys that need no passphrase: those of the demo, or for practice.
    let keptKeys: (any Signer)?

    /// The files that other programs may replace.
    var lists: ListWatch?

    /// The socket at which commands of the terminal ask this window.
    var socket: WalletSocket?

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - profile: The browser profile that the page shares with others.
    ///   - keys: The keys of the wallet.
    ///   - settings: The payment service; `nil` for the one that the user set.
    ///   - chosen: The proxy of all connections; `nil` for the one that the user set.
    ///   - showsPage: Whether the window itself is shown, or only what belongs to payments.
    ///   - instance: The running instance for other programs; `nil` to become it if there is none.
    ///   - engine: The web engine and the clock by which its age is known.
    /// - Throws: An error if the settings, the keys or the stored data cannot be read.
    package init(
        profile: Profile, keys: Keys, payments settings: PaymentSettings? = nil, proxy chosen: Proxy? = nil,
        showsPage: Bool = true, instance: Instance? = nil, engine: EngineNotice = EngineNotice()
    ) throws {
        // Before the settings are read: a later change is seen.
        let settingsCopy = keys.file.map { SettingsCopy($0) }
        var options = BrowserWindow.Options()
        options.sandboxOption = SandboxOption.name
        options.iconName = AppIdentity.id
        options.notice = keys.notice
        if keys.isPractice { options.title = localized("Drawbridge – practice") }
        window = BrowserWindow(options: options)
        let (mark, keepPhrase) = Self.phrase(keys)
        let pages = ApprovalPresenter(parent: window, notice: options.notice, mark: mark)
        approver = PaymentApprover(pages: pages)
        let file: ConfigurationFile?
        let store: Store?
        let proxy = ProxySetting(keys.isPractice ? .thisMachineOnly : try chosen ?? keys.file?.read().proxy ?? .none)
        profile.use(proxy.current.forPages)
        switch keys {
        case .demo(let own, let nodes, let practice):
            (file, store) = (nil, nil)
            keptKeys = try DemoKeys()
            wallet = try PageWallet(
                .demo(), approver: approver, own, nodes: nodes, practice: practice, proxy: proxy)
        case .practice(let network):
            (file, store) = (nil, nil)
            let signer = try PracticeKeys()
            keptKeys = signer
            let account = try WalletSigner(
                signer: signer, account: Account(name: localized("Practice account"), index: 0),
                notice: PracticeKeys.notice)
            wallet = PageWallet(account, approver: approver, practising: network, proxy: proxy)
        case .own(_, _, _, let state, let own):
            let opened = try Store.ofUser(in: state)
            (file, store, keptKeys) = (own, opened, nil)
            wallet = try PageWallet(approver: approver, own, store: opened, proxy: proxy)
        }
        let service = try settings ?? file?.read().payments ?? PaymentSettings()
        let setup = PaymentSetup(service, sender: WebClient(trusting: .system, through: proxy))
        payments = PaymentPresenter(
            setup, wallet: wallet, approver: approver, over: showsPage ? window : nil, notice: options.notice,
            mark: mark)
        sessions = WalletSessions(
            wallet, window: window,
            settings: try file?.read().sessions ?? keys.file?.read().sessions ?? SessionSettings(),
            storage: Self.sessionStorage(store, sealing, keys), proxy: proxy)
        pairing = PairingWindow(sessions, notice: options.notice, mark: mark)
        let permissions = PaymentPermissions(service, settings == nil ? file.map { ConfigurationChanges($0) } : nil)
        links = PageLinks(isPayment: permissions.isPayment)
        let context = PageContext(wallet, window, try HomeSettings(file), sessions, links)
        context.payments = permissions
        home = WalletPages(context)
        devices = DeviceWindow(over: window, notice: options.notice, mark: mark)
        wallet.services.ethereum.deviceSigner = devices
        payments.onSetUp = { [permissions] appID throws(WalletError) in
            try await permissions.identify(as: appID)
            return PaymentSetup(permissions.settings, sender: WebClient(trusting: .system, through: proxy))
        }
        permissions.onChange = { [payments] settings in
            payments.use(PaymentSetup(settings, sender: WebClient(trusting: .system, through: proxy)))
        }
        links.onPayment = { [payments] link, _ in payments.open(link) }
        var viewOptions = WebView.Options()
        viewOptions.dialects = PageWallet.dialects
        viewOptions.interceptor = links.interceptor
        view = WebView(
            dispatcher: wallet.dispatcher, profile: profile, options: viewOptions, eventBus: wallet.services.eventBus,
            initialEvents: { [services = wallet.services] peer in
                try? services.present.read()
                return services.ethereum.initialEvents(for: peer)
            })
        view.findObstacle = { [services = wallet.services] origin in
            services.siteWarnings.advice(against: origin).map { LoadObstacle($0, isAdvice: true) }
        }
        window.resembled = { [services = wallet.services] origin in
            services.siteWarnings.visit(origin)
            return services.siteWarnings.site(resembledBy: origin)
        }
        if showsPage {
            window.show(view)
            links.onAddress = { [weak view, window] url in
                window.leaveScreen()
                view?.load(url)
            }
        }
        // The practice wallet opens no page of strangers.
        if !keys.isPractice, let sentence = engine.sentence {
            window.showNotice(.oldEngine, sentence)
            // Other keys store nothing, so each start would show it again.
            if let state = keys.stateFolder { pages.pageCaution = engine.monthlyCaution(in: state) }
        }
        offerSoftwareDrawing(StateNote(BlankPages.name, in: keys.stateFolder))
        if !keys.isPractice {
            context.serverNotices = ServerNotices(context.serverSetting, window: window) {
                [weak home, weak context] network in
                if let context { home?.open(context.page(of: network)) }
            }
        }
        serveSessions(mark, notice: options.notice)
        serveLinks(
            keys, sumUpPayments: SumUpBook.sumUpPayments(in: store), notice: options.notice, mark: mark, instance)
        switch keys {
        case .demo:
            serveKeptKeys()
            serveHome(mark, nil)
            if showsPage { sessions.start() }
        case .practice(let network):
            serveKeptKeys()
            serveHome(mark, nil)
            practise(on: network)
        case .own(let folder, let name, let limit, let state, _):
            let lockController = LockController(
                folder, state: state, wallet: wallet, window: window, limit: limit, mark: mark,
                keepPhrase: keepPhrase)
            self.lockController = lockController
            serveHome(mark, lockController)
            wallet.services.grants.onFailure = { [window] _ in
                window.showNotice(
                    .unsavedPermissions,
                    localized("Site permissions could not be saved. They will be lost when the program ends."))
            }
            lockController.onOpen = { [weak self, weak lockController] in
                self?.payments.unlocked()
                self?.sealing.use(lockController?.vault)
                self?.sessions.refresh()
                self?.home.update()
            }
            lockController.onChange = { [sessions, home, devices] in
                devices.closeRefusals()
                sessions.refresh()
                home.update()
            }
            sessions.onUnlock = { [weak lockController] in lockController?.unlock() }
            serveProxy(lockController, profile, mark)
            payments.onUnlock = { [weak lockController] in lockController?.unlock() }
            payments.start()
            if showsPage {
                sessions.start()
                socket = store.flatMap { WalletSocket(of: $0, answering: wallet.headless) }
            }
            if let store, let settingsCopy {
                try share(
                    store, settingsCopy, profile, lockController, phrase: (SecurityPhraseFile(state: state), mark))
            }
            try lockController.start(name)
        }
    }

    /// Lets the menu of `controller` set the proxy of all connections.
    private func serveProxy(_ controller: LockController, _ profile: Profile, _ mark: PhraseMark) {
        let forms = ProxyForms(wallet.proxy, window: window, mark: mark) {
            [wallet, payments, home] proxy throws(WalletError) in
            try await wallet.use(proxy)
            profile.use(proxy.forPages)
            payments.use(proxy)
            home.stack.update()
            home.refresh()
        }
        controller.onProxy = { forms.show() }
    }

    /// Locks and unlocks keys that need no passphrase.
    private func serveKeptKeys() {
        let services = wallet.services
        let account = services.activeAccount.account
        let lock = WalletLock(wallet.dispatcher, activeAccount: services.activeAccount, isLocked: false) {
            services.sites.announceLock()
        }
        lock.onLock = { [window, sessions, home, devices] in
            window.show(isLocked: true)
            devices.closeRefusals()
            sessions.refresh()
            home.update()
        }
        window.onLock = { [window, payments, sessions, home, keptKeys] wantsLocked in
            guard !wantsLocked else { return lock.lock() }
            do throws(KeyError) {
                try lock.unlock { () throws(KeyError) in
                    guard let keptKeys else { throw .locked }
                    try services.activeAccount.open(keptKeys, account)
                }
                window.show(isLocked: false)
                payments.unlocked()
                sessions.refresh()
                home.update()
            } catch {
                window.showNotice(.walletFailure, error.description)
            }
        }
        payments.onUnlock = { [window] in window.onLock?(false) }
        sessions.onUnlock = { [window] in window.onLock?(false) }
    }

    /// Where the sessions of a wallet are stored: those of the demo, in memory.
    private static func sessionStorage(
        _ store: Store?, _ sealing: VaultSealing, _ keys: Keys
    ) -> WalletSessions.Storage {
        var changes: ConfigurationChanges?
        if case .own(_, _, _, _, let file) = keys { changes = ConfigurationChanges(file) }
        let memory = WalletConnectStorage.memory()
        return WalletSessions.Storage(
            open: { store.map { $0.walletConnect(sealing: sealing) } ?? memory },
            keep: { [changes] settings async throws(WalletError) in
                try await changes?.make { $0.sessions = settings }
            })
    }

    /// Opens links of WalletConnect from the page, the address field and the desktop.
    private func serveSessions(_ mark: PhraseMark, notice: String?) {
        links.onConnection = { [sessions] link, page in await sessions.open(link, from: page) }
        links.mayConnect = { [weak window] page in
            guard let window else { return false }
            let sheet = ScreenWindow(over: window, notice: notice, mark: mark)
            defer { sheet.close() }
            return await sheet.ask(SessionText.question(about: page)) != nil
        }
        sessions.onChange = { [weak home] in home?.refreshSites() }
        sessions.onSettings = { [weak home, weak sessions] link in
            guard let home, let sessions else { return }
            home.open(SessionSettingsPage(sessions, then: link))
            home.present()
        }
        links.onAsked = { [weak window, weak home] link, page in
            guard let window else { return }
            if let page {
                let sheet = ScreenWindow(over: window, notice: notice, mark: mark)
                defer { sheet.close() }
                guard await sheet.ask(SendScreens.question(link, of: page)) != nil else { return }
            }
            home?.open(link: link)
        }
        links.onFault = { [weak window] sentence in window?.report(sentence) }
        window.onAddress = { [links] text in links.takeText(text) }
    }

    /// The security phrase for these keys, and the function that stores another one.
    private static func phrase(_ keys: Keys) -> (PhraseMark, keep: @MainActor (SecurityPhrase) throws -> Void) {
        switch keys {
        case .demo:
            // Demo keys protect nothing, and screenshots of the demo must always look the same.
            return (PhraseMark(SecurityPhrase("amber-heron-22") ?? .random(), notice: keys.notice), { _ in })
        case .practice: return (PhraseMark(.random(), notice: keys.notice), { _ in })
        case .own(_, _, _, let state, _):
            guard let file = SecurityPhraseFile(state: state) else {
                return (PhraseMark(.random(), isNew: true), { _ in })
            }
            return (file.mark(), file.write)
        }
    }

    private func serveLinks(
        _ keys: Keys, sumUpPayments: SumUpPayments, notice: String?, mark: PhraseMark, _ instance: Instance?
    ) {
        var (name, app) = (AppIdentity.demo, SumUpApp.ofDesktop)
        if case .own = keys { name = AppIdentity.id }
        if case .demo(_, _, let practice) = keys, let simulated = practice.sumUp { app = simulated }
        links.serve(window, sumUpPayments: sumUpPayments, app: app, notice: notice, mark: mark)
        // A link of another program means the user's own wallet.
        guard !keys.isPractice else { return }
        links.listen(in: window, as: name, instance)
        let scheme = AppIdentity.scheme
        if case .own = keys,
            let sentence = PageLinks.rivalry(entry: Programs.entry(for: scheme), name: Programs.name(for: scheme))
        {
            window.showNotice(.otherLinkHandler, sentence, button: localized("Open with Drawbridge")) {
                [weak window] in
                window?.removeNotice(.otherLinkHandler)
                guard (try? DesktopEntries().install(RegisterCommand.entry)) == nil else { return }
                window?.report(localized("The desktop did not store which program opens these links."))
            }
        }
    }

    /// Brings the form that asks for the passphrase to the front, if it is open.
    func presentUnlocking() { lockController?.form?.present() }

    /// Keeps `thing` for the lifetime of the window.
    package func keep(_ thing: some Sendable) {
        kept.append(thing)
    }
}
