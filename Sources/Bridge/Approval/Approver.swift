/// The user, as the hall sees them: someone who can say yes.
@MainActor public protocol Approver: AnyObject {
    /// Puts `question` to the user and waits for the decision.
    ///
    /// When the task is cancelled the question must disappear at once; what is returned then does not matter.
    /// After ``Decision/adjusted(_:)`` it is called again with the same question, at once: its approval changes when
    /// the new one is there, and until then nothing can be approved.
    func decide(_ question: Question) async -> Decision
}

/// What the user decided.
public enum Decision: Hashable, Sendable {
    /// Yes; with the text that was typed where one was asked for.
    case approved(entry: String?)

    /// Neither yet: the user wants other values, by ``Adjustment/id``; all of them, the unchanged ones, too.
    case adjusted([String: String])

    /// No. Closing the window rejects, too.
    case rejected

    /// No, also to everything else that the site has asked; it cannot ask again for a while.
    case rejectedAll

    /// Yes, where no text was asked for.
    public static let approved = Decision.approved(entry: nil)
}
