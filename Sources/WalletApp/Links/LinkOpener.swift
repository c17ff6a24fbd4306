import ArgumentParser
import Bridge
import Messages
import WalletConnectPay
import GLibKit

/// What becomes of a link of the desktop's, where it is no answer of SumUp's app.
@MainActor enum LinkOpener {
    /// Opens a link where no window is running.
    static func open(_ link: String) throws {
        guard !isPayment(link, ConfigurationFile()) else { return try PayCommand.parse([link]).run() }
        // A program that the desktop starts has no terminal: what it says there is read by no one.
        if MainLoop.start() {
            StartFault.show(PageLinks.refusal(of: link), heading: localized("This cannot be paid"))
        }
        throw ValidationError(
            localized("This is not a payment link: \(Quotation.of(address: link), as: "link")"))
    }

    /// Whether `link` names a payment of the service that the user set, as in a window.
    ///
    /// Where the settings cannot be read, the usual service counts: to pay reads them again, and says what is wrong.
    static func isPayment(_ link: String, _ file: ConfigurationFile) -> Bool {
        let settings = (try? file.read().payments) ?? PaymentSettings()
        return (try? PaymentLink(link, rule: PaymentSetup.links(settings))) != nil
    }
}
