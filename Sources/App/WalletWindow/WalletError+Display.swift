package import HeadlessWallet
import Messages

extension WalletError {
    /// No window can be opened.
    package static var noDisplay: WalletError {
        WalletError(localized("There is no display on which to open a window."))
    }
}
