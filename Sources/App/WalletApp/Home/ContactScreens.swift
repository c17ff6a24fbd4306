import Bridge
import EthereumWallet
import Messages
import WalletCore
import WalletUI

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
        var screen = Screen(title: HomeScreens.title, heading: localized("Contacts"))
        screen.paragraphs = [
            Form.Paragraph(
                contacts.isEmpty
                    ? localized("There is no contact yet. You can send to a contact by its name.")
                    : localized("You can send to a contact by its name. Approvals show the name next to the address."))
        ]
        screen.choices = contacts.enumerated().map { place, contact in
            Screen.Choice(
                "contact:\(place)", label: .trusted(contact.name), detail: .exact(contact.address),
                badge: [network(of: contact), ensNames[contact.address].map { Quotation.of($0, limit: 80) }]
                    .compactMap(\.self).joined(separator: " · "))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.add.rawValue, label: localized("Add contact…"), .next),
        ]
        return screen
    }

    /// The form for one more.
    func form(_ values: [String: String], _ problems: [String: String]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Add a contact"))
        let choices = networks.map { FormField.Choice($0.id, label: $0.name) }
        screen.fields = [
            FormField("name", label: localized("Name"), .text(initial: values["name"] ?? ""), isRequired: true),
            FormField(
                "network", label: localized("Network"),
                .choice(choices, selected: values["network"] ?? choices.first?.id ?? "")),
            FormField(
                "address", label: localized("Address of the contact"), .text(initial: values["address"] ?? ""),
                isRequired: true),
        ]
        screen.problems = problems
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.keep.rawValue, label: localized("Add contact"), .next),
        ]
        return screen
    }

    /// One of them.
    func details(of contact: Contact, _ values: [String: String], _ problems: [String: String]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: contact.name)
        screen.rows = [
            Approval.Row(localized("Address"), .exact(contact.address), role: .recipient)
        ]
        if let name = ensNames[contact.address] { screen.rows.append(ClearSigning.nameRow(name, isMutual: true)) }
        screen.rows.append(
            Approval.Row(localized("Network"), .trusted(network(of: contact)), role: .network))
        screen.fields = [
            FormField(
                "name", label: localized("Name"), .text(initial: values["name"] ?? contact.name), isRequired: true)
        ]
        screen.problems = problems
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.remove.rawValue, label: localized("Remove contact")),
            Screen.Button(HomeScreens.Action.keep.rawValue, label: localized("Rename"), .next),
        ]
        return screen
    }

    private func network(of contact: Contact) -> String {
        networks.first { $0.id == contact.chain }?.name ?? contact.chain
    }
}
