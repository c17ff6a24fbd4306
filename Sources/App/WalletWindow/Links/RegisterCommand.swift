import ArgumentParser
import Bridge
import Desktop
import Messages
import WalletTerminal

/// `drawbridge register`: registers this program as the handler of links with its own scheme.
struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: localized("Open payment links, wc: links and drawbridge: links of this desktop with this program."),
        discussion: localized(
            """
            Makes this program the default of the current user for bitcoin:, bitcoincash: and \
            ethereum: links (payments), wc: links (WalletConnect) and drawbridge: links (payments of WalletConnect Pay, and \
            answers of SumUp's app). A program that is not installed for all users also gets an entry in the menu. \
            `drawbridge unregister` undoes it.
            """))

    static var entry: DesktopEntry { entry(of: AppIdentity.program) }

    /// The entry of the wallet that is the file `program`.
    static func entry(of program: String) -> DesktopEntry {
        DesktopEntry(
            id: AppIdentity.id, name: AppIdentity.name, comment: localized("A wallet and a window for web pages"),
            command: [program, "link"], schemes: AppIdentity.schemes,
            menu: DesktopEntry.Menu(
                kind: localized("Cryptocurrency Wallet"), icon: AppIdentity.id, categories: ["Office", "Finance"],
                keywords: localized("Bitcoin;Bitcoin Cash;Ethereum;WalletConnect;crypto;payment;money")
                    .split(separator: ";").map(String.init),
                windowClass: AppIdentity.windowClass))
    }

    @OptionGroup var output: JSONOption

    func run() throws {
        try MainActor.assumeIsolated {
            try DesktopEntries().install(Self.entry)
            output.say(
                JSON.changed,
                [
                    localized(
                        """
                        This desktop now opens bitcoin:, bitcoincash:, ethereum:, wc: and \
                        \(AppIdentity.scheme, as: "scheme"): links with \(AppIdentity.program, as: "program").
                        """)
                ])
        }
    }
}

/// `drawbridge unregister`: removes the registration.
struct UnregisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister", abstract: localized("Undo `drawbridge register`."))

    @OptionGroup var output: JSONOption

    func run() throws {
        try MainActor.assumeIsolated {
            let wasThere = try DesktopEntries().remove(AppIdentity.id, schemes: AppIdentity.schemes)
            output.say(
                ["changed": .bool(wasThere)],
                [wasThere ? localized("Removed.") : localized("There was nothing to remove.")])
        }
    }
}
