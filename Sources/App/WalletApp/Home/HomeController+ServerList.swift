import Bridge
import EthereumWallet
import Messages
import Network
import WalletMethods
import WalletUI

/// The servers of one network that the window shows.
struct ServerListStep {
    /// What is shown of them.
    enum Part {
        case list, form(values: [String: String], problems: [String: String]), asking
        case trust(CertificateTrust, values: [String: String])
        case details(ServerAddress)
    }

    var screens: ServerListScreens
    var part = Part.list

    var network: ServedNetwork { screens.network }

    var screen: Screen {
        switch part {
        case .list: screens.list
        case .form(let values, let problems): screens.form(values, problems)
        case .asking: screens.asking
        case .trust(let trust, _): screens.question(about: trust)
        case .details(let address):
            screens.servers.first { $0.address == address }.map(screens.details) ?? screens.list
        }
    }
}

extension HomeController {
    var setting: ServerSetting {
        ServerSetting(chains: wallet.services.chains, coins: wallet.services.coins, proxy: wallet.proxy)
    }

    /// Shows the servers of a network, and asks each of them whether it can be used.
    func showServers(of network: ServedNetwork) {
        var screens = ServerListScreens(network: network)
        screens.servers = setting.addresses(of: network).map { ServerListScreens.Server(address: $0) }
        screens.hasRoom = setting.hasRoom(network)
        screens.now = wallet.services.now()
        if case .chain(let chain) = network {
            screens.author = wallet.services.chains.siteOfNode(of: chain).map {
                Quotation.of($0.description, limit: 80)
            }
        }
        guard !screens.servers.isEmpty else { return showServers(at: network.id) }
        show(.serverList(ServerListStep(screens: screens)))
        for server in screens.servers {
            tasks.start { [setting] in
                let health = await setting.health(of: server.address, network)
                self.note(health, of: server.address, network, used: await setting.used(of: network))
            }
        }
    }

    private func note(
        _ health: ServerHealth, of address: ServerAddress, _ network: ServedNetwork, used: ServerAddress?
    ) {
        guard case .serverList(var step) = step, step.network == network,
            let place = step.screens.servers.firstIndex(where: { $0.address == address })
        else { return }
        step.screens.servers[place].health = health
        step.screens.used = used
        switch step.part {
        case .list, .details: show(.serverList(step))
        // What the user is typing or reading stays.
        case .form, .asking, .trust: self.step = .serverList(step)
        }
    }

    func showServer(_ id: String, in step: ServerListStep) {
        guard let server = step.screens.servers.first(where: { $0.address.text == id }) else { return }
        var step = step
        step.part = .details(server.address)
        show(.serverList(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: ServerListStep) {
        var step = step
        let current = step.screens.servers.map(\.address)
        switch (action, step.part) {
        case (.add, .list):
            step.part = .form(values: [:], problems: [:])
            show(.serverList(step))
        case (.keep, .form): tasks.start { await self.addServer(values, step) }
        case (.trust, .trust(let trust, let values)):
            tasks.start { await self.addServer(trust.trusted(values), step) }
        case (.back, .trust(_, let values)):
            step.part = .form(values: values, problems: [:])
            show(.serverList(step))
        case (.remove, .details(let address)): setServers(current.filter { $0 != address }, step)
        case (.first, .details(let address)): setServers([address] + current.filter { $0 != address }, step)
        case (.trust, .details(let address)):
            setServers(current.map { $0 == address ? renewed(address, in: step) : $0 }, step)
        default: showServers(of: step.network)
        }
    }

    /// The address with the certificate that its server shows now.
    private func renewed(_ address: ServerAddress, in step: ServerListStep) -> ServerAddress {
        guard
            case .otherCertificate(let shown) = step.screens.servers.first(where: { $0.address == address })?.health
        else { return address }
        return address.showing(shown)
    }

    private func setServers(_ addresses: [ServerAddress], _ step: ServerListStep) {
        tasks.start { [self] in
            do throws(RPCError) {
                try await setting.set(addresses, for: step.network)
            } catch {
                window.report(error.sentence)
            }
            if case .serverList(let shown) = self.step, shown.network == step.network { showServers(of: step.network) }
            refresh()
        }
    }

    private func addServer(_ values: [String: String], _ step: ServerListStep) async {
        var step = step
        step.part = .asking
        show(.serverList(step))
        switch await setting.use(values, for: step.network, isFurther: true) {
        case .used:
            if isAsking(step.network) { showServers(of: step.network) }
            refresh()
            return
        case .problem(let problem): step.part = .form(values: values, problems: [problem.field: problem.sentence])
        case .untrusted(let trust): step.part = .trust(trust, values: values)
        }
        if isAsking(step.network) { show(.serverList(step)) }
    }

    /// Whether the window still waits for a new server of `network`.
    private func isAsking(_ network: ServedNetwork) -> Bool {
        guard case .serverList(let shown) = step, case .asking = shown.part else { return false }
        return shown.network == network
    }
}
