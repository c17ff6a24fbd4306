import Bridge

/// Nobody who could say yes.
@MainActor final class Nobody: Approver {
    func decide(_ question: Question) async -> Decision { .rejected }
}
