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
import WalletTerminal
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

    /// Whether the window itself is shown, or only what belongs to payments.
    let showsPages: Bool

    /// The user's security phrase.
    let mark: PhraseMark

    /// The networks for practice; `nil` for another wallet.
    let practice: PracticeNetwork?
    private let accounts: any AccountControl
    private let pairing: PairingWindow
    private let devices: DeviceWindow
    private let sealing = VaultSealing()
    private let approver: PaymentApprover
    private var kept: [any Sendable] = []

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
    ///   - showsPages: Whether the window itself is shown, or only what belongs to payments.
    ///   - instance: The running instance for other programs; `nil` to become it if there is none.
    ///   - engine: The web engine and the clock by which its age is known.
    /// - Throws: An error if the settings, the keys or the stored data cannot be read.
    package init(
        profile: Profile, keys: Keys, payments settings: PaymentSettings? = nil, proxy chosen: Proxy? = nil,
        showsPages: Bool = true, instance: Instance? = nil, engine: EngineNotice = EngineNotice()
    ) throws {
        // Before the settings are read: a later change is seen.
        let settingsCopy = keys.file.map { SettingsCopy($0) }
        var options = BrowserWindow.Options()
        options.sandboxOption = SandboxOption.name
        options.iconName = AppIdentity.id
        options.notice = keys.notice
        options.hasWallet = true
        if keys.isPractice { options.title = localized("Drawbridge – practice") }
        window = BrowserWindow(options: options)
        self.showsPages = showsPages
        let (mark, keepPhrase) = Self.phrase(keys)
        self.mark = mark
        let pages = ApprovalPresenter(parent: window, notice: options.notice, mark: mark)
        approver = PaymentApprover(pages: pages)
        let file: ConfigurationFile?
        let store: Store?
        let proxy = ProxySetting(keys.isPractice ? .thisMachineOnly : try chosen ?? keys.file?.read().proxy ?? .none)
        profile.use(proxy.current.forPages)
        switch keys {
        case .demo(let own, let nodes, let chains):
            (file, store, practice) = (nil, nil, nil)
            wallet = try PageWallet(
                .demo(on: chains.servers.isEmpty ? .main : .regtest), approver: approver, own, nodes: nodes,
                practice: chains, proxy: proxy)
            accounts = KeptKeys(try DemoKeys(), wallet: wallet, window: window)
        case .practice(let network):
            (file, store, practice) = (nil, nil, network)
            let signer = try PracticeKeys()
            let account = try WalletSigner(
                signer: signer, account: Account(name: localized("Practice account"), index: 0),
                notice: PracticeKeys.notice)
            wallet = PageWallet(account, approver: approver, practising: network, proxy: proxy)
            accounts = KeptKeys(signer, wallet: wallet, window: window)
        case .own(let folder, _, let limit, let state, let own):
            let opened = try Store.ofUser(in: state)
            (file, store, practice) = (own, opened, nil)
            wallet = try PageWallet(approver: approver, own, store: opened, proxy: proxy)
            accounts = LockController(
                folder, state: state, wallet: wallet, window: window, limit: limit, mark: mark,
                keepPhrase: keepPhrase)
        }
        let service = try settings ?? file?.read().payments ?? PaymentSettings()
        let permissions = PaymentPermissions(service, settings == nil ? file.map { ConfigurationChanges($0) } : nil)
        let setup: @MainActor (PaymentSettings) -> PaymentSetup = { settings in
            PaymentSetup(settings, sender: WebClient(trusting: .system, through: proxy))
        }
        payments = PaymentPresenter(
            setup(service), wallet: wallet, accounts: accounts, approver: approver, over: showsPages ? window : nil,
            mark: mark
        ) { [permissions] appID throws(WalletError) in
            try await permissions.identify(as: appID)
            return setup(permissions.settings)
        }
        permissions.settingChanges.add { [payments] settings in payments.use(setup(settings)) }
        sessions = WalletSessions(
            wallet, window: window, accounts: accounts,
            settings: try file?.read().sessions ?? keys.file?.read().sessions ?? SessionSettings(),
            storage: Self.sessionStorage(store, sealing, keys), proxy: proxy)
        pairing = PairingWindow(sessions, mark: mark)
        links = PageLinks(isPayment: permissions.isPayment)
        let context = PageContext(wallet, window, accounts, try HomeSettings(file), sessions, links)
        context.payments = permissions
        home = WalletPages(context)
        devices = DeviceWindow(over: window, mark: mark)
        wallet.services.ethereum.deviceSigner = devices
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
        if showsPages { window.show(view) }
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
                guard let context else { return }
                if let network { home?.open(context.page(of: network)) } else { home?.open(ServersPage(context)) }
            }
        }
        window.onAction = { [weak self] action in self?.take(action) }
        accounts.events.add { [weak self] event in self?.take(event) }
        links.target = self
        sessions.events.add { [weak self] event in self?.take(event) }
        window.takesAddress = { [links] text in links.takeText(text) }
        serveLinks(keys, sumUpPayments: wallet.headless.cardPayments, instance)
        serveHome()
        switch keys {
        case .demo: if showsPages { sessions.start() }
        case .practice(let network): practise(on: network)
        case .own(_, let name, _, let state, _):
            guard let lockController else { return }
            context.proxyForms = proxyForms(profile)
            payments.start()
            if showsPages {
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

    /// The user's own wallets; `nil` for keys that need no passphrase.
    private var lockController: LockController? { accounts as? LockController }

    /// Handles a press of one of the wallet's buttons in the header bar.
    private func take(_ action: BrowserWindow.Action) {
        switch action {
        case .lock: accounts.lockEverywhere()
        case .unlock: accounts.unlock()
        case .menu(let action): accounts.choose(action)
        case .show: home.show()
        case .site: if let origin = view.origin { home.open(SitePage(home.context, site: origin)) }
        }
    }

    /// Handles an event of the wallet and its accounts.
    private func take(_ event: AccountEvent) {
        switch event {
        case .opened:
            payments.unlocked()
            sealing.use(lockController?.vault)
            sessions.refresh()
            home.update()
        case .changed:
            devices.closeRefusals()
            sessions.refresh()
            home.update()
        case .restored: home.offersDiscovery = true
        case .added: home.refreshShown()
        case .page(let page): open(page)
        }
    }

    /// Handles an event of the WalletConnect sessions.
    private func take(_ event: WalletSessions.Event) {
        switch event {
        case .changed: home.refreshSites()
        case .paired(let link, let expiry): pairing.wait(for: link, until: expiry)
        case .proposed: pairing.close()
        case .needsRelay(let link):
            home.open(SessionSettingsPage(sessions, then: link))
            home.present()
        }
    }

    /// The forms that set the proxy of all connections.
    private func proxyForms(_ profile: Profile) -> ProxyForms {
        ProxyForms(wallet.proxy, window: window, mark: mark) {
            [wallet, payments, weak home] proxy throws(WalletError) in
            try await wallet.use(proxy)
            profile.use(proxy.forPages)
            payments.use(proxy)
            home?.stack.update()
            home?.refresh()
        }
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

    private func serveLinks(_ keys: Keys, sumUpPayments: SumUpPayments, _ instance: Instance?) {
        var (name, app) = (AppIdentity.demo, SumUpApp.ofDesktop)
        if case .own = keys { name = AppIdentity.id }
        if case .demo(_, _, let practice) = keys, let simulated = practice.sumUp { app = simulated }
        links.serve(window, sumUpPayments: sumUpPayments, app: app, notice: keys.notice, mark: mark)
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

extension WalletWindow: LinkTarget {
    func show(address: String) {
        window.leaveScreen()
        view.load(address)
    }

    func pay(_ link: String) {
        if practice == nil { payments.open(link) } else { report(PracticeKeys.onlyWallet) }
    }

    func send(_ link: String, for page: Origin?) async {
        if let page, await !confirms(SendScreens.question(link, of: page)) { return }
        home.open(link: link)
    }

    func mayConnect(_ page: Origin?) async -> Bool { await confirms(SessionText.question(about: page)) }

    func connect(_ link: String, from page: Origin?) async {
        if practice == nil { await sessions.open(link, from: page) } else { report(PracticeKeys.onlyWallet) }
    }

    func report(_ sentence: String) { window.report(sentence) }

    func refuse(_ sentence: String) {
        if showsPages { report(sentence) } else { payments.refuse(sentence) }
    }

    /// Asks a question of yes or no in a window of its own.
    private func confirms(_ question: Screen) async -> Bool {
        let sheet = ScreenWindow(over: window, mark: mark)
        defer { sheet.close() }
        return await sheet.ask(question) != nil
    }
}
