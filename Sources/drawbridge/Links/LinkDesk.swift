import ArgumentParser
import Bridge
import Payments
import WebHost

/// What becomes of a link of the desktop's, where it is no answer of SumUp's app.
@MainActor enum LinkDesk {
    /// Opens a link where no window is running.
    static func open(_ link: String) throws {
        guard (try? PaymentLink(link)) != nil else {
            throw ValidationError("This is not a payment link: \(Quotation.of(address: link))")
        }
        try PayCommand.parse([link]).run()
    }
}
