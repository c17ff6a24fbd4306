import ArgumentParser
import Bridge
import Messages
import WalletConnectPay
import WalletCore
import GLibKit

/// Handles a link from the desktop that is not a response of SumUp's app.
@MainActor enum LinkOpener {
    /// Opens a link when no window is running.
    static func open(_ link: String) throws {
        guard !isPayment(link, ConfigurationFile()) else { return try PayCommand.parse([link]).run() }
        guard !PageLinks.isConnection(link) else { return try ConnectCommand.parse([link]).run() }
        guard !AskedPayment.isMeant(by: link) else { return try OpenCommand.parse([link]).run() }
        // A program that the desktop starts has no terminal: nobody reads its terminal output.
        if MainLoop.start() {
            StartFault.show(PageLinks.refusal(of: link), heading: localized("This cannot be opened"))
        }
        throw ValidationError(
            localized("This is not a link for this wallet: \(Quotation.of(address: link), as: "link")"))
    }

    /// Whether `link` names a payment of the service that the user set, as in a window.
    ///
    /// If the settings cannot be read, the default service counts: the payment reads them again and reports the error.
    static func isPayment(_ link: String, _ file: ConfigurationFile) -> Bool {
        let settings = (try? file.read().payments) ?? PaymentSettings()
        return PaymentPermissions.opens(link, settings)
    }
}
