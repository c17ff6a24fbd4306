import WalletMethods
import Bridge
import Keys
import Messages
import WalletCore
import Desktop
import WalletUI
import WebHost

/// The user's own wallets in a window: which one is in use, when it is open, and when it locks.
///
/// The words and keys are made, shown and taken out in processes of their own; this one only ever borrows a key to
/// sign.
@MainActor final class LockController {
    let folder: VaultFolder
    let wallet: PageWallet
    let window: BrowserWindow

    /// The user's security phrase.
    let mark: PhraseMark

    /// Keeps another security phrase.
    let keepPhrase: @MainActor (SecurityPhrase) throws -> Void
    private let session = SessionWatch()
    private let walletLock: WalletLock
    private let tasks = OwnedTasks()

    /// The wallet in use; none before there is one.
    private(set) var vault: Vault? {
        didSet { walletLock.keys = vault }
    }

    /// The accounts that were in use last, by the file of their wallet.
    private var chosen: [String: UInt32] = [:]

    /// Called when the wallet was unlocked.
    var onOpen: (@MainActor () -> Void)?

    /// Shows the networks and their servers.
    var onNetworks: (@MainActor () -> Void)?

    /// Shows the payments.
    var onPayments: (@MainActor (FormWindow) async throws -> Void)?

    /// The form that is being asked, if one is.
    var form: FormWindow?

    /// Who waits for the wallet to be unlocked.
    var waiting: [Peer] = []

    /// What the window's question to unlock the wallet says.
    var unlockQuestion = UnlockPrompt()

    /// The name of a wallet that was made just now, and not opened yet.
    var made: String?

    /// Takes the wallets of `folder` into custody, locked.
    ///
    /// - Parameters:
    ///   - folder: Where they are.
    ///   - wallet: What pages find.
    ///   - window: Where they are shown.
    ///   - limit: How long the wallet stays open without being used.
    ///   - mark: The user's security phrase.
    ///   - keepPhrase: Keeps another security phrase.
    init(
        _ folder: VaultFolder, wallet: PageWallet, window: BrowserWindow, limit: Duration, mark: PhraseMark,
        keepPhrase: @escaping @MainActor (SecurityPhrase) throws -> Void
    ) {
        self.mark = mark
        self.keepPhrase = keepPhrase
        self.folder = folder
        self.wallet = wallet
        self.window = window
        walletLock = WalletLock(
            wallet.dispatcher, activeAccount: wallet.services.activeAccount, idleLimit: limit
        ) { [services = wallet.services] in services.sites.announceLock() }
        wallet.services.gate.unlocker = self
        window.onLock = { [weak self] wantsLocked in
            if wantsLocked { self?.lock() } else { self?.unlock() }
        }
        window.onMenu = { [weak self] id in self?.choose(id) }
        walletLock.onLock = { [weak self] in
            self?.showLock()
            self?.showMenu()
        }
        session.onAway = { [weak self] in self?.lock() }
        InputWatch.start { [weak walletLock] in walletLock?.noteActivity() }
    }

    /// Begins: asks for the passphrase of the wallet called `name`, or for what to do where there is no wallet, or none
    /// that can be opened.
    func start(_ name: String?) throws {
        let entries = try folder.entries()
        let wanted = try name.map { try WalletFolder.entry(called: $0, among: entries) }
        if let entry = wanted ?? entries.first(where: { $0.fault == nil }) { vault = try folder.open(entry) }
        showLock()
        showMenu()
        if vault != nil { for problem in entries.compactMap(\.problem) { window.say(problem) } }
        unlock()
    }

    /// Shows in the window that the wallet is locked, or what there is in its place.
    private func showLock() {
        guard vault == nil else { return window.show(isLocked: true) }
        let isEmpty = (try? folder.entries().isEmpty) ?? false
        window.show(
            isLocked: true,
            problem: isEmpty
                ? (localized("You have no wallet yet."), localized("Set up"))
                : (localized("Your wallet cannot be opened."), localized("Details")))
    }

    /// Locks the wallet: requests end, keys and addresses are forgotten.
    func lock() { walletLock.lock() }

    /// Uses another wallet from now on.
    func turn(to entry: VaultEntry) throws(KeyError) {
        guard entry.file != vault?.file else { return }
        let other = try folder.open(entry)
        lock()
        vault = other
        showMenu()
    }

    /// Opens the wallet with `passphrase`; slow, beside the main thread.
    func open(_ passphrase: SharedValue<SecretBytes>) async throws(KeyError) {
        guard let vault else { throw .locked }
        try await walletLock.unlock {
            () async throws(KeyError) in
            try await aside { () throws(KeyError) in try vault.unlock(passphrase: passphrase.value) }
        } use: { () throws(KeyError) in
            try use(vault.accounts.first { $0.index == chosen[vault.file] } ?? vault.accounts.first, of: vault)
        }
        window.show(isLocked: false)
        if vault.isOlderThanSeen {
            window.say(
                localized("This wallet's file is older than one that was opened here before: accounts may be missing."))
        }
        onOpen?()
        tellOfUnsent()
    }

    /// What was sent before may have arrived meanwhile; of what was signed and never sent the user must hear.
    private func tellOfUnsent() {
        tasks.start { [services = wallet.services, weak window] in
            await services.transactions.resolve()
            let signed = ((try? await services.journal.open()) ?? []).filter { $0.state == .signed }
            var isMissing = false
            for outgoing in signed where await services.transactions.networkStatus(of: outgoing) == .missing {
                isMissing = true
            }
            if isMissing {
                window?.say(
                    localized("A transaction was signed but perhaps never sent. “Activity…” in the menu shows it."))
            }
        }
    }

    /// Uses another account of the wallet from now on; what waits for the user was about the one before.
    func turn(to account: VaultAccount) {
        guard let vault, !vault.isLocked else { return }
        wallet.dispatcher.endAll(because: .switched)
        do throws(KeyError) {
            try use(account, of: vault)
        } catch {
            window.say(error.description)
        }
    }

    private func use(_ account: VaultAccount?, of vault: Vault) throws(KeyError) {
        guard let account else { throw .locked }
        chosen[vault.file] = account.index
        try wallet.services.sites.use(
            vault,
            Account(
                name: localized("\(label(of: vault), as: "wallet"), \(account.name, as: "account")"),
                index: account.index, isSingleKey: vault.kind == .key))
        showMenu()
    }

    /// The name of a wallet, with its file if another wallet has the same name.
    func label(of vault: Vault) -> String {
        let entries = (try? folder.entries()) ?? []
        let isOnly = entries.count { $0.name?.isSame(as: vault.name) == true } < 2
        return isOnly ? vault.name.description : localized("\(vault.name, as: "name") (\(vault.file, as: "file"))")
    }
}
