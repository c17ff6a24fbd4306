import ArgumentParser
import HeadlessWallet
import Messages

/// `drawbridge contacts`: the user's names for addresses.
struct ContactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: localized("List, add, rename or remove contacts."),
        subcommands: [List.self, Add.self, Rename.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the contacts: name, network and address."))

        @OptionGroup var options: TerminalOptions

        func run() throws { try ContactsCommand.run(ListContacts(), options) { $0 } }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Add a contact."))

        @Argument(help: ArgumentHelp(localized("The name."))) var name: String
        @Argument(help: ArgumentHelp(localized("The address."))) var address: String
        @Option(help: ArgumentHelp(localized("The network: a chain ID, BTC or BCH; without it, that of the address.")))
        var network: String?
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try ContactsCommand.run(AddContact(name, address, network: network), options) { [$0] }
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Give a contact another name."))

        @Argument(help: ArgumentHelp(localized("The name or the address of the contact."))) var contact: String
        @Argument(help: ArgumentHelp(localized("The new name."))) var name: String
        @Option(help: ArgumentHelp(localized("The network, if several have the contact."))) var network: String?
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try ContactsCommand.run(RenameContact(contact, to: name, network: network), options) { [$0] }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove a contact; that its address was used stays in the history."))

        @Argument(help: ArgumentHelp(localized("The name or the address of the contact."))) var contact: String
        @Option(help: ArgumentHelp(localized("The network, if several have the contact."))) var network: String?
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try ContactsCommand.run(RemoveContact(contact, network: network), options) { [$0] }
        }
    }

    /// Runs a command about contacts, and prints a line for each of `contacts` in its outcome.
    private static func run<Command: ContactCommand>(
        _ command: Command, _ options: TerminalOptions,
        _ contacts: @escaping @MainActor (Command.Outcome) -> [ListedContact]
    ) throws {
        try Asynchronously.run {
            let outcome = try await TerminalClient(options: options).perform(command)
            options.say(outcome) { contacts($0).map { [$0.name, $0.chain, $0.address].joined(separator: "\t") } }
        }
    }
}
