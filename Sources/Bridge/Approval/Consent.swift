/// Proof that the user approved one subject, once.
///
/// Only the ``Gate`` makes one and it cannot be copied, so code that consumes a consent can act only once, and only on
/// what was shown.
public struct Consent<Subject: Approvable>: ~Copyable, Sendable {
    /// What the user approved, as it was on the screen, including the fees or the allowance that they chose.
    public let subject: Subject

    /// The text that the user typed, if one was requested.
    public let entry: String?

    /// The request that the consent belongs to.
    public let request: Request.ID

    init(subject: Subject, entry: String?, request: Request.ID) {
        self.subject = subject
        self.entry = entry
        self.request = request
    }
}
