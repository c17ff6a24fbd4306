import Glibc
package import WalletConnect
package import WalletConnectPay
package import SumUp
package import BitcoinWallet
package import EthereumWallet
package import WalletCore

/// The data that must survive a restart, in one SQLite file: outgoing transactions, recipients, permissions of sites,
/// sessions of WalletConnect, and payments.
///
/// A change is on the disk when the function that makes it returns. Several processes may have the same store open.
package final class Store: Sendable {
    /// The file's name in its folder.
    package static let name = "store.sqlite"

    /// The file.
    package let path: String

    /// The transactions that this wallet signed.
    package let journal: any Journal

    /// The recipients of the user's payments.
    package let recipients: any RecipientBook

    /// The permissions of sites.
    package let grants: any GrantStore

    /// The tokens that the user added.
    package let tokens: any TokenStore

    /// The batches of calls that sites have sent.
    package let bundles: any CallBundleStore

    /// The latest balances.
    package let balances: any BalanceStore

    /// The user's notes of transactions.
    package let notes: any NoteStore

    /// The sites that used the wallet.
    package let sites: any SiteStore

    /// How the wallets' files are used.
    package let vaultUses: any VaultUseStore

    /// The user's names for addresses.
    package let contacts: any ContactBook

    /// The payments of a chain's coin that accounts received.
    package let coinMovements: any NativeMovementStore

    /// The movements of tokens on EVM chains.
    package let movements: any MovementStore

    /// The addresses on EVM chains that are only watched.
    package let watched: any WatchedAddressStore

    /// The accounts on Bitcoin and Bitcoin Cash.
    package let coins: any CoinStore

    /// The prices of earlier days.
    package let prices: any PriceMemory

    /// The payments with the SumUp app.
    package let sumUp: any SumUpJournal

    /// The attempts to pay.
    package let payments: any PaymentJournal

    /// The locks of the payments that are being signed.
    package let paymentLocks: any PaymentLocks

    private let table: Table
    private let folder: StoreFolder

    /// Opens the store in `folder`, or creates it.
    ///
    /// - Parameter folder: An absolute path; other users get no access.
    /// - Throws: ``StoreError``; existing files are then unchanged.
    package init(folder: String) throws(StoreError) {
        let folder = try StoreFolder(folder)
        let path = "\(folder.path)/\(Self.name)"
        self.path = path
        let table = try folder.whileLocked { () throws(StoreError) in
            if let header = try StoreHeader(path: path) {
                guard header.format <= Schema.format else {
                    throw .newer(path: path, format: header.format, known: Schema.format)
                }
            } else {
                try Table.create(at: path, in: folder)
            }
            try StoreHeader.checkCompanions(of: path)
            return try Table(path: path)
        }
        let changed = ChangeSignal(folder: folder, name: "store.changed")
        let journals = JournalTable(table: table, signal: changed)
        journal = StoredJournal(table: journals)
        recipients = StoredRecipients(table: journals)
        grants = StoredGrants(table: journals)
        tokens = StoredTokens(table: journals)
        bundles = StoredCallBundles(table: journals)
        balances = StoredBalances(table: journals)
        notes = StoredNotes(table: journals)
        contacts = StoredContacts(table: journals)
        coinMovements = StoredCoinMovements(table: journals)
        movements = StoredMovements(table: journals)
        watched = StoredWatched(table: journals)
        sites = StoredSites(table: journals)
        vaultUses = StoredVaultUses(table: journals)
        coins = StoredCoins(table: journals)
        prices = StoredPrices(table: journals)
        sumUp = StoredSumUp(table: table, signal: ChangeSignal(folder: folder, name: "sumup.changed"))
        payments = StoredPayments(table: table)
        paymentLocks = StoredPaymentLocks(folder: folder)
        (self.table, self.folder) = (table, folder)
    }

    /// Calls `body` after each change, of any process, until the returned function is called; also when another file in
    /// the folder is replaced.
    package func observe(_ body: @escaping @Sendable () -> Void) throws(StoreError) -> @Sendable () -> Void {
        try FileWatch.start([folder.path], body)
    }

    /// Notes that a window of the wallet is open, until the returned value is released or the process ends.
    ///
    /// What lasts until the last window is closed is forgotten when the first one is opened again.
    package func openWindow() throws(StoreError) -> OpenWindow {
        let lock = try folder.openLock("windows.lock")
        if flock(lock, LOCK_EX | LOCK_NB) == 0 {
            do throws(StoreError) {
                try table.forgetMutes()
            } catch {
                close(lock)
                throw error
            }
        }
        // Another window keeps it exclusive for a moment only.
        while flock(lock, LOCK_SH) != 0, errno == EINTR {}
        return OpenWindow(lock)
    }

    /// A window that is open, for other processes.
    package final class OpenWindow: Sendable {
        private let lock: Int32

        fileprivate init(_ lock: Int32) { self.lock = lock }

        deinit { close(lock) }
    }

    /// The sessions of WalletConnect, for one client at a time.
    ///
    /// - Parameter sealing: Encrypts the keys of sessions.
    /// - Returns: The storage; a client that starts claims it.
    package func walletConnect(sealing: any KeySealing) -> WalletConnectStorage {
        let relay = StoredRelay(table: table)
        return WalletConnectStorage(
            sessions: StoredSessions(table: table), legacy: StoredV1Sessions(table: table), outbox: relay,
            received: relay, identity: relay, attestationKey: relay, sealing: sealing,
            claim: { [folder] () throws(WalletConnectError) in try StoredSessions.claim(folder) })
    }

    /// Whether a process serves the sessions of WalletConnect.
    package func servesSessions() -> Bool {
        do throws(WalletConnectError) {
            _ = try StoredSessions.claim(folder)
            return false
        } catch {
            return error == .session(.inUse)
        }
    }

    /// The location of a user's store: `drawbridge` in `XDG_STATE_HOME`, by default `~/.local/state` (XDG Base
    /// Directory Specification 0.8).
    ///
    /// - Returns: `nil` if the environment has neither variable.
    package static func folder(environment: [String: String]) -> String? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/drawbridge" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/drawbridge"
    }
}
