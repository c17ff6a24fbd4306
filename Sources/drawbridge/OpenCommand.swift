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

    @Option(help: "The wallet to use, by its name; without it the first there is.")
    var wallet: String?

    @Flag(help: "Use the demo keys, which everybody has, instead of a wallet of your own.")
    var demo = false

    @Option(help: "Minutes without use after which the wallet locks.")
    var lockAfter = 10.0

    @Option(help: .hidden)
    var folder: String?

    func validate() throws {
        guard !demo || wallet == nil else { throw ValidationError("--demo has a wallet of its own.") }
        guard lockAfter > 0, lockAfter <= 1_440 else {
            throw ValidationError("The wallet can stay open for 1440 minutes at most.")
        }
        guard (try? Origin(ofURL: url)) != nil else {
            throw ValidationError("The address must begin with http:// or https://: \(Quotation.of(address: url))")
        }
        if let profile, ProfileName(profile) == nil {
            throw ValidationError("A profile's name has letters, digits, - and _ only: \(Quotation.of(profile))")
        }
    }

    func run() throws {
        try MainActor.assumeIsolated {
            guard MainLoop.start() else { throw NoDisplay() }
            let keys: WalletWindow.Keys =
                demo
                ? .demo()
                : .own(
                    try WalletFolder.open(folder), wallet: wallet, lockAfter: .seconds(lockAfter * 60),
                    state: folder.map { "\($0).state" }, ConfigurationFile())
            let window = try WalletWindow(profile: Profile(name: profile.flatMap { ProfileName($0) }), keys: keys)
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
