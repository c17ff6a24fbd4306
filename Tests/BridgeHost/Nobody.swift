import Bridge

/// Refuses whatever it is asked; nothing here asks.
final class Nobody: Approver {
    func decide(_ question: Question) async -> Decision { .rejected }
}
