import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletCore
import WalletMethods
import WalletUI

/// The servers of one network: the one that is asked first, and those in reserve.
@MainActor final class NetworkServersPage: Page {
    enum Action: Hashable {
        case back, check, add
        case server(String)
    }

    let isForLocked = true
    private let context: PageContext
    fileprivate var screens: ServerListScreens

    init(_ context: PageContext, _ network: ServedNetwork) {
        (self.context, screens) = (context, ServerListScreens(network: network))
    }

    var screen: Screen { screens.list }

    func load() async {
        let setting = context.serverSetting
        let known = screens.servers
        screens.servers = setting.addresses(of: screens.network).map { address in
            ServerListScreens.Server(address: address, health: known.first { $0.address == address }?.health)
        }
        screens.hasRoom = setting.hasRoom(screens.network)
        screens.now = context.now
        guard case .chain(let chain) = screens.network else { return }
        screens.author = context.services.chains.siteOfNode(of: chain).map { Quotation.of($0.description, limit: 80) }
    }

    /// Asks each server whether it can be used.
    func ask() async {
        let (setting, network) = (context.serverSetting, screens.network)
        let checks = screens.servers.map { server in
            Task {
                let health = await setting.health(of: server.address, network)
                let used = await setting.used(of: network)
                guard let index = self.screens.servers.firstIndex(where: { $0.address == server.address }) else {
                    return
                }
                self.screens.servers[index].health = health
                self.screens.used = used
                self.context.stack?.redraw()
            }
        }
        for check in checks { await check.value }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: return .back
        case .check:
            for index in screens.servers.indices { screens.servers[index].health = nil }
            context.draw(self)
            await ask()
            return .stay
        case .add: return .open(AddServerPage(context, screens.network))
        case .server(let text):
            guard let server = screens.servers.first(where: { $0.address.text == text }) else { return .stay }
            return .open(ServerPage(context, server.address, self))
        }
    }
}

/// One server of a network.
@MainActor final class ServerPage: Page {
    enum Action: Hashable {
        case back, remove, first, trust
    }

    let isForLocked = true
    private let context: PageContext
    private let address: ServerAddress
    private let list: NetworkServersPage

    init(_ context: PageContext, _ address: ServerAddress, _ list: NetworkServersPage) {
        (self.context, self.address, self.list) = (context, address, list)
    }

    private var server: ServerListScreens.Server {
        list.screens.servers.first { $0.address == address } ?? ServerListScreens.Server(address: address)
    }

    var screen: Screen { list.screens.details(of: server) }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        let current = list.screens.servers.map(\.address)
        switch action {
        case .back: return .back
        case .remove: return await set(current.filter { $0 != address })
        case .first: return await set([address] + current.filter { $0 != address })
        case .trust:
            guard case .otherCertificate(let shown) = server.health else { return .stay }
            return await set(current.map { $0 == address ? address.showing(shown) : $0 })
        }
    }

    private func set(_ addresses: [ServerAddress]) async -> Navigation {
        do throws(RPCError) {
            try await context.serverSetting.set(addresses, for: list.screens.network)
        } catch {
            context.report(error.sentence)
        }
        context.home?.refresh()
        return .back
    }
}

/// The form for a server of a network.
@MainActor final class AddServerPage: Page {
    enum Action: Hashable {
        case back, add, form, trust
    }

    /// What is shown.
    private enum Part {
        case form, asking, trust(CertificateTrust)
    }

    let isForLocked = true
    private let context: PageContext
    private let network: ServedNetwork
    private var part = Part.form
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    init(_ context: PageContext, _ network: ServedNetwork) { (self.context, self.network) = (context, network) }

    var screen: Screen {
        let screens = ServerListScreens(network: network)
        return switch part {
        case .form: screens.form(values, problems)
        case .asking: screens.asking
        case .trust(let trust): screens.question(about: trust)
        }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch (action, part) {
        case (.back, _): return .back
        case (.add, _):
            values = input.values
            return await use(values)
        case (.trust, .trust(let trust)): return await use(trust.trusted(values))
        case (.form, _), (.trust, _):
            (part, problems) = (.form, [:])
            return .stay
        }
    }

    private func use(_ entered: [FieldID: String]) async -> Navigation {
        (part, problems) = (.asking, [:])
        context.draw(self)
        switch await context.serverSetting.add(entered, for: network) {
        case .used:
            context.serverNotices?.noteUsable(network)
            context.home?.refresh()
            return .back
        case .problem(let problem): (part, values, problems) = (.form, entered, [problem.field: problem.sentence])
        case .untrusted(let trust): part = .trust(trust)
        }
        return .stay
    }
}

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

    /// The site that set the only node, in quotation marks; `nil` if no site did.
    var author: String?

    /// Whether one more can be added.
    var hasRoom = true

    /// The time, in seconds since 1970.
    var now: Int64 = 0

    /// The list.
    var list: Screen {
        var screen = Screen(network.listHeading)
        screen.paragraphs = [
            servers.isEmpty
                ? Screen.Paragraph(network.lastSentence, tone: .caution) : Screen.Paragraph(network.orderSentence)
        ]
        if let author {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized("\(author, as: "site") set this node. A node that you add replaces it."), tone: .caution))
        }
        screen.choices = servers.enumerated().map { place, server in
            Screen.Choice(
                NetworkServersPage.Action.server(server.address.text), label: .exact(server.address.site),
                detail: .trusted(health(of: server)),
                badge: badge(of: server, at: place))
        }
        screen.buttons = [
            Screen.Button(NetworkServersPage.Action.back, label: localized("Back")),
            Screen.Button(NetworkServersPage.Action.check, label: localized("Check again")),
        ]
        if hasRoom {
            screen.buttons.append(Screen.Button(NetworkServersPage.Action.add, label: network.addButton, .next))
        }
        return screen
    }

    /// The form for one more server.
    func form(_ values: [FieldID: String], _ problems: [FieldID: String]) -> Screen {
        var screen = Screen(network.addHeading)
        screen.paragraphs = [Screen.Paragraph(network.purpose)]
        screen.fields = network.fields(values)
        screen.problems = problems
        screen.buttons = [
            Screen.Button(AddServerPage.Action.back, label: localized("Back")),
            Screen.Button(AddServerPage.Action.add, label: network.addVerb, .next),
        ]
        return screen
    }

    /// What is shown while a new server is asked.
    var asking: Screen {
        var screen = Screen(network.addHeading)
        screen.busy = network.busy
        return screen
    }

    /// The question whether a certificate is trusted.
    func question(about trust: CertificateTrust) -> Screen {
        var screen = Screen(CertificateTrust.heading)
        screen.paragraphs = trust.paragraphs
        screen.rows = [Approval.Row(CertificateTrust.label, .exact(trust.fingerprint.grouped))]
        screen.buttons = [
            Screen.Button(AddServerPage.Action.form, label: localized("Back")),
            Screen.Button(AddServerPage.Action.trust, label: CertificateTrust.verb, .next),
        ]
        return screen
    }

    /// One server.
    func details(of server: Server) -> Screen {
        var screen = Screen(server.address.site)
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
            Screen.Button(ServerPage.Action.back, label: localized("Back")),
            Screen.Button(ServerPage.Action.remove, label: network.removeVerb),
        ]
        if case .otherCertificate(let shown) = server.health {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized(
                        """
                        The server shows a different certificate than the one you trusted, so the wallet does not use it. \
                        Someone else may be answering. Trust the new one only if the operator has published it.
                        """), tone: .danger))
            screen.rows.append(Approval.Row(localized("Certificate now"), .exact(shown.grouped)))
            screen.buttons.append(
                Screen.Button(ServerPage.Action.trust, label: localized("Trust the new certificate")))
        }
        if let lag = server.health?.lag(now: now) {
            screen.paragraphs.append(Screen.Paragraph(lag.caution, tone: .caution))
        }
        if servers.count == 1 { screen.paragraphs.append(Screen.Paragraph(network.lastSentence, tone: .caution)) }
        if servers.first?.address != server.address {
            screen.buttons.append(
                Screen.Button(ServerPage.Action.first, label: network.firstVerb, .next))
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

    /// What a server is for.
    fileprivate var purpose: String {
        switch self {
        case .chain:
            localized(
                """
                A node reads the network for you and passes on your transactions. It learns your addresses, so choose one \
                that you trust.
                """)
        case .coin:
            localized(
                """
                An Electrum server finds your coins and passes on your payments. It learns your addresses, so choose one \
                that you trust.
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
