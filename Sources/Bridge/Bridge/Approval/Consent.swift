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

    /// The state of the permissions when the user approved, as ``Gate/mark`` names it.
    package let mark: Int64

    private let check: @MainActor @Sendable () throws(RPCError) -> Void

    init(
        subject: Subject, entry: String?, request: Request.ID, mark: Int64,
        check: @escaping @MainActor @Sendable () throws(RPCError) -> Void
    ) {
        self.subject = subject
        self.entry = entry
        self.request = request
        self.mark = mark
        self.check = check
    }

    /// Makes sure that the requester may still get what the user approved: each signer calls it right before it signs.
    ///
    /// - Throws: Why it may not: its permission ended after the approval, or the wallet was locked, also by another
    ///   process.
    @MainActor package func requirePermission() throws(RPCError) { try check() }
}
