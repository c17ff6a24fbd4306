import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletCore
import WalletMethods
import WalletUI

/// The wallet's screens in the window: what the accounts hold, receiving, sending, history, sites and servers.
@MainActor final class HomeController {
    /// What the window shows.
    indirect enum Step {
        case home
        case balance(String)
        case choose(HomeScreens.Action)
        case receive(ReceiveStep)
        case send(SendStep)
        case history(HistoryStep)
        case sites(SiteStep)
        case servers(ServerStep)
        case discovery(DiscoveryStep)
        case allowances(AllowanceStep)
        case coins(CoinStep)
        case serverList(ServerListStep)
        case lookups(LookupStep)
        case contacts(ContactStep)
        case token(TokenStep)
        case tools
        case watch(WatchStep)
        case device(DeviceStep)
        case psbt(PSBTStep)
        case message(MessageStep)
    }

    let wallet: PageWallet
    let window: BrowserWindow

    /// Unlocks the wallet.
    var onUnlock: (@MainActor () -> Void)?

    /// Whether there is a wallet to unlock.
    var hasWallet: @MainActor () -> Bool = { true }

    /// Opens a link that a form got and that is not one of the form; returns whether it was one.
    var onOtherLink: (@MainActor (String) -> Bool)?

    /// Switches to another account of the wallet, by its number.
    var onAccount: (@MainActor (UInt32) -> Void)?

    /// Switches to an account on EVM chains whose key is on a hardware wallet, by its address.
    var onDevice: (@MainActor (String) -> Void)?

    /// Called when an account whose key is on a hardware wallet was added or removed.
    var onDevices: (@MainActor () -> Void)?

    /// The addresses of these accounts when they were last looked at.
    private var knownDevices: [String] = []

    /// The settings of the servers and of the explorers.
    let settings: HomeSettings

    /// The connected apps.
    let sessions: WalletSessions?

    /// What servers that are behind say about their newest blocks, by the ID of the network.
    var lags: [String: String] = [:]

    /// The networks for practice; `nil` for another wallet.
    var practice: PracticeNetwork?

    /// Sets servers; `nil` if there is nothing to set.
    var servers: ServerForms?

    /// Shows the proxy.
    var onProxy: (@MainActor () -> Void)?

    /// What the payment service may do; `nil` if there is none.
    var payments: PaymentPermissions?

    /// The forms for sweeping a private key.
    let sweeps: SweepForms

    var step = Step.home
    let tasks = OwnedTasks()

    /// The payment link that is opened once the wallet is unlocked.
    var waitingLink: String?

    /// Whether the wallet was just restored, so that the search for its accounts is offered once.
    var offersDiscovery = false

    /// The search for accounts of the recovery phrase.
    var searching: Task<Void, Never>?
    private var watching: Task<Void, Never>?

    /// Creates the screens of `wallet` in `window`; nothing is shown yet.
    init(_ wallet: PageWallet, window: BrowserWindow, settings: HomeSettings, sessions: WalletSessions?) {
        self.wallet = wallet
        self.window = window
        self.settings = settings
        self.sessions = sessions
        sweeps = SweepForms(wallet, window: window)
        wallet.headless.host = self
        window.onHome = { [weak self] in self?.show() }
        window.screens.onPress = { [weak self] button, values in self?.press(button, values) }
        window.screens.onChoose = { [weak self] id in self?.choose(id) }
        watching = Task { [weak self, changes = wallet.services.holdings.changes] in
            for await _ in changes.observe() {
                self?.redraw()
                self?.noteDevices()
            }
        }
    }

    isolated deinit {
        watching?.cancel()
        searching?.cancel()
    }

    var holdings: WalletHoldings { wallet.services.holdings }

    /// Whether the wallet can be used.
    var isLocked: Bool { wallet.services.gate.isLocked || !wallet.services.activeAccount.isOpen }

    /// Shows what the accounts hold, and asks the servers.
    func show() {
        show(.home)
        refresh()
    }

    /// Handles that the wallet was locked or unlocked, or that another account is in use.
    func update() {
        if isLocked {
            offersDiscovery = false
            searching?.cancel()
            tasks.start { [holdings] in await holdings.close() }
        } else {
            try? holdings.watchedEthereum.read()
        }
        if !isLocked, let link = waitingLink {
            waitingLink = nil
            show()
            return open(link: link)
        }
        guard window.isScreenShown else { return }
        show(.home)
        refresh()
    }

    func refresh() {
        guard !isLocked else { return }
        tasks.start { [holdings] in await holdings.refresh() }
        tasks.start { if await self.wallet.lookups?.prices.refresh() == true { self.redraw() } }
    }

    /// Shows what has changed, and asks the servers about it if the balances are shown.
    func refreshShown() {
        guard window.isScreenShown else { return }
        redraw()
        refresh()
    }

    var screens: HomeScreens {
        HomeScreens(
            accounts: holdings.accounts, name: wallet.services.activeAccount.ethereumAccount.account.name,
            others: wallet.services.activeAccount.ethereumAddresses.dropFirst().map(\.self),
            proxy: wallet.proxy.current.address, now: wallet.services.now(), added: ownTokens.all,
            isPractice: practice != nil, prices: wallet.lookups?.prices.list)
    }

    private func noteDevices() {
        let devices = wallet.services.activeAccount.ethereumAddresses.filter { $0.account.device != nil }
            .map(\.address).sorted()
        guard devices != knownDevices else { return }
        knownDevices = devices
        onDevices?()
        refresh()
    }

    /// Shows a step.
    func show(_ step: Step) {
        self.step = step
        if case .discovery = step {} else { searching?.cancel() }
        guard !isLocked else { return window.show(HomeScreens.locked(hasWallet: hasWallet())) }
        switch step {
        case .home where settings.isAsked && offersDiscovery:
            offersDiscovery = false
            show(.discovery(discovery(isOffered: true)))
        case .home: window.show(settings.isAsked ? screens.home : serverScreens.question)
        case .balance(let id):
            guard let (account, balance) = screens.balance(id) else { return show(.home) }
            window.show(screens.details(of: balance, in: account))
        case .choose(let action): window.show(screens.choose(for: action))
        case .receive(let step): window.show(step.screen)
        case .send(let step): window.show(step.screen)
        case .history(let step): window.show(step.screen(screens.accounts, now: wallet.services.now()))
        case .sites(let step): window.show(step.screen)
        case .servers(let step): window.show(step.screen)
        case .discovery(let step): window.show(step.screen)
        case .allowances(let step): window.show(step.screen)
        case .coins(let step): window.show(step.screen)
        case .serverList(let step): window.show(step.screen)
        case .lookups(let step): window.show(step.screen)
        case .contacts(let step): window.show(step.screen)
        case .token(let step): window.show(step.screen)
        case .tools: window.show(Tool.screen)
        case .watch(let step): window.show(step.screen)
        case .device(let step): window.show(step.screen)
        case .psbt(let step): window.show(step.screen)
        case .message(let step): window.show(step.screen)
        }
    }

    /// Draws a step without entries again, because the figures have changed.
    func redraw() {
        guard window.isScreenShown else { return }
        switch step {
        case .home, .balance: show(step)
        case .servers(let step) where !step.isConfirming: redrawServers(at: step.screens.focus)
        case .history(let step): tasks.start { await self.refreshHistory(step) }
        case .receive(let step): tasks.start { await self.refreshReceiving(step) }
        case .choose, .send, .sites, .servers, .discovery, .allowances, .coins, .serverList, .lookups,
            .contacts, .token, .tools, .watch, .device, .psbt, .message:
            break
        }
    }

    private func choose(_ id: String) {
        guard !isLocked else { return }
        switch step {
        case .home:
            if id.hasPrefix("account:") {
                if let index = UInt32(id.dropFirst("account:".count)) { onAccount?(index) }
            } else if id.hasPrefix("device:") {
                onDevice?(String(id.dropFirst("device:".count)))
            } else if settings.isAsked {
                show(.balance(id))
            } else {
                answerServers(id)
            }
        case .choose(let action): begin(action, id)
        case .history(let step): showTransaction(id, in: step)
        case .sites(let step): showSite(id, in: step)
        case .servers(let step): chooseServer(id, in: step)
        case .allowances(let step): showAllowance(id, in: step)
        case .coins(let step): showCoin(id, in: step)
        case .serverList(let step): showServer(id, in: step)
        case .contacts(let step): showContact(id, in: step)
        case .tools: Tool(rawValue: id).map(begin)
        case .device(let step): chooseAccount(id, in: step)
        case .balance, .receive, .send, .discovery, .lookups, .token, .watch, .psbt, .message: break
        }
    }

    private func press(_ button: String, _ values: [String: String]) {
        guard let action = HomeScreens.Action(rawValue: button) else { return }
        guard !isLocked else {
            if action == .unlock { onUnlock?() }
            return
        }
        switch (action, step) {
        case (.home, _): show()
        case (.refresh, .servers):
            refresh()
            checkServers()
        case (.refresh, _): refresh()
        case (.chain, .home): onProxy?()
        case (.send, .balance(let id)), (.receive, .balance(let id)): begin(action, id)
        case (_, .coins(let step)): press(action, values, in: step)
        case (.send, .psbt(let step)): press(action, values, in: step)
        case (.send, _), (.receive, _): show(.choose(action))
        case (.history, .balance(let id)):
            showHistory(of: screens.balance(id)?.account.id)
        case (.history, .history(let step)): showHistory(step.filter)
        case (.history, _): showHistory()
        case (.sites, _): showSites()
        case (.servers, .serverList(let step)): showServers(at: step.network.id)
        case (.servers, _): showServers()
        case (.contacts, _): showContacts()
        case (.find, _): show(.discovery(discovery()))
        case (.allowances, .balance(let id)):
            if let account = screens.balance(id)?.account { showAllowances(of: account) }
        case (.sweep, .balance(let id)):
            let account = screens.balance(id)?.account.id
            tasks.start { await self.sweep(to: account) }
        case (.coins, .balance(let id)):
            guard let account = screens.balance(id)?.account, let asset = account.balances.first?.asset else { return }
            showCoins(of: account, asset)
        case (.token, .balance(let id)):
            if let account = screens.balance(id)?.account { showTokenForm(of: account) }
        case (.dropToken, .balance(let id)):
            if let asset = screens.balance(id)?.balance.asset { removeToken(asset) }
        case (_, .token(let step)): press(action, values, in: step)
        case (.tools, _): show(.tools)
        case (.unwatch, .balance(let id)):
            if let account = screens.balance(id)?.account { unwatch(account) }
        case (_, .watch(let step)): press(action, values, in: step)
        case (_, .device(let step)): press(action, values, in: step)
        case (_, .psbt(let step)): press(action, values, in: step)
        case (_, .message(let step)): press(action, values, in: step)
        case (_, .receive(let step)): press(action, values, in: step)
        case (_, .send(let step)): press(action, values, in: step)
        case (_, .history(let step)): press(action, values, in: step)
        case (_, .sites(let step)): press(action, values, in: step)
        case (_, .servers(let step)): press(action, values, in: step)
        case (_, .discovery(let step)): press(action, values, in: step)
        case (_, .allowances(let step)): press(action, values, in: step)
        case (_, .serverList(let step)): press(action, values, in: step)
        case (_, .lookups(let step)): press(action, values, in: step)
        case (_, .contacts(let step)): press(action, values, in: step)
        default: show(.home)
        }
    }

    /// Begins to send or to receive the asset with this ID.
    private func begin(_ action: HomeScreens.Action, _ id: String) {
        guard let (account, balance) = screens.balance(id) else { return show(.home) }
        if action == .send { beginSending(balance, from: account) } else { beginReceiving(balance.asset, account) }
    }
}
