import ArgumentParser
import Bridge
import Payments
import GLibKit
import WalletUI

/// What becomes of a link of the desktop's, where it is no answer of SumUp's app.
@MainActor enum LinkDesk {
    /// Opens a link where no window is running.
    static func open(_ link: String) throws {
        guard (try? PaymentLink(link)) == nil else { return try PayCommand.parse([link]).run() }
        // A program that the desktop starts has no terminal: what it says there is read by no one.
        if MainLoop.start() { show(PageLinks.refusal(of: link)) }
        throw ValidationError("This is not a payment link: \(Quotation.of(address: link))")
    }

    /// Shows a sentence in a window, until it is closed.
    private static func show(_ sentence: String) {
        let mark = SecurityPhraseFile(state: nil)?.mark() ?? PhraseMark(.random(), isNew: true)
        let window = StepWindow(over: nil, notice: nil, mark: mark)
        window.onPress = { _, _ in MainLoop.stop() }
        window.onClose = { MainLoop.stop() }
        window.show(PaymentDoor.remark(sentence), pane: nil)
        withExtendedLifetime(window) { MainLoop.run() }
    }
}
