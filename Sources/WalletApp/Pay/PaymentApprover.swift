import Bridge
import WebHost

/// Puts what is asked for a payment to the user beside the payment's window, and everything else where it belongs.
@MainActor final class PaymentApprover: Approver {
    private let pages: any Approver

    /// Where payments are asked about, while a window shows one.
    var payments: (any Approver)?

    /// Creates an approver.
    ///
    /// - Parameter pages: Where pages are asked about, and payments that no window shows.
    init(pages: any Approver) {
        self.pages = pages
    }

    func decide(_ question: PendingApproval) async -> Decision {
        guard question.peer.payment != nil, let payments else { return await pages.decide(question) }
        return await payments.decide(question)
    }
}
