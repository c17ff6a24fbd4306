import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletCore
import WalletMethods
import WalletUI

/// The question which servers the wallet may contact, before it contacts any.
@MainActor final class ServerQuestionPage: Page {
    enum Action: Hashable {
        case usePublic, useOwn, useNone, proxy
    }

    private let context: PageContext

    init(_ context: PageContext) { self.context = context }

    var screen: Screen { ServerScreens(lines: [], proxy: context.proxySentence).question }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .proxy:
            context.proxyForms?.show()
            return .stay
        case .usePublic: return await context.usePublicServers() ? .home : .stay
        case .useOwn, .useNone:
            try? await context.settings.answer(publicServers: false)
            return action == .useOwn ? .replace(ServersPage(context)) : .home
        }
    }
}

/// The networks with their servers, and what else others are asked.
@MainActor final class ServersPage: Page {
    enum Action: Hashable {
        case back, proxy, usePublic, refresh
        case network(String)
        case lookup(Lookup)
    }

    /// Servers are no secret of a wallet, and the first one may be set before there is one.
    let isForLocked = true
    private let context: PageContext

    /// What servers that are behind say about their newest blocks, by the ID of the network.
    private var lags: [String: String] = [:]

    /// The ID of the network that the user looked at last, which stays in view.
    private var focus: String?

    init(_ context: PageContext) { self.context = context }

    var screen: Screen {
        let accounts = context.isLocked ? [] : context.holdings.accounts
        let setting = context.serverSetting
        let lines = setting.networks.map { network in
            let current = setting.current(network)
            var line = ServerScreens.Line(id: network.id, label: network.line(current), state: nil)
            guard current != nil else { return line }
            line.lag = lags[network.id]
            let balance = accounts.first { $0.id.chain == network.chainID }?.balances.first
            line.state =
                line.lag == nil ? balance.map(health) ?? localized("Not updated") : localized("Behind")
            return line
        }
        var screens = ServerScreens(lines: lines, proxy: context.proxySentence)
        screens.others = context.wallet.lookups.map { LookupScreens(settings: $0).choices } ?? []
        screens.focus = focus
        return screens.list
    }

    private func health(of balance: AssetBalance) -> String {
        switch balance.state {
        case .current:
            balance.at.map { localized("Answered at \(HomeText.clock($0, now: context.now), as: "time")") }
                ?? localized("Answered")
        default: HomeText.badge(balance) ?? localized("Not updated")
        }
    }

    /// Asks the server of each network for its newest block.
    func ask() async {
        let setting = context.serverSetting
        let checks = setting.networks.filter { setting.current($0) != nil }.map { network in
            Task {
                let lag = await setting.lag(of: network, now: self.context.now)
                guard self.lags[network.id] != lag else { return }
                self.lags[network.id] = lag
                self.context.stack?.redraw()
            }
        }
        for check in checks { await check.value }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        switch action {
        case .back: return .back
        case .proxy: context.proxyForms?.show()
        case .usePublic: return .open(PublicServersPage(context))
        case .refresh:
            context.home?.refresh()
            await ask()
        case .network(let id):
            guard let network = context.serverSetting.networks.first(where: { $0.id == id }) else { return .stay }
            focus = id
            return .open(context.page(of: network))
        case .lookup(let lookup):
            return context.wallet.lookups.map { .open(lookup.page(context, $0)) } ?? .stay
        }
        return .stay
    }
}

/// The question before the public servers replace others.
@MainActor final class PublicServersPage: Page {
    enum Action: Hashable {
        case back, use
    }

    let isForLocked = true
    private let context: PageContext

    init(_ context: PageContext) { self.context = context }

    var screen: Screen { ServerScreens(lines: [], proxy: context.proxySentence).confirm }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        guard action == .use else { return .back }
        return await context.usePublicServers() ? .home : .stay
    }
}

extension PageContext {
    /// The servers of the wallet.
    var serverSetting: ServerSetting {
        ServerSetting(chains: services.chains, coins: services.coins, proxy: wallet.proxy)
    }

    /// The sentence about the proxy.
    fileprivate var proxySentence: String {
        wallet.proxy.current.address.map { localized("All connections use the proxy \($0, as: "proxy").") }
            ?? localized("Connections use no proxy, so servers see your IP address.")
    }

    /// The page on which servers of a network are set.
    func page(of network: ServedNetwork) -> any Page {
        serverSetting.addresses(of: network).isEmpty
            ? AddServerPage(self, network) : NetworkServersPage(self, network)
    }

    /// Uses the public servers from now on.
    ///
    /// - Returns: Whether they could be stored.
    fileprivate func usePublicServers() async -> Bool {
        do throws(WalletError) {
            try await settings.answer(publicServers: true)
            do throws(RPCError) {
                try await PublicServers.use(in: services)
            } catch {
                throw WalletError(error.sentence)
            }
            return true
        } catch {
            report(localized("The servers could not be saved. \(error.description, as: "reason")"))
            return false
        }
    }
}

extension ServerSetting {
    /// The networks, those with a server first.
    var networks: [ServedNetwork] {
        let chains = chains.chains.map(ServedNetwork.chain)
        let all =
            chains.prefix(1) + UTXOChain.mainnets.map(ServedNetwork.coin) + chains.dropFirst()
            + UTXOChain.testnets.map(ServedNetwork.coin)
        return all.filter { current($0) != nil } + all.filter { current($0) == nil }
    }

    /// The server of a network; `nil` if none is set.
    func current(_ network: ServedNetwork) -> CurrentServer? {
        switch network {
        case .chain(let chain):
            chains.endpointInUse(of: chain).map {
                CurrentServer(site: $0.origin.site, addedBy: chains.siteOfNode(of: chain))
            }
        case .coin(let utxoChain):
            coins.addresses[utxoChain]?.first.map { CurrentServer(site: "\($0.host):\($0.port)") }
        }
    }
}

/// The screens about servers: the question at the first start, and how the servers are.
struct ServerScreens {
    /// The networks with their servers, and what is known of each.
    let lines: [Line]

    /// The sentence about the proxy.
    let proxy: String

    /// Further settings about what others are asked.
    var others: [Screen.Choice] = []

    /// The ID of the network that stays in view.
    var focus: String?

    /// One network.
    struct Line: Hashable {
        /// The ID of the network.
        let id: String

        /// The name, and the server.
        let label: String

        /// How the server is, and since when.
        var state: String?

        /// That the server is behind, and by how much.
        var lag: String?
    }

    /// The question which servers the wallet may contact, before it contacts any.
    var question: Screen {
        var screen = Screen(localized("Which servers may the wallet ask?"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    Servers find your coins and pass on your payments. A server learns your addresses, that they belong \
                    together, and your IP address unless you use a proxy such as Tor. It cannot spend anything. Nothing \
                    is contacted before you answer.
                    """)),
            Screen.Paragraph(proxy),
        ]
        screen.choices = [
            Screen.Choice(
                ServerQuestionPage.Action.usePublic, label: .trusted(localized("Use public servers")),
                detail: .trusted(
                    localized("Run by others, from a built-in list, for Bitcoin, Bitcoin Cash and EVM chains"))),
            Screen.Choice(
                ServerQuestionPage.Action.useOwn, label: .trusted(localized("Use my own servers")),
                detail: .trusted(localized("You enter their addresses"))),
            Screen.Choice(
                ServerQuestionPage.Action.useNone, label: .trusted(localized("No servers for now")),
                detail: .trusted(localized("You can receive, but not see balances or send"))),
        ]
        // Those who use Tor must be able to say so before the first connection.
        screen.buttons = [Screen.Button(ServerQuestionPage.Action.proxy, label: localized("Proxy…"))]
        return screen
    }

    /// The networks and their servers.
    var list: Screen {
        var screen = Screen(localized("Servers"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized("The wallet reaches each network through a server. Choose a network to set its server.")),
            Screen.Paragraph(proxy),
        ]
        // The networks in use come first; the others are many.
        let used = lines.prefix { $0.state != nil }
        screen.focus = focus.map { ScreenAction(ServersPage.Action.network($0)) }
        screen.choices = used.map(Self.choice) + others + lines.dropFirst(used.count).map(Self.choice)
        screen.buttons = [
            Screen.Button(ServersPage.Action.back, label: localized("Back")),
            Screen.Button(ServersPage.Action.proxy, label: localized("Proxy…")),
            Screen.Button(ServersPage.Action.usePublic, label: localized("Use public servers…")),
            Screen.Button(ServersPage.Action.refresh, label: localized("Check again"), .next),
        ]
        return screen
    }

    private static func choice(_ line: Line) -> Screen.Choice {
        Screen.Choice(
            ServersPage.Action.network(line.id), label: .trusted(line.label), detail: line.lag.map { .trusted($0) },
            badge: line.state)
    }

    /// The question before the public servers replace others.
    var confirm: Screen {
        var screen = question
        screen.heading = localized("Use public servers?")
        (screen.choices, screen.focus) = ([], nil)
        screen.paragraphs.append(
            Screen.Paragraph(
                localized("They replace the servers of these networks that you set before."), tone: .caution)
        )
        screen.buttons = [
            Screen.Button(PublicServersPage.Action.back, label: localized("Back")),
            Screen.Button(PublicServersPage.Action.use, label: localized("Use public servers"), .next),
        ]
        return screen
    }
}
