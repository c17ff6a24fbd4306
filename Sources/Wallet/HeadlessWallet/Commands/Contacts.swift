import Bridge
import Messages
import Store
package import WalletCore
import WalletMethods

/// A contact, as commands list it.
package struct ListedContact: Codable, Hashable, Sendable {
    package let name: String

    /// The network (CAIP-2).
    package let chain: String

    package let address: String

    init(_ contact: Contact) { (name, chain, address) = (contact.name, contact.chain, contact.address) }
}

/// A command about the contacts in the store, which every window reads when it shows them.
package protocol ContactCommand: StoredCommand {
    /// Carries it out on the contacts that exist.
    ///
    /// - Throws: ``WalletError``, or why the contacts cannot be changed.
    @MainActor func run(_ contacts: [Contact], in book: any ContactBook) async throws -> Outcome
}

extension ContactCommand {
    package static var needsKeys: Bool { false }

    @MainActor package func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        try await run(on: wallet.holdings.contacts)
    }

    @MainActor package func run(in wallet: StoredWallet) async throws -> Outcome {
        try await run(on: wallet.store.contacts)
    }

    @MainActor private func run(on book: any ContactBook) async throws(WalletError) -> Outcome {
        do {
            return try await run(try await book.contacts(), in: book)
        } catch let error as WalletError {
            throw error
        } catch {
            throw WalletError(.failed, localized("The contacts could not be read or saved."))
        }
    }
}

/// The contacts, by name.
package struct ListContacts: ContactCommand {
    package static let name = "contacts"

    package typealias Outcome = [ListedContact]

    package init() {}

    package func run(_ contacts: [Contact], in book: any ContactBook) async throws -> [ListedContact] {
        contacts.map(ListedContact.init)
    }
}

/// Adds a contact.
package struct AddContact: ContactCommand {
    package static let name = "addContact"

    package typealias Outcome = ListedContact

    let contactName: String
    let address: String

    /// The network; `nil` for that of an address of this form.
    let network: String?

    package init(_ name: String, _ address: String, network: String? = nil) {
        (contactName, self.address, self.network) = (name, address, network)
    }

    package func run(_ contacts: [Contact], in book: any ContactBook) async throws -> ListedContact {
        let chain = try ContactEntry.network(network, of: address)
        let contact = try ContactEntry(contacts: contacts).new(contactName, address, on: chain)
        try await book.add(contact)
        return ListedContact(contact)
    }
}

/// Gives a contact another name.
package struct RenameContact: ContactCommand {
    package static let name = "renameContact"

    package typealias Outcome = ListedContact

    /// The name or the address of the contact.
    let contact: String

    let newName: String

    /// The network, which is needed if several have the contact.
    let network: String?

    package init(_ contact: String, to name: String, network: String? = nil) {
        (self.contact, newName, self.network) = (contact, name, network)
    }

    package func run(_ contacts: [Contact], in book: any ContactBook) async throws -> ListedContact {
        let entry = ContactEntry(contacts: contacts)
        let renamed = try entry.renamed(try entry.find(contact, on: network), newName)
        try await book.add(renamed)
        return ListedContact(renamed)
    }
}

/// Removes a contact; that its address was used stays in the history.
package struct RemoveContact: ContactCommand {
    package static let name = "removeContact"

    package typealias Outcome = ListedContact

    /// The name or the address of the contact.
    let contact: String

    /// The network, which is needed if several have the contact.
    let network: String?

    package init(_ contact: String, network: String? = nil) { (self.contact, self.network) = (contact, network) }

    package func run(_ contacts: [Contact], in book: any ContactBook) async throws -> ListedContact {
        let found = try ContactEntry(contacts: contacts).find(contact, on: network)
        try await book.remove(found.address, on: found.chain)
        return ListedContact(found)
    }
}

extension ContactEntry {
    /// The contact with this name or address; on the network that is named, if one is.
    fileprivate func find(_ text: String, on network: String?) throws(WalletError) -> Contact {
        try find(text, on: network.map { network throws(WalletError) in try Self.network(network, of: "") })
    }
}
