import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The wallet's pages in a window: which are shown when the wallet is locked, unlocked or changed, and what the terminal
/// and links open there.
@MainActor final class WalletPages {
    let context: PageContext

    /// The pages through which the user went.
    let stack: PageStack

    /// Whether the wallet was just restored, so that the search for its accounts is offered once.
    var offersDiscovery = false

    let tasks = OwnedTasks()

    /// The addresses of the accounts on hardware wallets when they were last looked at.
    private var knownDevices: [String] = []

    /// The payment link that is opened once the wallet is unlocked.
    private var waitingLink: String?
    private let sweeps: SweepForms
    private var watching: Task<Void, Never>?

    /// Creates the pages; nothing is shown yet.
    init(_ context: PageContext) {
        self.context = context
        let stack = PageStack(context.window)
        self.stack = stack
        sweeps = SweepForms(context.wallet, window: context.window)
        (context.stack, context.home) = (stack, self)
        stack.goHome = { [weak self] in self?.show() }
        context.wallet.headless.host = self
        watching = Task { [weak self, changes = context.holdings.changes] in
            for await _ in changes.observe() {
                guard let self else { return }
                stack.update()
                noteDevices()
                self.context.serverNotices?.note(self.context.holdings.accounts)
            }
        }
    }

    isolated deinit { watching?.cancel() }

    /// Shows what the accounts hold, and asks the servers.
    func show() {
        guard !context.isLocked else { return stack.begin(with: LockedPage(context)) }
        if !context.settings.isAsked {
            stack.begin(with: ServerQuestionPage(context))
        } else if offersDiscovery {
            offersDiscovery = false
            stack.begin(with: DiscoveryPage(context, isOffered: true))
        } else {
            stack.begin(with: HomePage(context))
        }
        refresh()
    }

    /// Shows a page, from which the user comes back to what is shown now.
    func open(_ page: any Page) {
        if context.isLocked, !page.isForLocked { show() } else { stack.open(page) }
    }

    /// Handles that the wallet was locked or unlocked, or that another account is in use.
    func update() {
        if context.isLocked {
            offersDiscovery = false
            tasks.start { [context] in await context.holdings.close() }
        } else {
            try? context.holdings.watchedEthereum.read()
        }
        if !context.isLocked, let link = waitingLink {
            waitingLink = nil
            show()
            return open(link: link)
        }
        guard context.window.isScreenShown else { return }
        // What was opened while the wallet was locked stays.
        guard !context.isLocked, stack.top?.isForLocked == true, !(stack.top is LockedPage) else { return show() }
        stack.update()
    }

    func refresh() {
        guard !context.isLocked else { return }
        tasks.start { [context] in await context.holdings.refresh() }
        tasks.start { [context] in
            if await context.wallet.lookups?.prices.refresh() == true { context.stack?.update() }
        }
    }

    /// Shows what has changed, and asks the servers about it if the wallet is shown.
    func refreshShown() {
        guard context.window.isScreenShown else { return }
        stack.update()
        refresh()
    }

    /// Shows what other processes have changed in the store.
    func takeStored() {
        guard !context.isLocked else { return }
        tasks.start { [context] in
            await context.holdings.takeStored()
            context.stack?.update()
        }
    }

    private func noteDevices() {
        let devices = context.services.activeAccount.ethereumAddresses.filter { $0.account.device != nil }
            .map(\.address).sorted()
        guard devices != knownDevices else { return }
        knownDevices = devices
        context.accounts.noteDevices()
        refresh()
    }

    /// Shows the form for the payment that a link asks for; if the wallet is locked, once it is open.
    func open(link: String) {
        context.window.present()
        guard !context.isLocked else {
            waitingLink = link
            context.accounts.unlock()
            return
        }
        tasks.start { [weak self, context] in
            // A wallet that was just unlocked does not show all accounts yet.
            await context.holdings.open()
            guard !context.isLocked else {
                self?.waitingLink = link
                return
            }
            do throws(RPCError) {
                self?.open(try SendPage(context, try AskedPayment(link)))
            } catch {
                context.report(error.sentence)
            }
        }
    }

    /// Moves everything that a private key holds to an account.
    ///
    /// - Returns: Whether something was sent.
    func sweep(to account: AccountID) async -> Bool {
        do throws(WalletError) {
            guard let sent = try await sweeps.run(to: account) else { return false }
            context.report(
                sent.doubt ?? localized("The key was swept with the transaction \(sent.txid, as: "transaction")."))
            return true
        } catch {
            context.report(error.description)
            return false
        }
    }
}

/// What commands of the terminal need of the window.
extension WalletPages: WalletHost {
    var sites: [ListedSite] { context.siteEntries.map(ListedSite.init) }

    var hasWallet: Bool { context.accounts.hasWallet }

    func present() { context.window.present() }

    func refreshSites() { stack.update() }

    func reload() async {
        await context.wallet.lookups?.reload()
        await context.payments?.reload()
        await context.wallet.reloadServers()
        stack.update()
    }

    func sweep(image: String) async throws(WalletError) -> SentTransaction? { try await sweeps.run(image: image) }
}
