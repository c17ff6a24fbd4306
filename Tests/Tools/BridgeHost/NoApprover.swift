import Bridge

/// Refuses whatever it is asked; nothing here asks.
final class NoApprover: Approver {
    func decide(_ question: PendingApproval) async -> Decision { .rejected }
}
