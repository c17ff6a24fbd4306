import HeadlessWallet
import WalletMethods
import Bridge
import Keys
import Messages
import Primitives
import WalletCore
import Desktop
import WalletUI
import WebHost

/// The user's own wallets in a window: which one is in use, whether it is unlocked, and when it locks.
///
/// The recovery words and keys are created, shown and exported in separate processes; this process only uses a key to
/// sign.
@MainActor final class LockController: AccountControl {
    let folder: VaultFolder

    /// Where its files are.
    let place: WalletPlace
    let wallet: PageWallet
    let window: BrowserWindow

    /// The user's security phrase.
    let mark: PhraseMark

    /// Stores another security phrase.
    let keepPhrase: @MainActor (SecurityPhrase) throws -> Void
    private var session: SessionWatch?
    private let walletLock: WalletLock
    private let tasks = OwnedTasks()

    /// The wallet in use; `nil` until a wallet has been opened.
    private(set) var vault: Vault? {
        didSet { walletLock.keys = vault }
    }

    /// What other processes do with the wallet in use.
    private let follower: UseFollower

    /// The version of its file from which the accounts were read.
    private var seenFile: FileStamp?

    let events = Listeners<AccountEvent>()

    /// The form that is shown, if there is one.
    var form: ScreenWindow?

    /// The requesters that wait for the wallet to be unlocked.
    var waiting: [Peer] = []

    /// The window's question to unlock the wallet.
    var unlockQuestion = UnlockPrompt()

    /// The name of a wallet that was just created and not opened yet.
    var made: String?

    /// The file of a wallet that was just restored and not opened yet.
    var restored: String?

    /// Shows the wallets of `folder` in `window`, locked.
    ///
    /// - Parameters:
    ///   - folder: The folder of the wallets.
    ///   - state: The folder of the wallet's data; `nil` for the user's.
    ///   - wallet: The wallet for pages.
    ///   - window: The window that shows them.
    ///   - limit: How long the wallet stays unlocked without being used.
    ///   - mark: The user's security phrase.
    ///   - keepPhrase: Stores another security phrase.
    init(
        _ folder: VaultFolder, state: String?, wallet: PageWallet, window: BrowserWindow, limit: Duration,
        mark: PhraseMark,
        keepPhrase: @escaping @MainActor (SecurityPhrase) throws -> Void
    ) {
        self.mark = mark
        self.keepPhrase = keepPhrase
        self.folder = folder
        place = WalletPlace(folder: folder.path, state: state)
        self.wallet = wallet
        follower = UseFollower(wallet.vaultUses)
        self.window = window
        walletLock = WalletLock(
            wallet.dispatcher, activeAccount: wallet.services.activeAccount, idleLimit: limit
        ) { [services = wallet.services] in services.sites.announceLock() }
        wallet.services.gate.unlocker = self
        wallet.services.present.add { [weak self] () throws(JournalError) in try self?.follow() }
        walletLock.lockEvents.add { [weak self] in
            SecretClipboard.clear()
            self?.showLock()
            self?.showMenu()
            self?.events.tell(.changed)
        }
        session = SessionWatch { [weak self] in self?.lock() }
        findEthereumAccounts()
        InputWatch.start { [weak walletLock] in walletLock?.noteActivity() }
    }

    /// Starts: asks for the passphrase of the wallet called `name`, or what to do if there is no wallet or none that
    /// can be opened.
    func start(_ name: String?) throws {
        let entries = try folder.entries()
        let wanted = try name.map { try WalletFolder.entry(called: $0, among: entries) }
        if let entry = wanted ?? entries.first(where: { $0.fault == nil }) { vault = try folder.open(entry) }
        showLock()
        showMenu()
        if vault != nil { entries.forEach(showProblem(of:)) }
        unlock()
    }

    /// Whether the folder has a wallet, also one that cannot be opened.
    var hasWallet: Bool { vault != nil || (try? folder.entries().isEmpty) != true }

    /// Shows in the window that the wallet is locked, or why there is no wallet to unlock.
    private func showLock() {
        guard vault == nil else { return window.show(isLocked: true) }
        let entries = Result { try folder.entries() }
        switch entries {
        // While another wallet is taking the place of the one in use, there is none in use and nothing is wrong.
        case .success(let found) where found.contains { $0.fault == nil }: window.show(isLocked: true)
        case .success(let found) where found.isEmpty:
            window.show(isLocked: true, hint: (localized("You have no wallet yet."), localized("Set up"), false))
        case .success, .failure:
            window.show(isLocked: true, hint: (localized("Your wallet cannot be opened."), localized("Details"), true))
        }
    }

    /// Shows a notice about why a wallet's file cannot be opened.
    func showProblem(of entry: VaultEntry) {
        if let problem = entry.problem { window.showNotice(.damagedWallet(entry), problem) }
    }

    /// Locks the wallet: requests end, and keys and addresses are removed.
    func lock() { walletLock.lock() }

    func lockEverywhere() {
        lock()
        if vault != nil { tasks.start { [follower] in await follower.lock() } }
    }

    /// Does what another process has done with the open wallet: locks it, or uses another account.
    private func follow() throws(JournalError) {
        guard let vault, walletLock.state == .unlocked else { return }
        readAccounts(of: vault)
        switch try follower.step(from: accountInUse) {
        case .nothing: break
        case .lock: lock()
        case .use(let wanted):
            do throws(KeyError) {
                guard knows(wanted, vault) else { return }
                wallet.dispatcher.endAll(because: .switched)
                try useStored(wanted, of: vault)
            } catch {
                window.showNotice(.walletFailure, error.description)
            }
        }
    }

    /// Whether `vault` has the account that is stored as `text`.
    private func knows(_ text: String, _ vault: Vault) -> Bool {
        if UInt32(text) == nil { return wallet.services.activeAccount.account(withEthereum: text) != nil }
        return account(text, of: vault) != nil
    }

    /// Takes over the accounts that other processes have added to the open wallet.
    private func readAccounts(of vault: Vault) {
        let stamp = FileStamp("\(folder.path)/\(vault.file)")
        guard stamp != seenFile else { return }
        seenFile = stamp
        let (accounts, name) = (vault.accounts, vault.name)
        do throws(KeyError) {
            try vault.refresh()
        } catch .changedElsewhere {
            // Whoever knows only the old passphrase must not go on using the wallet.
            lock()
            return window.showNotice(
                .walletFailure,
                localized("The passphrase was changed. Unlock the wallet with the new one."))
        } catch {
            // The file is read again when it has changed again.
        }
        guard vault.accounts != accounts || vault.name != name else { return }
        nameOtherAccounts()
        showMenu()
        events.tell(.added)
    }

    /// Takes over which wallets other processes have added to the folder or removed from it.
    func readWallets() {
        // What a form asks about is not changed under the user's hands.
        if form == nil, walletLock.state == .locked, let entries = try? folder.entries() {
            let inUse = entries.first { $0.file == vault?.file }
            if inUse == nil || inUse?.name != vault?.name {
                let other = inUse ?? entries.first { $0.fault == nil }
                vault = other.flatMap { try? folder.open($0) }
            }
            showLock()
        }
        showMenu()
    }

    /// How the account in use is stored: its number, or the address of one whose key a device has.
    private var accountInUse: String {
        let inUse = wallet.services.activeAccount.ethereumAccount
        return inUse.account.device == nil ? "\(wallet.services.activeAccount.account.index)" : inUse.address
    }

    /// The account of `vault` that is stored as `text`.
    private func account(_ text: String?, of vault: Vault) -> VaultAccount? {
        text.flatMap { UInt32($0) }.flatMap { index in vault.accounts.first { $0.index == index } }
    }

    /// Uses the account that is stored as `text`; the first one if there is no such account.
    private func useStored(_ text: String?, of vault: Vault) throws(KeyError) {
        let isDevice = text.map { UInt32($0) == nil } ?? false
        if !isDevice || !wallet.services.activeAccount.isOpen {
            try use(account(text, of: vault) ?? vault.accounts.first, of: vault)
        }
        if isDevice, let text {
            wallet.services.sites.use(device: text)
            showMenu()
            if walletLock.state == .unlocked { events.tell(.changed) }
        }
    }

    /// Uses the account that was in use earlier, if its key is on a device that was not known until now.
    func noteDevices() {
        follower.tryAgain()
        try? follow()
        showMenu()
    }

    /// Switches to another wallet.
    func switchWallet(to entry: VaultEntry) throws(KeyError) {
        guard entry.file != vault?.file else { return }
        let other = try folder.open(entry)
        lock()
        vault = other
        showMenu()
    }

    /// Opens the wallet with `passphrase`; slow, off the main thread.
    func open(_ passphrase: SharedValue<SecretBytes>) async throws(KeyError) {
        guard let vault else { throw .locked }
        let stored = follower.begin(vault.file)
        seenFile = FileStamp("\(folder.path)/\(vault.file)")
        try await walletLock.unlock {
            () async throws(KeyError) in
            try await aside { () throws(KeyError) in try vault.unlock(passphrase: passphrase.value) }
        } use: { () throws(KeyError) in
            try useStored(stored, of: vault)
        }
        window.show(isLocked: false)
        if vault.isOlderThanSeen {
            window.showNotice(
                .olderWallet,
                localized("This wallet's file is older than one that was opened here before: accounts may be missing."))
        }
        if restored == vault.file {
            restored = nil
            events.tell(.restored)
        }
        events.tell(.opened)
        checkForUnsent()
    }

    /// Looks up the outcome of earlier transactions, and shows a notice if one was signed but perhaps never sent.
    private func checkForUnsent() {
        tasks.start { [services = wallet.services, weak window, weak self] in
            await services.transactions.resolve()
            let signed = ((try? await services.journal.open()) ?? []).filter { $0.state == .signed }
            var isMissing = false
            for outgoing in signed where await services.transactions.networkStatus(of: outgoing) == .missing {
                isMissing = true
            }
            guard isMissing else { return }
            window?.showNotice(
                .unsentTransaction, localized("A transaction was signed but perhaps never sent."),
                button: localized("Show")
            ) { self?.events.tell(.page(.unsent)) }
        }
    }

    func use(account index: UInt32) {
        if let account = vault?.accounts.first(where: { $0.index == index }) { switchAccount(to: account) }
    }

    /// Switches to another account of the wallet; pending requests were about the previous one, so they end.
    func switchAccount(to account: VaultAccount) {
        guard let vault, !vault.isLocked else { return }
        wallet.dispatcher.endAll(because: .switched)
        do throws(KeyError) {
            try use(account, of: vault)
            keepAccount()
        } catch {
            window.showNotice(.walletFailure, error.description)
        }
    }

    /// Lets every process use the account that is in use here, also after a restart.
    private func keepAccount() {
        // Immediate: this process must not go back to what is stored.
        Task.immediate { [follower, accountInUse] in await follower.choose(accountInUse) }
    }

    /// Switches to an account on EVM chains whose key is on a hardware wallet; pending requests end.
    func use(device address: String) {
        guard let vault, !vault.isLocked else { return }
        wallet.dispatcher.endAll(because: .switched)
        wallet.services.sites.use(device: address)
        keepAccount()
        showMenu()
        events.tell(.changed)
    }

    private func use(_ account: VaultAccount?, of vault: Vault) throws(KeyError) {
        guard let account else { throw .locked }
        try wallet.services.sites.use(vault, self.account(account, of: vault), others: others(of: vault, account))
        showMenu()
        // While it is being unlocked, this comes when it is open.
        if !wallet.services.gate.isLocked { events.tell(.changed) }
    }

    /// Tells the wallet which other accounts the vault has, so that sites can be connected to several.
    func nameOtherAccounts() {
        guard let vault, let own = account("\(wallet.services.activeAccount.account.index)", of: vault) else { return }
        wallet.services.sites.set(others: others(of: vault, own))
    }

    private func others(of vault: Vault, _ account: VaultAccount) -> [Account] {
        guard vault.kind != .key else { return [] }
        return vault.accounts.filter { $0.index != account.index }.map { self.account($0, of: vault) }
    }

    /// An account of a vault; the first one of a seed of Electrum has the addresses of Electrum.
    private func account(_ account: VaultAccount, of vault: Vault) -> Account {
        Account(
            name: label(of: vault, account.name), index: account.index, isSingleKey: vault.kind == .key,
            ethereumPath: account.ethereumPath, electrum: account.index == 0 ? vault.kind?.electrumUse : nil)
    }

    /// The names of a wallet and of one of its accounts.
    func label(of vault: Vault, _ account: VaultName) -> String {
        localized("\(label(of: vault), as: "wallet"), \(account, as: "account")")
    }

    /// The name of a wallet, with its file if another wallet has the same name.
    func label(of vault: Vault) -> String {
        let entries = (try? folder.entries()) ?? []
        let isOnly = entries.count { $0.name?.isSame(as: vault.name) == true } < 2
        return isOnly ? vault.name.description : localized("\(vault.name, as: "name") (\(vault.file, as: "file"))")
    }
}

extension VaultKind {
    /// What Electrum uses the keys of such a vault for.
    fileprivate var electrumUse: Account.ElectrumUse? {
        switch self {
        case .electrum(.standard): .standard
        case .electrum(.segWit): .segWit
        case .oldElectrum: .old
        case .phrase, .key: nil
        }
    }
}
