import Bridge
import HeadlessWallet
import Messages
import WalletConnect
import WalletCore
import WalletMethods
import WalletUI

/// Everything that can ask the wallet: sites, apps that are connected by WalletConnect, and the payment service.
@MainActor final class SitesPage: Page {
    enum Action: Hashable {
        case back, connect, settings, disconnectAll
        case site(String)
    }

    /// A locked wallet shows the apps, which can be disconnected.
    let isForLocked = true
    private let context: PageContext
    private var entries: [SiteEntry] = []

    init(_ context: PageContext) { self.context = context }

    var screen: Screen { SiteScreens(context).list(entries) }

    func load() async {
        entries = context.siteEntries
        if context.isLocked { entries.removeAll { if case .app = $0.kind { false } else { true } } }
    }

    func ask() async { await context.sessions?.connectNow() }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch (action, context.sessions) {
        case (.site(let id), _):
            return entries.first { $0.id == id }.map { .open(SitePage(context, $0)) } ?? .stay
        case (.connect, let sessions?): return .open(ConnectAppPage(context, sessions))
        case (.settings, let sessions?): return .open(SessionSettingsPage(sessions))
        case (.disconnectAll, let sessions?): return .open(DisconnectAllPage(sessions))
        case (.back, _), (_, nil): return .back
        }
    }
}

/// The question whether to disconnect all apps.
@MainActor final class DisconnectAllPage: Page {
    enum Action: Hashable {
        case back, disconnect
    }

    let isForLocked = true
    private let sessions: WalletSessions

    init(_ sessions: WalletSessions) { self.sessions = sessions }

    var screen: Screen { Self.screen(count: sessions.sessions.count) }

    static func screen(count: Int) -> Screen {
        var screen = Screen(localized("Disconnect all apps?"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    "\(count, as: "count") app cannot use the wallet any more, and is informed of this.",
                    plural: "\(count, as: "count") apps cannot use the wallet any more, and are informed of this.",
                    count: count))
        ]
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.disconnect, label: localized("Disconnect all"), .next),
        ]
        return screen
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        if action == .disconnect { await sessions.disconnectAll() }
        return .back
    }
}

extension PageContext {
    /// The sites, apps and payment services that can ask the wallet.
    var siteEntries: [SiteEntry] {
        SiteList(services: services, sessions: sessions?.sessions ?? [], payments: payments?.settings).entries
    }
}

/// The screens about what can ask the wallet.
struct SiteScreens {
    /// The time, in seconds since 1970.
    let now: Int64

    /// Whether the wallet has more than one account.
    var hasSeveralAccounts = false

    /// The connected apps.
    var sessions: [SessionDetails] = []

    /// The settings of WalletConnect; `nil` for a wallet without it.
    var settings: SessionSettings?

    /// The connection to the relay.
    var relay = RelayState.offline

    /// All of them.
    func list(_ entries: [SiteEntry]) -> Screen {
        var screen = Screen(localized("Sites and apps"))
        if entries.allSatisfy(\.isPaymentService) {
            screen.paragraphs.append(Screen.Paragraph(localized("No site or app is connected to this account.")))
        }
        if let settings {
            screen.paragraphs.append(Screen.Paragraph(SessionText.state(of: relay, settings)))
            if sessions.isEmpty {
                screen.paragraphs.append(
                    Screen.Paragraph(
                        localized(
                            """
                            An app on another device shows a QR code or a link of WalletConnect. “Connect an app…” \
                            opens it.
                            """)))
            }
        }
        screen.choices = entries.map { entry in
            Screen.Choice(
                SitesPage.Action.site(entry.id), label: entry.name, detail: detail(of: entry), badge: state(of: entry))
        }
        screen.buttons = [Screen.Button(SitesPage.Action.back, label: localized("Back"))]
        guard settings != nil else { return screen }
        if sessions.count > 1 {
            screen.buttons.append(Screen.Button(SitesPage.Action.disconnectAll, label: localized("Disconnect all…")))
        }
        screen.buttons += [
            Screen.Button(SitesPage.Action.settings, label: localized("WalletConnect…")),
            Screen.Button(SitesPage.Action.connect, label: localized("Connect an app…"), .next),
        ]
        return screen
    }

    /// The session of an app.
    private func session(of entry: SiteEntry) -> SessionDetails? {
        guard case .app(let topic) = entry.kind else { return nil }
        return sessions.first { $0.topic.description == topic }
    }

    private func state(of entry: SiteEntry) -> String {
        guard !entry.isMuted, entry.record?.isBlocked != true, let session = session(of: entry) else {
            return entry.state
        }
        return SessionText.state(of: session, relay)
    }

    private func detail(of entry: SiteEntry) -> DisplayText? {
        if let session = session(of: entry) { return .untrusted(session.peer.url) }
        return entry.record.map {
            .trusted(localized("Last used \(SessionText.ago($0.lastUsed, now: now), as: "time")"))
        }
    }

    /// One of them.
    func details(of entry: SiteEntry) -> Screen {
        var screen = Screen(heading(of: entry))
        if let origin = entry.origin { screen.source = Screen.Source(origin, .website) }
        screen.rows = [Approval.Row(localized("State"), .trusted(state(of: entry)))]
        let session = session(of: entry)
        if let url = session?.peer.url, !url.isEmpty {
            screen.rows.append(Approval.Row(localized("Says it is at"), .untrusted(url)))
        }
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
                Approval.Row(
                    localized("Last used"), .trusted(HomeText.moment(record.lastUsed)),
                    note: SessionText.ago(record.lastUsed, now: now)),
            ]
        }
        if let end = entry.end {
            screen.rows.append(Approval.Row(localized("Ends"), .trusted(end), role: .expiry))
        }
        screen.choices = entry.forms.map { form in
            Screen.Choice(
                SitePage.Action.form(form), label: .exact(form),
                detail: .trusted(localized("Forms of the payment service")))
        }
        screen.paragraphs = explanation(of: entry)
        if session?.version == .v1 {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized("The app uses version 1 of WalletConnect, which is no longer developed."), tone: .caution)
            )
        }
        screen.buttons = [Screen.Button(SitePage.Action.back, label: localized("Back"))] + actions(entry)
        return screen
    }

    private func heading(of entry: SiteEntry) -> String {
        switch entry.kind {
        case .site(let origin), .paymentService(let origin): origin.site
        case .app:
            localized("Connected to \(session(of: entry).map { SessionPeer($0).quotedName } ?? "", as: "app")")
        }
    }

    private func explanation(of entry: SiteEntry) -> [Screen.Paragraph] {
        switch entry.kind {
        case .app where entry.record?.isBlocked == true:
            return [
                Screen.Paragraph(
                    localized(
                        """
                        The app is blocked: its requests are rejected without a question. Disconnect it to end the \
                        session.
                        """))
            ]
        case .app:
            return [
                Screen.Paragraph(
                    localized("The app can see these addresses and ask you for signatures. It cannot sign by itself."))
            ]
        case .paymentService where !entry.opensLinks:
            return [Screen.Paragraph(localized("Payment links of this service do not open in the wallet."))]
        case .paymentService:
            return [
                Screen.Paragraph(
                    localized(
                        "Payment links of this service open in the wallet. It sees the account that you pay with."))
            ]
        case .site where entry.record?.isBlocked == true:
            return [Screen.Paragraph(localized("The site is blocked: its requests are rejected without a question."))]
        case .site where entry.sees.isEmpty && entry.isConnectedElsewhere:
            return [
                Screen.Paragraph(
                    localized("While you use this account, the site sees no address. It sees the others when you do."))
            ]
        case .site where entry.sees.isEmpty:
            return [Screen.Paragraph(localized("The site sees no address. It can ask you to connect."))]
        case .site:
            return [
                Screen.Paragraph(
                    localized("The site can see these addresses and ask you for signatures. It cannot sign by itself."))
            ]
        }
    }

    private func actions(_ entry: SiteEntry) -> [Screen.Button] {
        switch entry.kind {
        case .app:
            return rules(entry) + [Screen.Button(SitePage.Action.disconnect, label: localized("Disconnect"), .next)]
        case .paymentService:
            let label = entry.opensLinks ? localized("Stop opening links") : localized("Open links")
            return [Screen.Button(SitePage.Action.openLinks(!entry.opensLinks), label: label, .next)]
        case .site: break
        }
        var buttons: [Screen.Button] = []
        if entry.record != nil, entry.record?.isBlocked != true {
            buttons.append(Screen.Button(SitePage.Action.forget, label: localized("Forget")))
        }
        buttons += rules(entry)
        guard !entry.addresses.isEmpty else { return buttons }
        if hasSeveralAccounts {
            buttons.append(Screen.Button(SitePage.Action.accounts, label: localized("Accounts…")))
        }
        if !entry.sees.isEmpty {
            buttons.append(Screen.Button(SitePage.Action.network, label: localized("Change network…")))
        }
        buttons.append(Screen.Button(SitePage.Action.disconnect, label: localized("Disconnect"), .next))
        return buttons
    }

    /// What keeps a site or an app from asking.
    private func rules(_ entry: SiteEntry) -> [Screen.Button] {
        if entry.record?.isBlocked == true {
            return [Screen.Button(SitePage.Action.block(false), label: localized("Unblock"))]
        }
        return [
            Screen.Button(
                SitePage.Action.mute(!entry.isMuted),
                label: entry.isMuted ? localized("Unmute") : localized("Mute until restart")),
            Screen.Button(SitePage.Action.block(true), label: localized("Block")),
        ]
    }

    /// An origin of the forms of a payment service.
    static func form(_ form: String, of service: Origin) -> Screen {
        var screen = Screen(form)
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    During a payment by \(service.site, as: "site"), the wallet shows forms of this origin that ask for \
                    personal details.
                    """))
        ]
        screen.buttons = [
            Screen.Button(SiteFormPage.Action.back, label: localized("Back")),
            Screen.Button(SiteFormPage.Action.remove, label: localized("Remove"), .next),
        ]
        return screen
    }
}

extension SiteScreens {
    /// The screens about what can ask a wallet now.
    @MainActor init(_ context: PageContext) {
        self.init(
            now: context.now, hasSeveralAccounts: context.services.activeAccount.ethereumAddresses.count > 1,
            sessions: context.sessions?.sessions ?? [], settings: context.sessions?.settings,
            relay: context.sessions?.relay ?? .offline)
    }
}
