/// The addresses that the user sent to, allowed to spend or called before, kept across restarts.
///
/// What is not in it is new to the user, and what only looks like an entry of it is a trap.
public protocol RecipientBook: Sendable {
    /// The entry for exactly this address on this chain.
    func recipient(_ address: String, on chain: String) async throws(JournalError) -> Recipient?

    /// The recipients used last, of all chains, newest first, at most `limit`: what a look-alike is held against.
    func recent(limit: Int) async throws(JournalError) -> [Recipient]

    /// Adds a recipient, or brings its entry up to date; without a name, the name that it has stays. Roles
    /// are added to those that it has.
    func remember(_ recipient: Recipient) async throws(JournalError)
}
