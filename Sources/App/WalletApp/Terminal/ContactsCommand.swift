import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import Store
import WalletCore

/// `drawbridge contacts`: the user's names for addresses.
struct ContactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: localized("List, add, rename or remove contacts."),
        subcommands: [List.self, Add.self, Rename.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the contacts: name, network and address."))

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try ContactsCommand.run(options) { contacts, _ in
                if options.json { return Console.say(JSON.array(contacts.map(ContactsCommand.json)).text) }
                for contact in contacts {
                    Console.say([contact.name, contact.chain, contact.address].joined(separator: "\t"))
                }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Add a contact."))

        @Argument(help: ArgumentHelp(localized("The name."))) var name: String
        @Argument(help: ArgumentHelp(localized("The address."))) var address: String
        @Option(help: ArgumentHelp(localized("The network: a chain ID, BTC or BCH; without it, that of the address.")))
        var network: String?
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try ContactsCommand.run(options) { contacts, book in
                let chain = try ContactEntry.network(network, of: address)
                let contact = try ContactEntry(contacts: contacts).new(name, address, on: chain)
                try await book.add(contact)
                ContactsCommand.say(contact, options)
            }
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Give a contact another name."))

        @Argument(help: ArgumentHelp(localized("The name or the address of the contact."))) var contact: String
        @Argument(help: ArgumentHelp(localized("The new name."))) var name: String
        @Option(help: ArgumentHelp(localized("The network, if several have the contact."))) var network: String?
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try ContactsCommand.run(options) { contacts, book in
                let entry = ContactEntry(contacts: contacts)
                let chain = try network.map { try ContactEntry.network($0, of: "") }
                let renamed = try entry.renamed(try entry.find(contact, on: chain), name)
                try await book.add(renamed)
                ContactsCommand.say(renamed, options)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove a contact; that its address was used stays in the history."))

        @Argument(help: ArgumentHelp(localized("The name or the address of the contact."))) var contact: String
        @Option(help: ArgumentHelp(localized("The network, if several have the contact."))) var network: String?
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try ContactsCommand.run(options) { contacts, book in
                let chain = try network.map { try ContactEntry.network($0, of: "") }
                let found = try ContactEntry(contacts: contacts).find(contact, on: chain)
                try await book.remove(found.address, on: found.chain)
                ContactsCommand.say(found, options)
            }
        }
    }

    /// Runs `body` with the contacts in the store, which a running window reads whenever it shows them.
    private static func run(
        _ options: TerminalOptions, _ body: @escaping @MainActor ([Contact], any ContactBook) async throws -> Void
    ) throws {
        try TerminalClient.run {
            let book = try TerminalClient(options: options).store().contacts
            do {
                try await body(try await book.contacts(), book)
            } catch is JournalError {
                throw WalletError(.failed, localized("The contacts could not be read or saved."))
            }
        }
    }

    private static func say(_ contact: Contact, _ options: TerminalOptions) {
        Console.say(
            options.json
                ? json(contact).text : [contact.name, contact.chain, contact.address].joined(separator: "\t"))
    }

    private static func json(_ contact: Contact) -> JSON {
        [
            "name": .string(contact.name), "chain": .string(contact.chain), "address": .string(contact.address),
        ]
    }
}
