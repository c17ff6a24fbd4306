public import Bridge

/// Keeps what sites may see across restarts.
public protocol GrantStore: Sendable {
    /// What was kept, by the account's name.
    func load() throws(JournalError) -> [String: [Origin: Set<AddressKind>]]

    /// Keeps that pages of `origin` may see the addresses of `kinds` of `account`, and no others; on the disk when it
    /// returns. Changes are kept in the order in which they are asked for.
    func keep(_ kinds: Set<AddressKind>, for origin: Origin, of account: String) async throws(JournalError)
}
