import Bridge

/// Nobody who could say yes.
@MainActor final class NoApprover: Approver {
    func decide(_ question: PendingApproval) async -> Decision { .rejected }
}
