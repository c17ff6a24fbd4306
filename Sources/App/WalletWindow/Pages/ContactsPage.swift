import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The user's names for addresses.
@MainActor final class ContactsPage: Page {
    enum Action: Hashable {
        case back, add
        case contact(Contact)
    }

    private let context: PageContext
    fileprivate var screens: ContactScreens

    init(_ context: PageContext) {
        (self.context, screens) = (context, ContactScreens(contacts: [], networks: []))
    }

    var screen: Screen { screens.list }

    func load() async {
        do throws(JournalError) {
            let contacts = try await context.holdings.contacts.contacts()
            let ensNames = screens.ensNames
            screens = ContactScreens(contacts: contacts, networks: networks, ensNames: ensNames)
        } catch {
            context.report(localized("The contacts could not be read."))
        }
    }

    /// The networks of the accounts, each once.
    private var networks: [(id: String, name: String)] {
        var seen: Set<ChainID> = []
        return context.holdings.accounts.filter { seen.insert($0.id.chain).inserted }
            .map { (id: $0.id.chain.description, name: $0.shownChain) }
    }

    /// Adds the names of ENS of the first contacts on EVM chains, as far as they have one.
    func ask() async {
        let known = screens.contacts.filter { ChainID($0.chain)?.eip155 != nil }.prefix(Self.mostNamed)
        for (chain, contacts) in Dictionary(grouping: known, by: \.chain) {
            guard let chain = ChainID(chain) else { continue }
            let found = await context.names(of: contacts.map(\.address), on: chain)
            screens.ensNames.merge(found) { $1 }
        }
    }

    private static let mostNamed = 20

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: .back
        case .add: .open(AddContactPage(context, self))
        case .contact(let contact): .open(ContactPage(context, contact, self))
        }
    }
}

/// The form for a contact.
@MainActor final class AddContactPage: Page {
    enum Action: Hashable {
        case back, add
    }

    private let context: PageContext
    private let list: ContactsPage
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    init(_ context: PageContext, _ list: ContactsPage) { (self.context, self.list) = (context, list) }

    var screen: Screen { list.screens.form(values, problems) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .add, let chain = ChainID(input[.network]) else { return .back }
        values = input.values
        do throws(WalletError) {
            let entry = ContactEntry(contacts: list.screens.contacts)
            try await context.keep(try entry.new(values[.name] ?? "", values[.address] ?? "", on: chain))
            return .back
        } catch {
            problems = [error.field ?? .name: error.description]
            return .stay
        }
    }
}

/// One contact.
@MainActor final class ContactPage: Page {
    enum Action: Hashable {
        case back, rename, remove
    }

    private let context: PageContext
    private let contact: Contact
    private let list: ContactsPage
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    init(_ context: PageContext, _ contact: Contact, _ list: ContactsPage) {
        (self.context, self.contact, self.list) = (context, contact, list)
    }

    var screen: Screen { list.screens.details(of: contact, values, problems) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        values = input.values
        do throws(WalletError) {
            switch action {
            case .back: break
            case .rename:
                let entry = ContactEntry(contacts: list.screens.contacts)
                try await context.keep(try entry.renamed(contact, values[.name] ?? ""))
            case .remove:
                do throws(JournalError) {
                    try await context.holdings.contacts.remove(contact.address, on: contact.chain)
                } catch {
                    throw WalletError(localized("The contact could not be saved."))
                }
            }
            return .back
        } catch {
            problems = [error.field ?? .name: error.description]
            return .stay
        }
    }
}

extension PageContext {
    /// Stores a contact.
    fileprivate func keep(_ contact: Contact) async throws(WalletError) {
        do throws(JournalError) {
            try await holdings.contacts.add(contact)
        } catch {
            throw WalletError(localized("The contact could not be saved."))
        }
    }
}

/// The screens about the user's names for addresses.
struct ContactScreens {
    /// The contacts, by name.
    let contacts: [Contact]

    /// The networks for which a contact can be added, with their names.
    let networks: [(id: String, name: String)]

    /// The names of ENS that the owners of the addresses chose, by address.
    var ensNames: [String: String] = [:]

    /// All of them.
    var list: Screen {
        var screen = Screen(localized("Contacts"))
        screen.paragraphs = [
            Screen.Paragraph(
                contacts.isEmpty
                    ? localized("There is no contact yet. You can send to a contact by its name.")
                    : localized("You can send to a contact by its name. Approvals show the name next to the address."))
        ]
        screen.choices = contacts.map { contact in
            Screen.Choice(
                ContactsPage.Action.contact(contact), label: .trusted(contact.name), detail: .exact(contact.address),
                badge: [network(of: contact), ensNames[contact.address].map { Quotation.of($0, limit: 80) }]
                    .compactMap(\.self).joined(separator: " · "))
        }
        screen.buttons = [
            Screen.Button(ContactsPage.Action.back, label: localized("Back")),
            Screen.Button(ContactsPage.Action.add, label: localized("Add contact…"), .next),
        ]
        return screen
    }

    /// The form for one more.
    func form(_ values: [FieldID: String], _ problems: [FieldID: String]) -> Screen {
        var screen = Screen(localized("Add a contact"))
        let choices = networks.map { FormField.Choice($0.id, label: $0.name) }
        screen.fields = [
            FormField(.name, label: localized("Name"), .text(initial: values[.name] ?? ""), isRequired: true),
            FormField(
                .network, label: localized("Network"),
                .choice(choices, selected: values[.network] ?? choices.first?.id ?? "")),
            FormField(
                .address, label: localized("Address of the contact"), .text(initial: values[.address] ?? ""),
                isRequired: true),
        ]
        screen.problems = problems
        screen.buttons = [
            Screen.Button(AddContactPage.Action.back, label: localized("Back")),
            Screen.Button(AddContactPage.Action.add, label: localized("Add contact"), .next),
        ]
        return screen
    }

    /// One of them.
    func details(of contact: Contact, _ values: [FieldID: String], _ problems: [FieldID: String]) -> Screen {
        var screen = Screen(contact.name)
        screen.rows = [
            Approval.Row(localized("Address"), .exact(contact.address), role: .recipient)
        ]
        if let name = ensNames[contact.address] { screen.rows.append(RequestExplainer.nameRow(name, isMutual: true)) }
        screen.rows.append(
            Approval.Row(localized("Network"), .trusted(network(of: contact)), role: .network))
        screen.fields = [
            FormField(
                .name, label: localized("Name"), .text(initial: values[.name] ?? contact.name), isRequired: true)
        ]
        screen.problems = problems
        screen.buttons = [
            Screen.Button(ContactPage.Action.back, label: localized("Back")),
            Screen.Button(ContactPage.Action.remove, label: localized("Remove contact")),
            Screen.Button(ContactPage.Action.rename, label: localized("Rename"), .next),
        ]
        return screen
    }

    private func network(of contact: Contact) -> String {
        networks.first { $0.id == contact.chain }?.name ?? contact.chain
    }
}
