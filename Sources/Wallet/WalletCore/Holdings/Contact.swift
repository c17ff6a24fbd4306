package import Bridge

/// An address to which the user gave a name.
package struct Contact: Hashable, Sendable {
    /// The chain (CAIP-2).
    package let chain: String

    /// The full address in the chain's canonical form.
    package let address: String

    /// The user's name for it.
    package let name: String

    /// Creates a contact.
    package init(chain: String, address: String, name: String) {
        self.chain = chain
        self.address = address
        self.name = name
    }
}

/// The contacts of the user, kept across restarts.
package protocol ContactBook: Sendable {
    /// The contacts, by name.
    func contacts() async throws(JournalError) -> [Contact]

    /// Adds a contact, or changes its name.
    func add(_ contact: Contact) async throws(JournalError)

    /// Removes the name; that the address was used is kept.
    func remove(_ address: String, on chain: String) async throws(JournalError)
}

/// Resolves names such as those of ENS to addresses.
@MainActor package protocol NameSource: AnyObject {
    /// Whether `text` has the form of a name of this source, such as `alice.eth`.
    func isName(_ text: String) -> Bool

    /// The address that the name stands for on the chain of `account`, checked as its specification demands.
    ///
    /// - Throws: The reason why no address was found, as a sentence for the user.
    func resolve(_ name: String, for account: AccountID) async throws(RPCError) -> ResolvedName
}

/// A name, and the address to which it resolves.
package struct ResolvedName: Hashable, Sendable {
    /// The address in the chain's canonical form.
    package let address: String

    /// The name in its normalized form.
    package let name: String

    /// Whether the owner of the address chose this name for it.
    package let isMutual: Bool

    /// Creates a name.
    package init(_ name: String, _ address: String, isMutual: Bool) {
        self.name = name
        self.address = address
        self.isMutual = isMutual
    }
}
