import Bridge

/// Rejects every request; there are none here.
final class NoApprover: Approver {
    func decide(_ question: PendingApproval) async -> Decision { .rejected }
}
