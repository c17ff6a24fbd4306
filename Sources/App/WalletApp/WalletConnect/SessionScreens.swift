import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletConnect
import WalletUI

/// The screens about WalletConnect: the connected apps, one app, a new connection, the settings.
struct SessionScreens {
    /// The settings.
    let settings: SessionSettings

    /// The sessions, the newest first.
    let sessions: [SessionDetails]

    /// The connection to the relay.
    let relay: RelayState
    /// The connection to the server that a link of version 1 names, if the app of one is awaited.
    var server: RelayState?

    /// The chains that the wallet knows.
    let chains: [Chain]

    /// The time, in seconds since 1970.
    let now: Int64

    static let title = localized("Drawbridge – connected apps")

    /// What can be done, by the ID of the buttons.
    enum Action: String {
        case add, settings, all, disconnect, close, back, connect, scan, save, yes, no
    }

    // MARK: The list

    /// The connected apps.
    var list: Screen {
        var step = Screen(title: Self.title, heading: localized("Connected apps"))
        step.paragraphs = [Form.Paragraph(relaySentence)]
        if sessions.isEmpty {
            step.paragraphs.append(
                Form.Paragraph(
                    localized(
                        """
                        No app is connected. An app on another device shows a QR code or a link of WalletConnect; open \
                        it here.
                        """)))
        }
        step.choices = sessions.map { session in
            Screen.Choice(
                session.topic.description, label: .untrusted(SessionPeer(session).claim?.title ?? session.peer.url),
                detail: .untrusted(session.peer.url), badge: SessionText.state(of: session, relay))
        }
        step.buttons = [Screen.Button(Action.close.rawValue, label: localized("Close"))]
        if sessions.count > 1 {
            step.buttons.append(Screen.Button(Action.all.rawValue, label: localized("Disconnect all")))
        }
        step.buttons += [
            Screen.Button(Action.settings.rawValue, label: localized("Settings…")),
            Screen.Button(Action.add.rawValue, label: localized("Connect an app…"), .next),
        ]
        return step
    }

    /// The state of the connection to the relay, or why there is none.
    private var relaySentence: String {
        if settings.relay == nil { return localized("No relay is set. Apps are reached through a relay.") }
        if !settings.isEnabled { return localized("WalletConnect is turned off. Apps cannot reach the wallet.") }
        return relay.sentence
    }

    // MARK: One app

    /// One connected app.
    func details(of session: SessionDetails) -> Screen {
        let peer = SessionPeer(session)
        var step = Screen(title: Self.title, heading: localized("Connected to \(peer.quotedName, as: "app")"))
        if !session.peer.url.isEmpty {
            step.rows.append(Approval.Row(localized("Says it is at"), .untrusted(session.peer.url)))
        }
        var seen: Set<String> = []
        for account in session.namespaces.accounts where seen.insert(account.address.lowercased()).inserted {
            step.rows.append(Approval.Row(localized("Account"), .exact(account.address), role: .account))
        }
        let networks = SessionText.networks(session.namespaces.chains, knownTo: chains, most: 24)
        step.rows += [
            Approval.Row(localized("Networks"), networks, role: .network),
            Approval.Row(localized("State"), .trusted(SessionText.state(of: session, relay))),
            Approval.Row(
                localized("Last used"), .trusted(SessionText.ago(session.lastUsed, now: now)),
                note: SessionText.moment(session.lastUsed)),
            Approval.Row(localized("Ends"), .trusted(SessionText.end(session)), role: .expiry),
        ]
        if session.version == .v1 {
            step.paragraphs.append(
                Form.Paragraph(
                    localized("The app uses version 1 of WalletConnect, which is no longer developed."), tone: .caution)
            )
        }
        step.buttons = [
            Screen.Button(Action.back.rawValue, label: localized("Back")),
            Screen.Button(Action.disconnect.rawValue, label: localized("Disconnect"), .next),
        ]
        return step
    }

    /// The question whether to disconnect all apps.
    var disconnectAll: Screen {
        var step = Screen(title: Self.title, heading: localized("Disconnect all apps?"))
        step.paragraphs = [
            Form.Paragraph(
                localized(
                    "\(sessions.count, as: "count") app cannot use the wallet any more, and is informed of this.",
                    plural:
                        "\(sessions.count, as: "count") apps cannot use the wallet any more, and are informed of this.",
                    count: sessions.count))
        ]
        step.buttons = [
            Screen.Button(Action.back.rawValue, label: localized("Back")),
            Screen.Button(Action.yes.rawValue, label: localized("Disconnect all"), .next),
        ]
        return step
    }

    // MARK: A new connection

    /// The entry of a link.
    ///
    /// - Parameters:
    ///   - problem: Why the last link could not be used.
    ///   - values: What was entered.
    /// - Returns: The step, with the fields `link` and `picture`.
    func connect(_ problem: (field: String, sentence: String)? = nil, _ values: [String: String] = [:]) -> Screen {
        var step = Screen(title: Self.title, heading: localized("Connect an app"))
        step.paragraphs = [
            Form.Paragraph(
                localized(
                    "Copy the link that the app shows, or choose a picture of its QR code. You are asked again before the app can see anything."
                ))
        ]
        step.fields = [
            FormField("link", label: localized("Link"), .text(initial: values["link"] ?? "")),
            FormField("picture", label: localized("Picture of a QR code"), .file(initial: values["picture"] ?? "")),
        ]
        if let problem { step.problems = [problem.field: problem.sentence] }
        step.buttons = [
            Screen.Button(Action.back.rawValue, label: localized("Back")),
            Screen.Button(Action.scan.rawValue, label: localized("Read from the screen")),
            Screen.Button(Action.connect.rawValue, label: localized("Connect"), .next),
        ]
        return step
    }

    /// What is shown until the app proposes a session.
    var pairing: Screen {
        var step = Screen(title: Self.title, heading: localized("Waiting for the app"))
        step.busy =
            switch server {
            case .waiting?, .refused?:
                localized("The server that the link names does not answer. The wallet tries again…")
            case let server?:
                server.isConnected
                    ? localized("The app is asked what it wants…") : localized("Connecting to the server…")
            case nil: relay.isConnected ? localized("The app is asked what it wants…") : relay.sentence
            }
        step.buttons = [Screen.Button(Action.close.rawValue, label: localized("Close"))]
        return step
    }

    /// The question about a link in a page of the wallet's own window.
    static func question(about page: Origin?) -> Screen {
        var step = Screen(title: title, heading: localized("Connect this page to the wallet by WalletConnect?"))
        if let page { step.source = Screen.Source(page, .website) }
        step.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    The wallet contacts the relay and asks the app behind the link what it wants. You are asked again \
                    before it can see anything.
                    """))
        ]
        step.buttons = [
            Screen.Button(Action.no.rawValue, label: localized("Don’t connect")),
            Screen.Button(Action.yes.rawValue, label: localized("Continue"), .paying),
        ]
        return step
    }

    // MARK: Settings

    /// The settings.
    ///
    /// - Parameters:
    ///   - problem: Why the last values could not be used.
    ///   - values: What was entered, by the ID of the field.
    /// - Returns: The step, with the fields `relay`, `projectId`, `enabled` and `verification`.
    func form(_ problem: (field: String, sentence: String)? = nil, _ values: [String: String] = [:]) -> Screen {
        var step = Screen(title: Self.title, heading: localized("WalletConnect"))
        step.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    Apps on other devices reach the wallet through a relay. The relay sees your IP address and when \
                    messages are sent, but cannot read them.
                    """)),
            Form.Paragraph(localized("The wallet contacts the relay only while an app is connected or connects.")),
        ]
        let isEnabled = values["enabled"].map { $0 == "true" } ?? settings.isEnabled
        let verifies = values["verification"].map { $0 == "true" } ?? settings.verifies
        step.fields = [
            FormField(
                "relay", label: localized("Relay"),
                .text(initial: values["relay"] ?? settings.relay ?? SessionSettings.offeredRelay),
                hint: localized(
                    "The relay of WalletConnect, or another one that begins with wss://, or with ws:// on this computer."
                )),
            FormField(
                "projectId", label: localized("Project ID"),
                .text(initial: values["projectId"] ?? settings.projectID ?? ""),
                hint: localized(
                    "The relay of WalletConnect asks for one. It is free of charge at dashboard.reown.com.")),
            FormField("enabled", label: localized("Use WalletConnect"), .checkbox(initial: isEnabled)),
            FormField(
                "verification", label: localized("Check where requests of apps come from"),
                .checkbox(initial: verifies), hint: settings.verificationSentence),
        ]
        if let problem { step.problems = [problem.field: problem.sentence] }
        step.buttons = [
            Screen.Button(Action.back.rawValue, label: localized("Back")),
            Screen.Button(Action.save.rawValue, label: localized("Save"), .next),
        ]
        return step
    }

    /// The settings in the values of the form; what the form does not have stays as in `old`.
    static func settings(in values: [String: String], from old: SessionSettings) -> SessionSettings {
        func text(_ name: String) -> String? {
            let text = EnteredText.trimmed(values[name])
            return text.isEmpty ? nil : text
        }
        var settings = old
        (settings.relay, settings.projectID) = (text("relay"), text("projectId"))
        settings.isEnabled = values["enabled"] == "true"
        settings.verifies = values["verification"] == "true"
        return settings
    }
}

extension RelayState {
    /// Whether messages can be exchanged now.
    var isConnected: Bool {
        if case .connected = self { true } else { false }
    }
}
