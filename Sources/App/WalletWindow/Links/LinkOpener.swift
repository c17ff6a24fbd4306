import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import WalletConnectPay
import GLibKit

/// Handles a link from the desktop that is not a response of SumUp's app.
@MainActor enum LinkOpener {
    /// Opens a link when no window is running.
    static func open(_ link: String) throws {
        let read = read(link)
        switch read {
        case .payment, .connection, .asked: return try read.run()
        case .page, .card, .answer, .refused: break
        }
        let sentence = PageLinks.refusal(of: link, read)
        // A program that the desktop starts has no terminal: nobody reads its terminal output.
        if MainLoop.start() { StartFault.show(sentence, heading: localized("This cannot be opened")) }
        throw ValidationError(sentence)
    }

    /// Reads a link without a window.
    nonisolated static func read(_ link: String) -> WalletLink {
        let file = ConfigurationFile()
        return WalletLink(link) { isPayment($0, file) }
    }

    /// Whether `link` names a payment of the service that the user set, as in a window.
    ///
    /// If the settings cannot be read, the default service counts: the payment reads them again and reports the error.
    nonisolated static func isPayment(_ link: String, _ file: ConfigurationFile) -> Bool {
        let settings = (try? file.read().payments) ?? PaymentSettings()
        return PaymentPermissions.opens(link, settings)
    }
}
