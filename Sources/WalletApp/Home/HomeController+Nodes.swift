import Bridge
import EthereumWallet
import Messages
import WalletMethods
import WalletUI

/// The nodes of one chain that the window shows.
struct NodeStep {
    /// What is shown of them.
    enum Part {
        case list, form(values: [String: String], problems: [String: String]), asking, details(Endpoint)
    }

    let chain: Chain
    var screens: NodeScreens
    var part = Part.list

    var screen: Screen {
        switch part {
        case .list: screens.list
        case .form(let values, let problems): screens.form(values, problems)
        case .asking: screens.asking
        case .details(let endpoint):
            screens.nodes.first { $0.endpoint == endpoint }.map(screens.details) ?? screens.list
        }
    }
}

extension HomeController {
    private var chains: ChainBook { wallet.services.chains }

    /// Shows the nodes of a chain, and asks each of them whether it can be used.
    func showNodes(of chain: Chain) {
        let name = ServedNetwork.chain(chain).name
        var screens = NodeScreens(network: name)
        screens.nodes = chains.endpoints(of: chain).map { NodeScreens.Node(endpoint: $0) }
        screens.used = chains.endpointInUse(of: chain)
        screens.author = chains.siteOfNode(of: chain).map { Quotation.of($0.description, limit: 80) }
        guard !screens.nodes.isEmpty else { return showServers() }
        show(.nodes(NodeStep(chain: chain, screens: screens)))
        for node in screens.nodes {
            tasks.start { [chains] in
                let health = await chains.check(node.endpoint, of: chain)
                self.note(health, of: node.endpoint, chain)
            }
        }
    }

    private func note(_ health: NodeHealth, of endpoint: Endpoint, _ chain: Chain) {
        guard case .nodes(var step) = step, step.chain.id == chain.id,
            let place = step.screens.nodes.firstIndex(where: { $0.endpoint == endpoint })
        else { return }
        step.screens.nodes[place].health = health
        step.screens.used = chains.endpointInUse(of: chain)
        switch step.part {
        case .list, .details: show(.nodes(step))
        // What the user is typing stays.
        case .form, .asking: self.step = .nodes(step)
        }
    }

    func showNode(_ id: String, in step: NodeStep) {
        guard let node = step.screens.nodes.first(where: { $0.endpoint.url == id }) else { return }
        var step = step
        step.part = .details(node.endpoint)
        show(.nodes(step))
    }

    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: NodeStep) {
        var step = step
        let current = step.screens.nodes.map(\.endpoint)
        switch (action, step.part) {
        case (.add, .list):
            step.part = .form(values: [:], problems: [:])
            show(.nodes(step))
        case (.keep, .form): tasks.start { await self.addNode(values, step) }
        case (.remove, .details(let endpoint)): setNodes(current.filter { $0 != endpoint }, step)
        case (.first, .details(let endpoint)): setNodes([endpoint] + current.filter { $0 != endpoint }, step)
        default: showNodes(of: step.chain)
        }
    }

    private func setNodes(_ endpoints: [Endpoint], _ step: NodeStep) {
        tasks.start { [self] in
            do throws(RPCError) {
                try await chains.set(endpoints, for: step.chain)
            } catch {
                window.report(error.sentence)
            }
            showNodes(of: step.chain)
            refresh()
        }
    }

    private func addNode(_ values: [String: String], _ step: NodeStep) async {
        var step = step
        step.part = .asking
        show(.nodes(step))
        do throws(WalletAppError) {
            let endpoint = try await chains.endpoint(values["node"] ?? "", of: step.chain)
            // A node of a site never stays next to those of the user.
            let current = chains.isNodeFromSite(step.chain) ? [] : chains.endpoints(of: step.chain)
            guard !current.contains(endpoint) else {
                throw WalletAppError(field: "node", localized("This node is already in the list."))
            }
            do throws(RPCError) {
                try await chains.set(current + [endpoint], for: step.chain)
            } catch {
                throw WalletAppError(field: "node", error.sentence)
            }
            if isAsking(step.chain) { showNodes(of: step.chain) }
            refresh()
        } catch {
            step.part = .form(values: values, problems: [error.field ?? "node": error.description])
            if isAsking(step.chain) { show(.nodes(step)) }
        }
    }

    /// Whether the window still waits for a new node of `chain`.
    private func isAsking(_ chain: Chain) -> Bool {
        guard case .nodes(let shown) = step, case .asking = shown.part else { return false }
        return shown.chain.id == chain.id
    }
}
