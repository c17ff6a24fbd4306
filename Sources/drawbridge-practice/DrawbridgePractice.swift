import ArgumentParser
import GLibKit
import Glibc
import Messages
import WalletApp
import WalletUI
import WebHost

/// The wallet for practice, with the networks that it uses in the same process.
struct DrawbridgePractice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawbridge-practice", abstract: localized("Practise with coins that have no value."),
        version: AppIdentity.release, subcommands: [PracticeCommand.self] + WalletCommands.ofPractice,
        defaultSubcommand: PracticeCommand.self)
}

/// Shows the wallet.
struct PracticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: localized("Open a new practice wallet; it is deleted when its window closes."))

    func run() throws {
        try MainActor.assumeIsolated {
            guard MainLoop.start() else { throw WalletAppError.noDisplay }
            Console.say(
                localized(
                    """
                    Practice: no real money. The keys are new, the networks are simulated on this computer, and everything \
                    is deleted when you close the window.
                    """))
            let shown = Shown()
            Task {
                do {
                    let chains = try await PracticeChainSet()
                    let window = try WalletWindow(profile: Profile(), keys: .practice(chains.network))
                    window.window.onClose = { MainLoop.stop() }
                    window.keep(chains)
                    window.showHome()
                    shown.window = window
                } catch {
                    Console.complain("\(error)")
                    Glibc.exit(1)
                }
            }
            withExtendedLifetime(shown) { MainLoop.run() }
            Console.say(localized("The practice has ended. Nothing was kept."))
        }
    }

    /// The window that is shown, once it exists.
    @MainActor private final class Shown {
        var window: WalletWindow?
    }
}
