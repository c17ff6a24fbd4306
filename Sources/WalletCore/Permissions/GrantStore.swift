public import Bridge

/// Stores across restarts which addresses sites may see.
public protocol GrantStore: Sendable {
    /// The stored permissions, by the account's name.
    func load() throws(JournalError) -> [String: [Origin: Set<AddressKind>]]

    /// Stores that pages of `origin` may see the addresses of `kinds` of `account`, and no others; the change is on
    /// disk when it returns. Changes are stored in the order of the calls.
    func keep(_ kinds: Set<AddressKind>, for origin: Origin, of account: String) async throws(JournalError)
}
