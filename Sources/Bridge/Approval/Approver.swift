/// The user, as the hall sees them: someone who can say yes.
@MainActor public protocol Approver: AnyObject {
    /// Puts `question` to the user and waits for the decision.
    ///
    /// When the task is cancelled the question must disappear at once; what is returned then does not matter.
    func decide(_ question: Question) async -> Decision
}

/// What the user decided.
public enum Decision: Hashable, Sendable {
    /// Yes; with the text that was typed where one was asked for.
    case approved(entry: String?)

    /// No. Closing the window is a no, too.
    case rejected

    /// Yes, where no text was asked for.
    public static let approved = Decision.approved(entry: nil)
}
