import ArgumentParser
import Desktop
import Messages

/// `drawbridge register`: registers this program as the handler of links with its own scheme.
struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: localized("Open drawbridge: and wc: links of this desktop with this program."),
        discussion: localized(
            """
            Writes a desktop entry for the current user. Answers of SumUp's app and payment links use drawbridge: links, \
            and apps that connect by WalletConnect wc: links. `drawbridge unregister` removes it.
            """))

    static var entry: DesktopEntry {
        DesktopEntry(
            id: AppIdentity.id, name: "Drawbridge", comment: localized("A wallet window for web pages"),
            command: [AppIdentity.program, "link"], schemes: AppIdentity.schemes)
    }

    func run() throws {
        try MainActor.assumeIsolated {
            try DesktopEntries().install(Self.entry)
            Console.say(
                localized(
                    """
                    This desktop now opens \(AppIdentity.scheme, as: "scheme"): and wc: links with \
                    \(AppIdentity.program, as: "program").
                    """))
        }
    }
}

/// `drawbridge unregister`: removes the registration.
struct UnregisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister", abstract: localized("Undo `drawbridge register`."))

    func run() throws {
        try MainActor.assumeIsolated {
            let wasThere = try DesktopEntries().remove(AppIdentity.id, schemes: AppIdentity.schemes)
            Console.say(wasThere ? localized("Removed.") : localized("There was nothing to remove."))
        }
    }
}
