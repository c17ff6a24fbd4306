import Bridge
import WebHost

/// Asks for the approvals of a payment next to its window, and for all others in their usual place.
@MainActor final class PaymentApprover: Approver {
    private let pages: any Approver

    /// The approver for payments while a window shows one.
    var payments: (any Approver)?

    /// Whether the user revokes an allowance in that window, so that the wallet's own question belongs there.
    var isRevoking = false

    /// Creates an approver.
    ///
    /// - Parameter pages: The approver for pages, and for payments that no window shows.
    init(pages: any Approver) {
        self.pages = pages
    }

    func decide(_ question: PendingApproval) async -> Decision {
        guard question.peer.payment != nil || (isRevoking && question.peer == .wallet), let payments else {
            return await pages.decide(question)
        }
        return await payments.decide(question)
    }
}
