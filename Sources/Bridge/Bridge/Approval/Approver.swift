/// Presents questions to the user and returns their decisions.
@MainActor public protocol Approver: AnyObject {
    /// Shows `question` to the user and waits for the decision.
    ///
    /// When the task is cancelled, the question must disappear at once; the return value is then ignored. After
    /// ``Decision/adjusted(_:)``, this is called again immediately with the same question: its approval is replaced
    /// when the new one is ready, and until then it cannot be approved.
    func decide(_ question: PendingApproval) async -> Decision
}

/// What the user decided.
public enum Decision: Hashable, Sendable {
    /// Approved, with the typed text if one was requested.
    case approved(entry: String?)

    /// Not decided yet: the user wants other values, by ``Adjustment/id``; includes the unchanged values.
    case adjusted([String: String])

    /// Rejected; closing the window also rejects.
    case rejected

    /// Rejected, together with all other requests of the site, which cannot ask again for a while.
    case rejectedAll

    /// Approved, without a typed text.
    public static let approved = Decision.approved(entry: nil)
}
