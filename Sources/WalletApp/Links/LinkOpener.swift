import ArgumentParser
import Bridge
import WalletConnectPay
import GLibKit

/// What becomes of a link of the desktop's, where it is no answer of SumUp's app.
@MainActor enum LinkOpener {
    /// Opens a link where no window is running.
    static func open(_ link: String) throws {
        guard (try? PaymentLink(link)) == nil else { return try PayCommand.parse([link]).run() }
        // A program that the desktop starts has no terminal: what it says there is read by no one.
        if MainLoop.start() { StartFault.show(PageLinks.refusal(of: link), heading: "This cannot be paid") }
        throw ValidationError("This is not a payment link: \(Quotation.of(address: link))")
    }
}
