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

    @Option(help: ArgumentHelp(localized("Name of the wallet to use (default: the first).")))
    var wallet: String?

    @Flag(help: ArgumentHelp(localized("Use the public demo keys instead of your own wallet.")))
    var demo = false

    @Option(help: ArgumentHelp(localized("Lock the wallet after this many minutes without use.")))
    var lockAfter = 10.0

    @Flag(help: ArgumentHelp(localized("Open a new window, even if the wallet already has one.")))
    var newWindow = false

    @OptionGroup var sandbox: SandboxOption

    @Option(help: .hidden)
    var folder: String?

    /// The folder of the wallet's data; `nil` for the user's.
    @Option(name: .customLong("state-folder"), help: .hidden)
    var state: String?

    mutating func validate() throws {
        // A host name with non-ASCII letters is valid; it is converted to its ASCII form (UTS #46).
        if let text = url, !text.utf8.allSatisfy({ $0 < 0x80 }), let address = URL(string: text) {
            url = address.absoluteString
        }
        guard !demo || wallet == nil else {
            throw ValidationError(localized("--demo cannot be used with --wallet."))
        }
        guard lockAfter > 0, lockAfter <= 1_440 else {
            throw ValidationError(localized("The wallet can stay unlocked for 1 to 1440 minutes."))
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
            case .payment where profile == nil: return try link.run(options)
            case .connection: return try link.run(options)
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
            sandbox.apply()
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
            demo
            ? .demo()
            : .own(
                try WalletFolder.open(folder), wallet: wallet, lockAfter: .seconds(lockAfter * 60), state: state,
                ConfigurationFile())
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
    private var options: [String] {
        let named = ["--wallet": wallet, "--folder": folder, "--state-folder": state] as KeyValuePairs
        return PayCommand.options(demo: demo, named) + ["--lock-after", "\(lockAfter)"]
            + (sandbox.withoutSandbox ? ["--without-sandbox"] : [])
    }

    /// Whether a window that is already open would show the address in the same way as this one.
    private var isPlain: Bool {
        !newWindow && !sandbox.withoutSandbox && !demo && profile == nil && wallet == nil && folder == nil
            && state == nil
            && (url ?? "").utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }
}
