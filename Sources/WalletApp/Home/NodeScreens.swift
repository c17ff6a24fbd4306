import Bridge
import EthereumWallet
import Messages
import WalletUI

/// The screens about the nodes of one EVM chain: the one that is asked first, and those in reserve.
struct NodeScreens {
    /// A node, and what it said when it was asked last.
    struct Node: Hashable {
        let endpoint: Endpoint

        /// Whether it can be used; `nil` until it has answered.
        var health: NodeHealth?
    }

    /// The chain's name; in quotation marks if a site or the user wrote it.
    let network: String

    /// The nodes, in the order in which they are asked.
    var nodes: [Node] = []

    /// The node that answers now.
    var used: Endpoint?

    /// The site that set the only node, in quotation marks; `nil` if the user did.
    var author: String?

    /// The list.
    var list: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Nodes of \(network, as: "network")"))
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    The wallet asks the first node. When it fails, it asks the next one. Each node that is asked learns \
                    your addresses.
                    """))
        ]
        if let author {
            screen.paragraphs.append(
                Form.Paragraph(
                    localized("\(author, as: "site") set this node. A node that you add replaces it."), tone: .caution))
        }
        screen.choices = nodes.enumerated().map { place, node in
            Screen.Choice(
                node.endpoint.url, label: .exact(node.endpoint.origin.site),
                detail: .trusted(Self.health(of: node)),
                badge: badge(of: node, at: place))
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.servers.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.check.rawValue, label: localized("Check again")),
        ]
        if nodes.count < ChainBook.mostNodes {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.add.rawValue, label: localized("Add node…"), .next))
        }
        return screen
    }

    /// The form for one more node.
    func form(_ values: [String: String], _ problems: [String: String]) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Add a node for \(network, as: "network")"))
        screen.fields = [
            FormField(
                "node", label: localized("Address of the node"), .text(initial: values["node"] ?? ""),
                hint: localized("JSON-RPC over https://, or http:// to this computer or to an .onion address."), isRequired: true)
        ]
        screen.problems = problems
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.keep.rawValue, label: localized("Add node"), .next),
        ]
        return screen
    }

    /// What is shown while a new node is asked.
    var asking: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Add a node for \(network, as: "network")"))
        screen.busy = localized("Asking the node…")
        return screen
    }

    /// One node.
    func details(of node: Node) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: node.endpoint.origin.site)
        screen.rows = [
            Approval.Row(localized("Network"), .trusted(network), role: .network),
            Approval.Row(localized("Address of the node"), .exact(node.endpoint.url)),
            Approval.Row(localized("State"), .trusted(Self.health(of: node))),
        ]
        if nodes.count == 1 {
            screen.paragraphs = [
                Form.Paragraph(
                    localized("Without a node, the wallet cannot show balances on this network or send."),
                    tone: .caution)
            ]
        }
        screen.buttons = [
            Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.remove.rawValue, label: localized("Remove node")),
        ]
        if nodes.first?.endpoint != node.endpoint {
            screen.buttons.append(
                Screen.Button(HomeScreens.Action.first.rawValue, label: localized("Ask this node first"), .next))
        }
        return screen
    }

    private func badge(of node: Node, at place: Int) -> String {
        let order = place == 0 ? localized("Asked first") : localized("In reserve")
        guard nodes.count > 1, node.endpoint == used else { return order }
        return localized("\(order, as: "order") · In use")
    }

    private static func health(of node: Node) -> String { node.health?.text ?? localized("Asking…") }
}
