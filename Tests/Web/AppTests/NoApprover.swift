import Bridge

/// An approver that always rejects.
@MainActor final class NoApprover: Approver {
    func decide(_ question: PendingApproval) async -> Decision { .rejected }
}
