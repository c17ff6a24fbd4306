package import HeadlessWallet
import Messages

/// The error of the program is that of the wallet.
package typealias WalletAppError = WalletError

extension WalletError {
    /// No window can be opened.
    package static var noDisplay: WalletError {
        WalletError(localized("There is no display on which to open a window."))
    }
}
