import ArgumentParser
import Glibc
import HeadlessWallet
import Messages
import WalletConnectPay
import QRReader
import EthereumWallet
import Desktop
import GLibKit
import WalletTerminal
import WebHost

/// `drawbridge pay LINK`: a payment, in its own windows.
struct PayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: localized("Pay a payment link."),
        discussion: localized(
            """
            The link is one of WalletConnect Pay: https://pay.walletconnect.com/?pid=…, wc:…&pay=…, or pay_… alone. \
            The wallet shows the payment and asks before it signs anything. If the payment is still pending when the \
            window closes, its status is checked for up to ten more minutes. Exit status: 0 if it was paid, or if the \
            link was passed to an open wallet window; that window shows whether it accepts the link. 2 if it is not known \
            here whether it was paid, such as when another program is paying it; 1 otherwise.
            """))

    @Argument(help: ArgumentHelp(localized("The payment link.")))
    var link: String?

    @Option(help: ArgumentHelp(localized("Read the link from the QR code in this PNG or JPEG file.")))
    var qr: String?

    @Flag(help: ArgumentHelp(localized("Use the public demo keys instead of your own wallet.")))
    var demo = false

    @Option(help: ArgumentHelp(localized("The API address of the payment service, instead of the configured one.")))
    var gateway: String?

    @Option(
        help: ArgumentHelp(
            localized("The app ID of this wallet at the payment service, instead of the configured one.")))
    var appID: String?

    @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
    var config: String?

    @OptionGroup var options: WindowOptions

    func validate() throws {
        guard (link == nil) != (qr == nil) else {
            throw ValidationError(localized("Give a link, or --qr with an image file."))
        }
        guard !demo || options.wallet == nil else {
            throw ValidationError(localized("--demo cannot be used with --wallet."))
        }
        if let gateway, (try? Endpoint(gateway)) == nil {
            throw ValidationError(
                localized(
                    "The address must be https, or http to this computer: \(String(gateway.prefix(200)), as: "address")"
                ))
        }
    }

    func run() throws {
        if isPlain, let link {
            let read = LinkOpener.read(link)
            switch read {
            case .asked, .connection, .card: return try read.run()
            case .page, .payment, .answer, .refused: break
            }
        }
        let status = try MainActor.assumeIsolated { () throws -> Int32 in
            if isPlain { Instance.prepare() }
            guard MainLoop.start() else {
                // The window may be on a display that this terminal does not have.
                guard isPlain, let link, Instance.hand([link], to: AppIdentity.id) else { throw WalletError.noDisplay }
                ConnectCommand.sayPassed()
                return 0
            }
            options.sandbox.apply()
            var instance: Instance?
            if isPlain, let link {
                switch Instance.start(AppIdentity.id, passing: [link]) {
                case .passed:
                    ConnectCommand.sayPassed()
                    return 0
                case .first(let own): instance = own
                case .alone: break
                }
            }
            let window = try StartFault.telling { try makeWindow(instance) }
            let payments = window.payments
            let watch = PaymentWatch(payments, options: arguments)
            Task {
                await open(in: payments)
                // The payment's window opened above it, but nothing can be done there before the wallet is unlocked.
                window.presentUnlocking()
            }
            withExtendedLifetime(window) { MainLoop.run() }
            return watch.status
        }
        throw ExitCode(status)
    }

    @MainActor private func makeWindow(_ instance: Instance?) throws -> WalletWindow {
        let file = ConfigurationFile(config)
        var settings = demo && config == nil ? PaymentSettings() : try file.read().payments
        if let gateway { settings.gateway = gateway }
        if let appID { settings.appID = appID }
        let keys: WalletWindow.Keys =
            demo ? .demo(config.map { _ in file }) : try options.keys(file)
        return try WalletWindow(
            profile: Profile(), keys: keys, payments: settings, proxy: file.read().proxy, showsPages: false,
            instance: instance)
    }

    @MainActor private func open(in presenter: PaymentPresenter) async {
        if let link { return presenter.open(link) }
        guard let qr else { return }
        do throws(QRError) {
            presenter.open(try await QRImageReader.usual.text(inFileAt: qr))
        } catch {
            Console.complain("\(error)")
            Glibc.exit(1)
        }
    }

    /// The given options that decide which wallet and which service are used.
    var arguments: [String] {
        (demo ? ["--demo"] : []) + options.arguments
            + WindowOptions.arguments(["--gateway": gateway, "--app-id": appID, "--config": config])
    }

    /// Whether a window that is already running may handle the link with its own options.
    private var isPlain: Bool {
        options.isPlain && !demo && gateway == nil && appID == nil && config == nil
    }
}
