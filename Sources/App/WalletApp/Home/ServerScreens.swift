import Bridge
import Messages
import WalletCore
import WalletUI

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
        let state: String?

        /// That the server is behind, and by how much.
        var lag: String?
    }

    /// The question which servers the wallet may contact, before it contacts any.
    var question: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Which servers may the wallet ask?"))
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    Servers find your coins and pass on your payments. A server learns your addresses, that they belong \
                    together, and your IP address unless you use a proxy such as Tor. It cannot spend anything. Nothing \
                    is contacted before you answer.
                    """)),
            Form.Paragraph(proxy),
        ]
        screen.choices = [
            Screen.Choice(
                HomeScreens.Action.publicServers.rawValue, label: .trusted(localized("Use public servers")),
                detail: .trusted(
                    localized("Run by others, from a built-in list, for Bitcoin, Bitcoin Cash and EVM chains"))),
            Screen.Choice(
                HomeScreens.Action.ownServers.rawValue, label: .trusted(localized("Use my own servers")),
                detail: .trusted(localized("You enter their addresses"))),
            Screen.Choice(
                HomeScreens.Action.noServers.rawValue, label: .trusted(localized("No servers for now")),
                detail: .trusted(localized("You can receive, but not see balances or send"))),
        ]
        // Those who use Tor must be able to say so before the first connection.
        screen.buttons = [Screen.Button(HomeScreens.Action.chain.rawValue, label: localized("Proxy…"))]
        return screen
    }

    /// The networks and their servers.
    var list: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Servers"))
        screen.paragraphs = [
            Form.Paragraph(
                localized("The wallet reaches each network through a server. Choose a network to set its server.")),
            Form.Paragraph(proxy),
        ]
        // The networks in use come first; the others are many.
        let used = lines.prefix { $0.state != nil }
        screen.focus = focus
        screen.choices = used.map(Self.choice) + others + lines.dropFirst(used.count).map(Self.choice)
        screen.buttons = [
            Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.chain.rawValue, label: localized("Proxy…")),
            Screen.Button(HomeScreens.Action.publicServers.rawValue, label: localized("Use public servers…")),
            Screen.Button(HomeScreens.Action.refresh.rawValue, label: localized("Check again"), .next),
        ]
        return screen
    }

    private static func choice(_ line: Line) -> Screen.Choice {
        Screen.Choice(
            line.id, label: .trusted(line.label), detail: line.lag.map { .trusted($0) }, badge: line.state)
    }

    /// The question before the public servers replace others.
    var confirm: Screen {
        var screen = question
        screen.heading = localized("Use public servers?")
        (screen.choices, screen.focus) = ([], nil)
        screen.paragraphs.append(
            Form.Paragraph(localized("They replace the servers of these networks that you set before."), tone: .caution)
        )
        screen.buttons = [
            Screen.Button(HomeScreens.Action.servers.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.save.rawValue, label: localized("Use public servers"), .next),
        ]
        return screen
    }
}
