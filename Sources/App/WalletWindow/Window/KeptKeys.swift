import Bridge
import Keys
import WalletCore
import WalletMethods
import WalletUI

/// The keys of a window that need no passphrase and have one account: those of the demo, or for practice.
@MainActor final class KeptKeys: AccountControl {
    let events = Listeners<AccountEvent>()
    let hasWallet = true

    private let signer: any Signer
    private let wallet: PageWallet
    private let window: BrowserWindow
    private let account: Account
    private let lock: WalletLock

    /// Locks and unlocks `signer`, which is the key of `wallet`, in `window`.
    init(_ signer: any Signer, wallet: PageWallet, window: BrowserWindow) {
        (self.signer, self.wallet, self.window) = (signer, wallet, window)
        let services = wallet.services
        account = services.activeAccount.account
        lock = WalletLock(wallet.dispatcher, activeAccount: services.activeAccount, isLocked: false) {
            services.sites.announceLock()
        }
        lock.lockEvents.add { [weak self] in
            self?.window.show(isLocked: true)
            self?.events.tell(.changed)
        }
    }

    func lockEverywhere() { lock.lock() }

    func unlock() {
        do throws(KeyError) {
            try lock.unlock { () throws(KeyError) in try wallet.services.activeAccount.open(signer, account) }
            window.show(isLocked: false)
            events.tell(.opened)
        } catch {
            window.showNotice(.walletFailure, error.description)
        }
    }

    func use(account index: UInt32) {
        wallet.dispatcher.endAll(because: .switched)
        do throws(KeyError) {
            try wallet.services.sites.use(signer, account)
        } catch {
            window.report(error.description)
        }
        events.tell(.changed)
    }

    func use(device address: String) {
        wallet.dispatcher.endAll(because: .switched)
        wallet.services.sites.use(device: address)
        events.tell(.changed)
    }

    func noteDevices() {}

    /// Such keys have no menu.
    func choose(_ action: ScreenAction) {}
}
