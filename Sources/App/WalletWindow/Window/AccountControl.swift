import Bridge
import WalletUI

/// Unlocks the wallet of a window, and chooses which of its accounts is in use.
@MainActor protocol AccountControl: AnyObject {
    /// Receives the events; set once all parts of the window exist.
    var events: Listeners<AccountEvent> { get }

    /// Whether there is a wallet to unlock.
    var hasWallet: Bool { get }

    /// Unlocks the wallet, or asks for what is needed for that.
    func unlock()

    /// Locks the wallet in every window.
    func lockEverywhere()

    /// Performs the action of a menu item.
    func choose(_ action: ScreenAction)

    /// Uses the account of the wallet with this number.
    func use(account index: UInt32)

    /// Uses the account on EVM chains with this address, whose key is on a hardware wallet.
    func use(device address: String)

    /// Handles that accounts on hardware wallets were added or removed.
    func noteDevices()
}

/// An event of the wallet of a window, or of its accounts.
enum AccountEvent {
    /// The wallet was unlocked.
    case opened

    /// A wallet that was just restored is unlocked for the first time; before ``opened``.
    case restored

    /// The wallet was locked, or another account is in use.
    case changed

    /// Another process has added an account to the wallet.
    case added

    /// The user has chosen a page in the menu.
    case page(MenuPage)
}

/// The pages of the menu.
enum MenuPage {
    case home, history, payments, sites, servers, proxy

    /// The transactions of which no server is known to have one.
    case unsent
}
