import ArgumentParser
import Bridge
import Foundation
import Glibc
import Desktop
import GLibKit
import HeadlessWallet
import Messages
import WalletCore
import WalletTerminal
import WebHost
import WalletUI

/// `drawbridge`: the wallet; `drawbridge open URL`: a page in its window.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: localized("Open the wallet, or a page in its window."))

    @Argument(
        help: ArgumentHelp(
            localized(
                "An http or https address, a payment link, or a link of WalletConnect. Without it, the wallet is shown."
            )))
    var url: String?

    @Option(
        help: ArgumentHelp(
            localized(
                """
                Save the page's data in the profile of this name (letters, digits, - and _). Without it, nothing is saved.
                """)))
    var profile: String?

    @Flag(help: ArgumentHelp(localized("Use the public demo keys instead of your own wallet.")))
    var demo = false

    @Flag(help: ArgumentHelp(localized("Open a new window, even if the wallet already has one.")))
    var newWindow = false

    @OptionGroup var options: WindowOptions

    mutating func validate() throws {
        // A host name with non-ASCII letters is valid; it is converted to its ASCII form (UTS #46).
        if let text = url, !text.utf8.allSatisfy({ $0 < 0x80 }), let address = URL(string: text) {
            url = address.absoluteString
        }
        guard !demo || options.wallet == nil else {
            throw ValidationError(localized("--demo cannot be used with --wallet."))
        }
        if let url {
            switch LinkOpener.read(url) {
            case .refused(let reason):
                throw ValidationError(
                    WalletCommands.correction(of: url) ?? WalletLink.sentence(about: url, reason))
            case .card: throw ValidationError(WalletLink.sentence(about: url, WalletLink.cardReason(of: url)))
            case .page, .payment: break
            case .asked, .connection, .answer:
                guard profile == nil else {
                    throw ValidationError(localized("--profile can be used only with the address of a page."))
                }
            }
        }
        if let profile, ProfileName(profile) == nil {
            throw ValidationError(
                localized("A profile name has only letters, digits, - and _: \(Quotation.of(profile), as: "profile")"))
        }
    }

    func run() throws {
        if let url {
            let link = LinkOpener.read(url)
            switch link {
            case .payment where profile == nil: return try link.run(arguments)
            case .connection: return try link.run(arguments)
            case .answer: return try link.run()
            case .page, .asked, .payment, .card, .refused: break
            }
        }
        try MainActor.assumeIsolated {
            if isPlain { Instance.prepare() }
            guard MainLoop.start() else {
                // The window may be on a display that this terminal does not have.
                guard isPlain, Instance.hand([url ?? PageLinks.homeSignal], to: AppIdentity.id) else {
                    throw WalletError.noDisplay
                }
                return sayPassed()
            }
            options.sandbox.apply()
            // A second program would ask for the passphrase a second time, for the same wallet.
            var instance: Instance?
            if isPlain {
                switch Instance.start(AppIdentity.id, passing: [url ?? PageLinks.homeSignal]) {
                case .passed: return sayPassed()
                case .first(let own): instance = own
                case .alone: break
                }
            }
            let window = try StartFault.telling { try created(instance) }
            window.window.onClose = { MainLoop.stop() }
            show(in: window)
            withExtendedLifetime(window) { MainLoop.run() }
        }
    }
}

extension OpenCommand {
    private func sayPassed() {
        Console.say(
            url == nil
                ? localized("The wallet’s window is already open.")
                : localized("The wallet’s window is already open. Continue there."))
    }

    @MainActor private func created(_ instance: Instance?) throws -> WalletWindow {
        let keys: WalletWindow.Keys =
            demo ? .demo() : try options.keys(ConfigurationFile())
        // Demo keys have no settings, but their pages are loaded from the internet like others.
        return try WalletWindow(
            profile: Profile(name: profile.flatMap { ProfileName($0) }), keys: keys,
            proxy: ConfigurationFile().read().proxy, instance: instance)
    }

    /// Shows what the user wants to open.
    @MainActor private func show(in window: WalletWindow) {
        guard let url else { return window.showHome() }
        guard !AskedPayment.isMeant(by: url) else {
            window.showHome()
            return window.home.open(link: url)
        }
        // A page on the list of scams is not opened, so the list must be known.
        Task {
            await window.wallet.lookups?.start()
            window.view.load(url)
        }
    }

    /// The options that other commands with a window have, too.
    private var arguments: [String] {
        (demo ? ["--demo"] : []) + options.arguments + ["--lock-after", "\(options.lockAfter)"]
            + (options.sandbox.withoutSandbox ? ["--without-sandbox"] : [])
    }

    /// Whether a window that is already open would show the address in the same way as this one.
    private var isPlain: Bool {
        options.isPlain && !newWindow && !demo && profile == nil
            && (url ?? "").utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }
}
