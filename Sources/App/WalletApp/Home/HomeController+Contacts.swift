import Bridge
import HeadlessWallet
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// The contacts that the window shows.
struct ContactStep {
    /// What is shown of them.
    enum Part {
        case list
        case form(values: [String: String], problems: [String: String])
        case details(Contact, values: [String: String], problems: [String: String])
    }

    var screens: ContactScreens
    var part = Part.list

    var screen: Screen {
        switch part {
        case .list: screens.list
        case .form(let values, let problems): screens.form(values, problems)
        case .details(let contact, let values, let problems): screens.details(of: contact, values, problems)
        }
    }
}

extension HomeController {
    func showContacts() {
        tasks.start { [self] in
            do throws(JournalError) {
                await show(try await holdings.contacts.contacts())
            } catch {
                window.report(localized("The contacts could not be read."))
            }
        }
    }

    private func show(_ contacts: [Contact]) async {
        let step = ContactStep(screens: ContactScreens(contacts: contacts, networks: networks))
        show(.contacts(step))
        await name(step)
    }

    /// Shows the accounts and the contacts that other processes have changed in the store.
    func takeStored() {
        guard !isLocked else { return }
        tasks.start { [self] in
            await holdings.takeStored()
            guard window.isScreenShown, isListingContacts(besides: nil),
                let contacts = try? await holdings.contacts.contacts()
            else { return }
            // Another screen may be shown meanwhile.
            if isListingContacts(besides: contacts) { await show(contacts) }
        }
    }

    /// Whether the list of contacts is shown, and others than `contacts`.
    private func isListingContacts(besides contacts: [Contact]?) -> Bool {
        guard case .contacts(let step) = step, case .list = step.part else { return false }
        return step.screens.contacts != contacts
    }

    /// Adds the names of ENS of the first contacts on EVM chains, as far as they have one.
    private func name(_ step: ContactStep) async {
        var found: [String: String] = [:]
        let known = step.screens.contacts.filter { ChainID($0.chain)?.eip155 != nil }.prefix(Self.mostNamed)
        for (chain, contacts) in Dictionary(grouping: known, by: \.chain) {
            guard let chain = ChainID(chain) else { continue }
            found.merge(await names(of: contacts.map(\.address), on: chain)) { $1 }
        }
        // Another screen may be shown meanwhile, or something may have been typed.
        guard !found.isEmpty, case .contacts(var shown) = self.step, shown.screens.contacts == step.screens.contacts
        else { return }
        shown.screens.ensNames = found
        switch shown.part {
        case .list: break
        case .details(let contact, _, _) where window.screens.values["name"] == contact.name: break
        case .details, .form: return
        }
        show(.contacts(shown))
    }

    private static var mostNamed: Int { 20 }

    /// The networks of the accounts, each once.
    private var networks: [(id: String, name: String)] {
        var seen: Set<ChainID> = []
        return holdings.accounts.filter { seen.insert($0.id.chain).inserted }
            .map { (id: $0.id.chain.description, name: $0.shownChain) }
    }

    func showContact(_ id: String, in step: ContactStep) {
        guard let place = Int(id.dropFirst("contact:".count)), step.screens.contacts.indices.contains(place) else {
            return
        }
        var step = step
        step.part = .details(step.screens.contacts[place], values: [:], problems: [:])
        show(.contacts(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: ContactStep) {
        var step = step
        let entry = ContactEntry(contacts: step.screens.contacts)
        do throws(WalletError) {
            switch (action, step.part) {
            case (.add, .list):
                step.part = .form(values: [:], problems: [:])
                show(.contacts(step))
            case (.keep, .form):
                guard let chain = ChainID(values["network"] ?? "") else { return }
                keep(try entry.new(values["name"] ?? "", values["address"] ?? "", on: chain))
            case (.keep, .details(let contact, _, _)):
                keep(try entry.renamed(contact, values["name"] ?? ""))
            case (.remove, .details(let contact, _, _)):
                change { book async throws(JournalError) in try await book.remove(contact.address, on: contact.chain) }
            default: showContacts()
            }
        } catch {
            let problems = [error.field ?? "name": error.description]
            switch step.part {
            case .details(let contact, _, _): step.part = .details(contact, values: values, problems: problems)
            case .form, .list: step.part = .form(values: values, problems: problems)
            }
            show(.contacts(step))
        }
    }

    private func keep(_ contact: Contact) {
        change { book async throws(JournalError) in try await book.add(contact) }
    }

    /// Changes the contacts, and shows them again.
    private func change(_ body: @escaping @Sendable (any ContactBook) async throws(JournalError) -> Void) {
        tasks.start { [self] in
            do throws(JournalError) {
                try await body(holdings.contacts)
            } catch {
                window.report(localized("The contact could not be saved."))
            }
            showContacts()
        }
    }
}
