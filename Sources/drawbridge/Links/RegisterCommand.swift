import ArgumentParser
import WebHost

/// `drawbridge register`: the desktop hands us the addresses of our own scheme from now on.
struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Let this desktop open drawbridge: addresses with this program.",
        discussion: """
            Writes one desktop entry of the user's own, for the scheme drawbridge alone: answers of SumUp's app and \
            payment links come that way. `drawbridge unregister` takes it away again.
            """)

    static var entry: DesktopEntry {
        DesktopEntry(
            id: OwnName.id, name: "Drawbridge", comment: "A wallet window for web pages",
            command: [OwnName.program, "link"], schemes: [OwnName.scheme])
    }

    func run() throws {
        try MainActor.assumeIsolated {
            try DesktopEntries().install(Self.entry)
            Console.say("This desktop opens \(OwnName.scheme): addresses with \(OwnName.program) now.")
        }
    }
}

/// `drawbridge unregister`: the desktop forgets us.
struct UnregisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister", abstract: "Take back what `drawbridge register` did.")

    func run() throws {
        try MainActor.assumeIsolated {
            let wasThere = try DesktopEntries().remove(OwnName.id, schemes: [OwnName.scheme])
            Console.say(wasThere ? "Taken back." : "There was nothing to take back.")
        }
    }
}
