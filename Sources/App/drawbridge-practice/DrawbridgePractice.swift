import ArgumentParser
import Dispatch
import Foundation
import GLibKit
import HeadlessWallet
import Messages
import WalletTerminal
import WalletWindow
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
            guard MainLoop.start() else { throw WalletError.noDisplay }
            let folder = FileManager.default.temporaryDirectory.appending(path: "drawbridge-practice-\(UUID())").path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let endings = Self.endings()
            Console.say(
                localized(
                    """
                    Practice: no real money. The keys are new, the networks are simulated on this computer, and everything \
                    is deleted when you close the window. Commands reach this wallet with an option: drawbridge balance \
                    --state-folder \(folder, as: "folder")
                    """))
            let shown = Shown()
            Task {
                do {
                    let chains = try await PracticeChainSet(in: folder)
                    let window = try WalletWindow(profile: Profile(), keys: .practice(chains.network))
                    window.window.onClose = { MainLoop.stop() }
                    window.keep(chains)
                    window.showHome()
                    shown.window = window
                } catch {
                    shown.failure = error
                    MainLoop.stop()
                }
            }
            withExtendedLifetime((shown, endings)) { MainLoop.run() }
            if let failure = shown.failure { throw failure }
            Console.say(localized("The practice has ended. Nothing was kept."))
        }
    }

    /// Ends the practice as if its window were closed when the system ends the program.
    private static func endings() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            // A signal that is ignored would be ignored in other programs that this one starts, too.
            signal(number) { _ in }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { Task { @MainActor in MainLoop.stop() } }
            source.activate()
            return source
        }
    }

    /// What is shown.
    @MainActor private final class Shown {
        /// The window, once it exists.
        var window: WalletWindow?

        /// Why there is none.
        var failure: (any Error)?
    }
}
