import ArgumentParser
import Bridge
import Glibc
import Harness
import WebHost

/// `drawbridge open URL`: a page in the wallet window.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a page in the wallet window.")

    @Argument(help: "An http or https address.")
    var url: String

    @Option(help: "Keep the page's data under this name: letters, digits, - and _. Without it nothing is kept.")
    var profile: String?

    func validate() throws {
        guard (try? Origin(ofURL: url)) != nil else {
            throw ValidationError("The address must be one of http or https: \(url.prefix(200))")
        }
        if let profile, ProfileName(profile) == nil {
            throw ValidationError("A profile's name has letters, digits, - and _ only: \(profile.prefix(80))")
        }
    }

    func run() throws {
        try MainActor.assumeIsolated {
            guard MainLoop.start() else { throw NoDisplay() }
            let window = try WalletWindow(profile: Profile(name: profile.flatMap { ProfileName($0) }))
            window.window.onClose = { MainLoop.stop() }
            window.view.load(url)
            withExtendedLifetime(window) { MainLoop.run() }
        }
    }
}

/// There is nothing to draw a window on.
struct NoDisplay: Error, CustomStringConvertible {
    var description: String {
        "There is no display to open a window on. `drawbridge demo --headless` and `drawbridge test` need none."
    }
}
