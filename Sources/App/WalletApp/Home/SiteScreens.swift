import Bridge
import Messages
import WalletCore
import WalletUI

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
        for seen in entry.addresses {
            screen.rows.append(
                Approval.Row(
                    seen.isNow ? localized("Sees") : localized("May see"), .exact(seen.address), note: seen.name,
                    role: .account))
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
        if let end = entry.end {
            screen.rows.append(Approval.Row(localized("Ends"), .trusted(end), role: .expiry))
        }
        screen.choices = entry.forms.map { form in
            Screen.Choice(
                "form:\(form)", label: .exact(form), detail: .trusted(localized("Forms of the payment service")))
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
        case .app where entry.record?.isBlocked == true:
            return [
                Form.Paragraph(
                    localized(
                        """
                        The app is blocked: its requests are rejected without a question. Disconnect it to end the \
                        session.
                        """))
            ]
        case .app:
            return [
                Form.Paragraph(
                    localized("The app can see these addresses and ask you for signatures. It cannot sign by itself."))
            ]
        case .paymentService where !entry.opensLinks:
            return [Form.Paragraph(localized("Payment links of this service do not open in the wallet."))]
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
        case .app:
            return rules(entry) + [
                Screen.Button(HomeScreens.Action.disconnect.rawValue, label: localized("Disconnect"), .next)
            ]
        case .paymentService:
            let label = entry.opensLinks ? localized("Stop opening links") : localized("Open links")
            return [Screen.Button(HomeScreens.Action.links.rawValue, label: label, .next)]
        case .site: break
        }
        var buttons: [Screen.Button] = []
        if entry.record != nil, entry.record?.isBlocked != true {
            buttons.append(Screen.Button(HomeScreens.Action.forget.rawValue, label: localized("Forget")))
        }
        buttons += rules(entry)
        guard !entry.addresses.isEmpty else { return buttons }
        if hasSeveralAccounts {
            buttons.append(Screen.Button(HomeScreens.Action.accounts.rawValue, label: localized("Accounts…")))
        }
        if !entry.sees.isEmpty {
            buttons.append(Screen.Button(HomeScreens.Action.chain.rawValue, label: localized("Change network…")))
        }
        buttons.append(Screen.Button(HomeScreens.Action.revoke.rawValue, label: localized("Disconnect"), .next))
        return buttons
    }

    /// What keeps a site or an app from asking.
    private func rules(_ entry: SiteEntry) -> [Screen.Button] {
        if entry.record?.isBlocked == true {
            return [Screen.Button(HomeScreens.Action.allow.rawValue, label: localized("Unblock"))]
        }
        return [
            entry.isSilenced
                ? Screen.Button(HomeScreens.Action.speak.rawValue, label: localized("Stop silencing"))
                : Screen.Button(HomeScreens.Action.silence.rawValue, label: localized("Silence until restart")),
            Screen.Button(HomeScreens.Action.block.rawValue, label: localized("Block")),
        ]
    }

    /// An origin of the forms of a payment service.
    func form(_ form: String, of entry: SiteEntry) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: form)
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    During a payment by \(heading(of: entry), as: "site"), the wallet shows forms of this origin that ask \
                    for personal details.
                    """))
        ]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.remove.rawValue, label: localized("Remove"), .next),
        ]
        return screen
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
