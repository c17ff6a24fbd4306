/// The proof that the user approved one thing, once.
///
/// Only the ``Gate`` makes one and it cannot be copied, so code that takes a consent cannot act more often than the user
/// approved, nor on anything else than what was shown.
public struct Consent<Subject: Approvable>: ~Copyable, Sendable {
    /// What the user approved, as it was on the screen: with the fees or the allowance that they chose.
    public let subject: Subject

    /// What the user typed, where a text was asked for.
    public let entry: String?

    /// The request for which it was given.
    public let request: Request.ID

    init(subject: Subject, entry: String?, request: Request.ID) {
        self.subject = subject
        self.entry = entry
        self.request = request
    }
}
