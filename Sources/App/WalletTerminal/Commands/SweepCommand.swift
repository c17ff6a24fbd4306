import ArgumentParser
import Foundation
import HeadlessWallet
import Messages

/// `drawbridge sweep`: moves everything that a private key holds to an account, with forms in the wallet's window.
struct SweepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep", abstract: localized("Move everything that a private key holds to your account."),
        discussion: localized(
            """
            An open window of the wallet asks for the key and shows the payment: the key is in no command line and in no \
            history of a shell. Exit status: 0 if it was sent, 1 if it failed, 2 if no window is open or the wallet is \
            locked, 3 if you closed the form, 4 if it is not known whether it was sent.
            """))

    @Option(help: ArgumentHelp(localized("An image with the key as a QR code.")))
    var image: String?

    @OptionGroup var options: TerminalOptions

    func run() throws {
        try Asynchronously.run { [image, options] in
            let sent = try TerminalClient(options: options).ask(
                Sweep(image: image.map(Self.fullPath) ?? ""),
                else: localized("No window of the wallet is open to ask for the key. Run `drawbridge`."))
            try TerminalClient.tell(sent, options)
        }
    }

    /// The path for another process, which may have another working directory.
    private static func fullPath(_ path: String) -> String { URL(filePath: path).path }
}
