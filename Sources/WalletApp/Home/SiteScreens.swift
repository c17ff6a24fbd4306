import Bridge
import Messages
import WalletCore
import WalletUI

/// A site, an app or a payment service that can ask the wallet.
struct SiteEntry: Hashable {
    /// What it is.
    enum Kind: Hashable {
        /// A web site.
        case site(Origin)

        /// An app that is connected by WalletConnect, by the topic of its session.
        case app(String)

        /// A payment service.
        case paymentService(Origin)
    }

    let kind: Kind

    /// Its name: an origin, or what an app says about itself.
    let name: DisplayText

    /// The kinds of addresses that it may see.
    var sees: [AddressKind] = []

    /// The addresses that it sees.
    var addresses: [String] = []

    /// The names of the accounts with these addresses.
    var names: [String: String] = [:]

    /// Whether the site is connected to another account than the active one.
    var isConnectedElsewhere = false

    /// The network that a site is on.
    var chain: String?

    /// When it used the wallet, as far as the wallet kept it.
    var record: SiteRecord?

    /// Whether it is silenced until the program ends.
    var isSilenced = false

    /// The ID among the choices.
    var id: String {
        switch kind {
        case .site(let origin): "site:\(origin)"
        case .app(let topic): "app:\(topic)"
        case .paymentService(let origin): "payments:\(origin)"
        }
    }

    /// The origin of a site.
    var origin: Origin? { if case .site(let origin) = kind { origin } else { nil } }

    /// Whether it is a payment service.
    var isPaymentService: Bool { if case .paymentService = kind { true } else { false } }

    /// What it may do, in a few words.
    var state: String {
        switch kind {
        case .app: localized("WalletConnect")
        case .paymentService: localized("Payment service")
        case .site:
            if record?.isBlocked == true {
                localized("Blocked")
            } else if isSilenced {
                localized("Silenced")
            } else {
                if !sees.isEmpty {
                    localized("Connected")
                } else if isConnectedElsewhere {
                    localized("Connected to another account")
                } else {
                    localized("Not connected")
                }
            }
        }
    }
}

/// The screens about sites: all that can ask the wallet, and one of them.
struct SiteScreens {
    /// The time, in seconds since 1970.
    let now: Int64

    /// Whether the wallet has more than one account.
    var hasSeveralAccounts = false

    /// All of them.
    func list(_ entries: [SiteEntry]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Sites and apps"))
        if entries.allSatisfy(\.isPaymentService) {
            screen.paragraphs = [Form.Paragraph(localized("No site or app is connected to this account."))]
        }
        screen.choices = entries.map { entry in
            Screen.Choice(entry.id, label: entry.name, detail: detail(of: entry), badge: entry.state)
        }
        screen.buttons = [Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back"))]
        return screen
    }

    private func detail(of entry: SiteEntry) -> DisplayText? {
        entry.record.map {
            .trusted(localized("Last used \(SessionText.ago($0.lastUsed, now: now), as: "time")"))
        }
    }

    /// One of them.
    func details(of entry: SiteEntry) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: heading(of: entry))
        if let origin = entry.origin { screen.source = Screen.Source(origin, .website) }
        screen.rows = [Approval.Row(localized("State"), .trusted(entry.state))]
        for address in entry.addresses {
            screen.rows.append(
                Approval.Row(localized("Sees"), .exact(address), note: entry.names[address], role: .account))
        }
        if let chain = entry.chain {
            screen.rows.append(Approval.Row(localized("Network"), .trusted(chain), role: .network))
        }
        if let record = entry.record {
            screen.rows += [
                Approval.Row(localized("First used"), .trusted(HomeText.moment(record.since))),
                Approval.Row(localized("Last used"), .trusted(HomeText.moment(record.lastUsed))),
            ]
        }
        screen.paragraphs = explanation(of: entry)
        screen.buttons = [Screen.Button(HomeScreens.Action.sites.rawValue, label: localized("Back"))] + actions(entry)
        return screen
    }

    private func heading(of entry: SiteEntry) -> String {
        switch entry.kind {
        case .site(let origin): origin.site
        case .app: entry.name.text
        case .paymentService(let origin): origin.site
        }
    }

    private func explanation(of entry: SiteEntry) -> [Form.Paragraph] {
        switch entry.kind {
        case .app: return []
        case .paymentService:
            return [
                Form.Paragraph(
                    localized(
                        "Payment links of this service open in the wallet. It sees the account that you pay with."))
            ]
        case .site where entry.record?.isBlocked == true:
            return [Form.Paragraph(localized("The site is blocked: its requests are rejected without a question."))]
        case .site where entry.sees.isEmpty && entry.isConnectedElsewhere:
            return [
                Form.Paragraph(
                    localized("While you use this account, the site sees no address. It sees the others when you do."))
            ]
        case .site where entry.sees.isEmpty:
            return [Form.Paragraph(localized("The site sees no address. It can ask you to connect."))]
        case .site:
            return [
                Form.Paragraph(
                    localized("The site can see these addresses and ask you for signatures. It cannot sign by itself."))
            ]
        }
    }

    private func actions(_ entry: SiteEntry) -> [Screen.Button] {
        switch entry.kind {
        case .app: return [Screen.Button(HomeScreens.Action.disconnect.rawValue, label: localized("Disconnect"), .next)]
        case .paymentService: return []
        case .site: break
        }
        var buttons: [Screen.Button] = []
        let isBlocked = entry.record?.isBlocked == true
        if entry.record != nil, !isBlocked {
            buttons.append(Screen.Button(HomeScreens.Action.forget.rawValue, label: localized("Forget")))
        }
        if !isBlocked {
            buttons.append(
                entry.isSilenced
                    ? Screen.Button(HomeScreens.Action.speak.rawValue, label: localized("Stop silencing"))
                    : Screen.Button(HomeScreens.Action.silence.rawValue, label: localized("Silence until restart")))
        }
        buttons.append(
            isBlocked
                ? Screen.Button(HomeScreens.Action.allow.rawValue, label: localized("Unblock"))
                : Screen.Button(HomeScreens.Action.block.rawValue, label: localized("Block")))
        if entry.origin != nil, !entry.sees.isEmpty || entry.isConnectedElsewhere, hasSeveralAccounts {
            buttons.append(Screen.Button(HomeScreens.Action.accounts.rawValue, label: localized("Accounts…")))
        }
        if entry.origin != nil, entry.sees.isEmpty, entry.isConnectedElsewhere {
            buttons.append(Screen.Button(HomeScreens.Action.revoke.rawValue, label: localized("Disconnect"), .next))
        }
        if entry.origin != nil, !entry.sees.isEmpty {
            buttons.append(Screen.Button(HomeScreens.Action.chain.rawValue, label: localized("Change network…")))
            buttons.append(
                Screen.Button(HomeScreens.Action.revoke.rawValue, label: localized("Disconnect"), .next))
        }
        return buttons
    }

    /// The choice of the accounts that a site sees.
    func accounts(_ choices: [(address: WalletAddress, isConnected: Bool)], of entry: SiteEntry) -> Screen {
        var screen = Screen(
            title: HomeScreens.title, heading: localized("Accounts for \(heading(of: entry), as: "site")"))
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    The site sees the addresses of these accounts and learns that they belong together. It sees none \
                    while you use another account.
                    """))
        ]
        screen.fields = choices.map { own, isConnected in
            FormField(own.address, label: own.account.name, .checkbox(initial: isConnected), hint: own.address)
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.keep.rawValue, label: localized("Save"), .next),
        ]
        return screen
    }

    /// The choice of the network of a site.
    func networks(_ names: [(id: String, name: DisplayText, isChosen: Bool)], of entry: SiteEntry) -> Screen {
        var screen = Screen(
            title: HomeScreens.title, heading: localized("Network of \(heading(of: entry), as: "site")"))
        screen.choices = names.map {
            Screen.Choice("chain:\($0.id)", label: $0.name, badge: $0.isChosen ? localized("Current") : nil)
        }
        screen.buttons = [Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back"))]
        return screen
    }
}
