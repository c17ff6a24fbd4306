import ArgumentParser
import Desktop
import GLibKit
import Glibc
import HeadlessWallet
import Messages
import QRReader
import WalletConnect
import WalletTerminal
import WalletUI
import WebHost

/// `drawbridge connect LINK`: connects an app by WalletConnect, in the wallet's window.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect", abstract: localized("Connect an app by its WalletConnect link."),
        discussion: localized(
            """
            The link is the wc:… that the app shows. The wallet asks before the app can see anything. A relay must be set: \
            `drawbridge sessions set --relay wss://…`. `drawbridge sessions` lists the connected apps. Exit status: 0 if \
            an open window has taken the link, or when the new window is closed; 1 if the link has expired, or the \
            image has no link.
            """))

    @Argument(help: ArgumentHelp(localized("The link.")))
    var link: String?

    @Option(help: ArgumentHelp(localized("Read the link from the QR code in this PNG or JPEG file.")))
    var qr: String?

    @OptionGroup var options: WindowOptions

    func validate() throws {
        guard (link == nil) != (qr == nil) else {
            throw ValidationError(localized("Give a link, or --qr with an image file."))
        }
        if let link, payment == nil, let problem = Self.problem(with: link) { throw ValidationError(problem) }
    }

    /// The payment that the link asks for instead of a connection.
    private var payment: WalletLink? {
        guard let link else { return nil }
        let read = LinkOpener.read(link)
        switch read {
        case .payment, .asked: return read
        case .page, .connection, .card, .answer, .refused: return nil
        }
    }

    func run() throws {
        if let payment { return try payment.run() }
        try MainActor.assumeIsolated {
            if let link {
                try Self.checkTime(of: link)
                if pass(link) { return }
            }
            guard MainLoop.start() else { throw WalletError.noDisplay }
            options.sandbox.apply()
            Task {
                do {
                    try await connect()
                    MainLoop.stop()
                } catch {
                    CommandLineProgram.leave(with: error)
                }
            }
            MainLoop.run()
        }
    }

    /// Connects the app in a window, until the window is closed.
    @MainActor private func connect() async throws {
        let text = try await text()
        var instance: Instance?
        if options.isPlain {
            switch Instance.start(AppIdentity.id, passing: [text]) {
            case .passed: return Self.sayPassed()
            case .first(let own): instance = own
            case .alone: break
            }
        }
        let window = try StartFault.telling {
            try WalletWindow(
                profile: Profile(), keys: options.keys(ConfigurationFile()), instance: instance)
        }
        let (closing, close) = AsyncStream<Void>.makeStream()
        window.window.onClose = { close.finish() }
        await window.sessions.open(text)
        // The window opened above it, but nothing can be done there before the wallet is unlocked.
        window.presentUnlocking()
        for await _ in closing {}
        withExtendedLifetime(window) {}
    }

    /// The link, which an image may contain.
    @MainActor private func text() async throws -> String {
        guard let qr else { return link ?? "" }
        let text: String
        do throws(QRError) {
            text = try await QRImageReader.usual.text(inFileAt: qr)
        } catch {
            throw WalletError("\(error)")
        }
        if let problem = Self.problem(with: text) { throw WalletError(problem) }
        try Self.checkTime(of: text)
        return text
    }

    /// Passes the link to a window that is already open.
    @MainActor private func pass(_ link: String) -> Bool {
        guard options.isPlain, Instance.hand([link], to: AppIdentity.id) else { return false }
        Self.sayPassed()
        return true
    }

    static func sayPassed() {
        Console.say(localized("The link was passed to the open wallet window. Continue there."))
    }

    /// Ensures that a link has not expired.
    private static func checkTime(of link: String) throws(WalletError) {
        do throws(WalletConnectError) {
            _ = try ConnectionLink(link, now: Int64(time(nil)))
        } catch {
            throw WalletError(error.sentence)
        }
    }

    /// Why `link` cannot be a link of WalletConnect; whether it has expired is checked when it is used.
    private static func problem(with link: String) -> String? {
        if case .card(let link) = LinkOpener.read(link) { return WalletLink.cardReason(of: link) }
        do throws(WalletConnectError) {
            _ = try ConnectionLink(link, now: 0)
            // A connection that drops the payment in its link is not what the link asks for.
            switch LinkOpener.read(link) {
            case .refused(let reason): return reason
            case .payment: return localized("This is a payment link. `drawbridge pay` pays it.")
            case .page, .asked, .connection, .card, .answer: return nil
            }
        } catch {
            return error.sentence
        }
    }
}
