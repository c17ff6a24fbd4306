/// The proof that the user approved one thing, once.
///
/// Only the ``Gate`` makes one and it cannot be copied, so code that takes a consent to sign cannot sign more often
/// than the user said yes, nor anything else than what was shown.
public struct Consent: ~Copyable, Sendable {
    /// What the user saw.
    public let approval: Approval

    /// What the user typed, where a text was asked for.
    public let entry: String?

    /// The request for which it was given.
    public let request: Request.ID

    init(approval: Approval, entry: String?, request: Request.ID) {
        self.approval = approval
        self.entry = entry
        self.request = request
    }
}
