import ArgumentParser
import Desktop
import GLibKit
import Glibc
import Messages
import QR
import WalletConnect
import WalletUI
import WebHost

/// `drawbridge connect LINK`: connects an app by WalletConnect, in the wallet's window.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect", abstract: localized("Connect an app by its WalletConnect link."),
        discussion: localized(
            """
            The link is the wc:… that the app shows. The wallet asks before the app can see anything. A relay must be set: \
            `drawbridge sessions set --relay wss://…`. `drawbridge sessions` lists the connected apps.
            """))

    @Argument(help: ArgumentHelp(localized("The link.")))
    var link: String?

    @Option(help: ArgumentHelp(localized("Read the link from the QR code in this PNG or JPEG file.")))
    var qr: String?

    @Option(help: ArgumentHelp(localized("Name of the wallet to use (default: the first).")))
    var wallet: String?

    @Option(help: ArgumentHelp(localized("Lock the wallet after this many minutes without use.")))
    var lockAfter = 10.0

    @Option(help: .hidden)
    var folder: String?

    func validate() throws {
        guard (link == nil) != (qr == nil) else {
            throw ValidationError(localized("Give a link, or --qr with an image file."))
        }
        guard lockAfter > 0, lockAfter <= 1_440 else {
            throw ValidationError(localized("The wallet can stay unlocked for 1 to 1440 minutes."))
        }
        if let link, let problem = Self.problem(with: link) { throw ValidationError(problem) }
    }

    func run() throws {
        try MainActor.assumeIsolated {
            guard MainLoop.start() else { throw WalletAppError.noDisplay }
            if isPlain, let link, Instance.hand([link], to: AppIdentity.id) {
                return Console.say(localized("The link was passed to the open wallet window. Continue there."))
            }
            let window = try StartFault.telling {
                try WalletWindow(
                    profile: Profile(),
                    keys: .own(
                        try WalletFolder.open(folder), wallet: wallet, lockAfter: .seconds(lockAfter * 60),
                        state: folder.map { "\($0).state" }, ConfigurationFile()))
            }
            window.window.onClose = { MainLoop.stop() }
            Task {
                do throws(QRError) {
                    var text = link
                    if let qr { text = try await QRReader.usual.text(inFileAt: qr) }
                    await window.sessions.open(text ?? "")
                } catch {
                    Console.complain("\(error)")
                    Glibc.exit(1)
                }
                // The window opened above it, but nothing can be done there before the wallet is unlocked.
                window.presentUnlocking()
            }
            withExtendedLifetime(window) { MainLoop.run() }
        }
    }

    /// Whether a window that is already running may handle the link.
    private var isPlain: Bool { wallet == nil && folder == nil }

    /// Why `link` cannot be a link of WalletConnect; whether it has expired is checked when it is used.
    private static func problem(with link: String) -> String? {
        do throws(WalletConnectError) {
            _ = try ConnectionLink(link, now: 0)
            return nil
        } catch {
            return SessionText.sentence(for: error)
        }
    }
}
