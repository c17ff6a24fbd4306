/// The addresses that the user sent to, allowed to spend or called before, kept across restarts.
///
/// An address that is not in it is new to the user. An address that only resembles an entry may be an attempt to
/// deceive the user.
public protocol RecipientBook: Sendable {
    /// The entry for exactly this address on this chain.
    func recipient(_ address: String, on chain: String) async throws(JournalError) -> Recipient?

    /// The most recently used recipients on all chains, newest first, at most `limit`; new addresses are compared with
    /// them to find lookalikes.
    func recent(limit: Int) async throws(JournalError) -> [Recipient]

    /// Adds a recipient, or updates its entry. Its roles are added to those in the entry; if it has no name, the entry
    /// keeps its name.
    func remember(_ recipient: Recipient) async throws(JournalError)
}
