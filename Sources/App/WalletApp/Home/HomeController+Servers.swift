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

/// The servers that the window shows, or the question about public ones.
struct ServerStep {
    var screens: ServerScreens
    var isConfirming = false

    var screen: Screen { isConfirming ? screens.confirm : screens.list }
}

extension HomeController {
    /// Shows the networks with their servers, and asks each server whether it is behind.
    ///
    /// - Parameter network: The ID of the network that the user looked at last, which stays in view.
    func showServers(at network: String? = nil) {
        redrawServers(at: network)
        checkServers()
    }

    /// Shows the networks with their servers as far as they are known.
    func redrawServers(at network: String?) {
        var screens = serverScreens
        screens.focus = network
        show(.servers(ServerStep(screens: screens)))
    }

    /// Asks the server of each network for its newest block.
    func checkServers() {
        for line in servers?.lines ?? [] where line.isSet {
            guard let network = servers?.served(line.id) else { continue }
            tasks.start { [self, setting] in
                let lag = await setting.lag(of: network, now: wallet.services.now())
                guard lags[line.id] != lag else { return }
                lags[line.id] = lag
                if case .servers(let step) = step, !step.isConfirming, window.isScreenShown {
                    redrawServers(at: step.screens.focus)
                }
            }
        }
    }

    /// The networks with their servers, and what the latest figures say about each.
    var serverScreens: ServerScreens {
        let accounts = holdings.accounts
        let lines = servers?.lines ?? []
        let proxy =
            wallet.proxy.current.address.map {
                localized("All connections use the proxy \($0, as: "proxy").")
            } ?? localized("Connections use no proxy, so servers see your IP address.")
        return ServerScreens(
            lines: lines.map { line in
                let balance = accounts.first { $0.id.chain == line.chain }?.balances.first
                guard line.isSet else { return ServerScreens.Line(id: line.id, label: line.label, state: nil) }
                let lag = lags[line.id]
                let state = lag == nil ? balance.map(health) ?? localized("Not updated") : localized("Behind")
                return ServerScreens.Line(id: line.id, label: line.label, state: state, lag: lag)
            }, proxy: proxy, others: wallet.lookups.map { LookupScreens(settings: $0).choices } ?? [])
    }

    private func health(of balance: AssetBalance) -> String {
        switch balance.state {
        case .current:
            balance.at.map { localized("Answered at \(HomeText.clock($0, now: wallet.services.now()), as: "time")") }
                ?? localized("Answered")
        default: HomeText.badge(balance) ?? localized("Not updated")
        }
    }

    /// The user answers which servers the wallet may contact.
    func answerServers(_ id: String) {
        switch HomeScreens.Action(rawValue: id) {
        case .publicServers: tasks.start { await self.usePublicServers() }
        case .ownServers, .noServers:
            tasks.start { [self] in
                try? await settings.answer(publicServers: false)
                show()
                if id == HomeScreens.Action.ownServers.rawValue { showServers() }
            }
        default: break
        }
    }

    private func usePublicServers() async {
        do throws(WalletError) {
            try await settings.answer(publicServers: true)
            do throws(RPCError) {
                try await PublicServers.use(in: wallet.services)
            } catch {
                throw WalletError(error.sentence)
            }
        } catch {
            return window.report(localized("The servers could not be saved. \(error.description, as: "reason")"))
        }
        show()
    }

    func chooseServer(_ id: String, in step: ServerStep) {
        if showLookups(id) { return }
        if let network = servers?.served(id) { return showServers(of: network) }
        servers?.set(id) { [weak self] in
            guard let self else { return }
            if case .servers = self.step { showServers(at: id) }
            refresh()
        }
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: ServerStep) {
        switch action {
        case .chain: onProxy?()
        case .publicServers:
            var step = step
            step.isConfirming = true
            show(.servers(step))
        case .save: tasks.start { await self.usePublicServers() }
        default: showServers(at: step.screens.focus)
        }
    }
}
