import Network
import Bridge
import Messages
import WalletCore
import WalletUI

/// The screens about the servers of one network: the one that is asked first, and those in reserve.
struct ServerListScreens {
    /// A server, and what it said when it was asked last.
    struct Server: Hashable {
        let address: ServerAddress

        /// How it is; `nil` until it has answered.
        var health: ServerHealth?
    }

    /// The network.
    let network: ServedNetwork

    /// The servers, in the order in which they are asked.
    var servers: [Server] = []

    /// The server that answers now.
    var used: ServerAddress?

    /// The site that set the only node, in quotation marks; `nil` if the user did.
    var author: String?

    /// Whether one more can be added.
    var hasRoom = true

    /// The time, in seconds since 1970.
    var now: Int64 = 0

    /// The list.
    var list: Screen {
        var screen = Screen(title: HomeScreens.title, heading: network.listHeading)
        screen.paragraphs = [Form.Paragraph(network.orderSentence)]
        if let author {
            screen.paragraphs.append(
                Form.Paragraph(
                    localized("\(author, as: "site") set this node. A node that you add replaces it."), tone: .caution))
        }
        screen.choices = servers.enumerated().map { place, server in
            Screen.Choice(
                server.address.text, label: .exact(server.address.site), detail: .trusted(health(of: server)),
                badge: badge(of: server, at: place))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.servers.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.check.rawValue, label: localized("Check again")),
        ]
        if hasRoom {
            screen.buttons.append(Screen.Button(HomeScreens.Action.add.rawValue, label: network.addButton, .next))
        }
        return screen
    }

    /// The form for one more server.
    func form(_ values: [String: String], _ problems: [String: String]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: network.addHeading)
        screen.fields = network.fields(values)
        screen.problems = problems
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.keep.rawValue, label: network.addVerb, .next),
        ]
        return screen
    }

    /// What is shown while a new server is asked.
    var asking: Screen {
        var screen = Screen(title: HomeScreens.title, heading: network.addHeading)
        screen.busy = network.busy
        return screen
    }

    /// The question whether a certificate is trusted.
    func question(about trust: CertificateTrust) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: CertificateTrust.heading)
        screen.paragraphs = trust.paragraphs
        screen.rows = [Approval.Row(CertificateTrust.label, .exact(trust.fingerprint.grouped))]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.trust.rawValue, label: CertificateTrust.verb, .next),
        ]
        return screen
    }

    /// One server.
    func details(of server: Server) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: server.address.site)
        screen.rows = [
            Approval.Row(localized("Network"), .trusted(network.name), role: .network),
            Approval.Row(network.addressLabel, .exact(server.address.text)),
            Approval.Row(localized("State"), .trusted(health(of: server))),
            Approval.Row(localized("Connection"), .trusted(server.address.connection)),
        ]
        if let trusted = server.address.fingerprint {
            screen.rows.append(Approval.Row(localized("Trusted certificate"), .exact(trusted.grouped)))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.remove.rawValue, label: network.removeVerb),
        ]
        if case .otherCertificate(let shown) = server.health {
            screen.paragraphs.append(
                Form.Paragraph(
                    localized(
                        """
                        The server shows a different certificate than the one you trusted, so the wallet does not use it. \
                        Someone else may be answering. Trust the new one only if the operator has published it.
                        """), tone: .danger))
            screen.rows.append(Approval.Row(localized("Certificate now"), .exact(shown.grouped)))
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.trust.rawValue, label: localized("Trust the new certificate")))
        }
        if let lag = server.health?.lag(now: now) {
            screen.paragraphs.append(Form.Paragraph(lag.caution, tone: .caution))
        }
        if servers.count == 1 { screen.paragraphs.append(Form.Paragraph(network.lastSentence, tone: .caution)) }
        if servers.first?.address != server.address {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.first.rawValue, label: network.firstVerb, .next))
        }
        return screen
    }

    private func badge(of server: Server, at place: Int) -> String {
        let order = place == 0 ? localized("Asked first") : localized("In reserve")
        guard servers.count > 1, server.address == used else { return order }
        return localized("\(order, as: "order") · In use")
    }

    private func health(of server: Server) -> String { server.health?.text(now: now) ?? localized("Asking…") }
}

/// The texts about the servers of a network in the wallet's screens.
extension ServedNetwork {
    fileprivate var listHeading: String {
        switch self {
        case .chain: localized("Nodes of \(name, as: "network")")
        case .coin: localized("Servers of \(name, as: "network")")
        }
    }

    fileprivate var orderSentence: String {
        switch self {
        case .chain:
            localized(
                """
                The wallet asks the first node. When it fails, it asks the next one. Each node that is asked learns \
                your addresses.
                """)
        case .coin:
            localized(
                """
                The wallet asks the first server. When it fails, it asks the next one. It also compares what the \
                servers report, so each of them learns your addresses.
                """)
        }
    }

    fileprivate var addHeading: String {
        switch self {
        case .chain: localized("Add a node for \(name, as: "network")")
        case .coin: localized("Add a server for \(name, as: "network")")
        }
    }

    fileprivate var addButton: String {
        switch self {
        case .chain: localized("Add node…")
        case .coin: localized("Add server…")
        }
    }

    fileprivate var addVerb: String {
        switch self {
        case .chain: localized("Add node")
        case .coin: localized("Add server")
        }
    }

    fileprivate var removeVerb: String {
        switch self {
        case .chain: localized("Remove node")
        case .coin: localized("Remove server")
        }
    }

    fileprivate var firstVerb: String {
        switch self {
        case .chain: localized("Ask this node first")
        case .coin: localized("Ask this server first")
        }
    }

    fileprivate var addressLabel: String {
        switch self {
        case .chain: localized("Address of the node")
        case .coin: localized("Address of the server")
        }
    }

    fileprivate var lastSentence: String {
        switch self {
        case .chain: localized("Without a node, the wallet cannot show balances on this network or send.")
        case .coin: localized("Without a server, the wallet cannot show balances on this network or send.")
        }
    }
}
