import ArgumentParser
import Foundation
import HeadlessWallet
import Messages
import Store
import SumUp
import QRWriter
import Desktop
import WalletTerminal

/// `drawbridge sumup …`: payments with SumUp's app from the command line.
struct SumUpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sumup", abstract: localized("Take payments with SumUp's app, and list them."),
        subcommands: [SumUpPayCommand.self] + SumUpCommands.all, defaultSubcommand: SumUpCommands.usual)
}

/// `drawbridge sumup pay AMOUNT CURRENCY`: one payment, from the request to the response of SumUp's app.
struct SumUpPayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: localized("Ask SumUp's app for a payment and wait for its answer."),
        discussion: localized(
            """
            The request goes to the program that opens sumupmerchant: links. Without such a program, it is shown as a \
            QR code for a phone; then no answer comes back, and you record the result with `drawbridge sumup resolve`. \
            Exit status: 0 if the app says that it was paid, which is not verified, 4 if the QR code was shown, 1 otherwise.
            """))

    @Argument(help: ArgumentHelp(localized("Decimal text with a point, such as 12.50."))) var amount: String
    @Argument(help: ArgumentHelp(localized("Three capital letters, such as EUR."))) var currency: String
    @Option(help: ArgumentHelp(localized("What is sold."))) var title: String?
    @Option(
        help: ArgumentHelp(
            localized("The affiliate key; else DRAWBRIDGE_SUMUP_KEY, else `affiliateKey` in sumup.json.")))
    var affiliateKey: String?
    @Option(
        help: ArgumentHelp(
            localized("The application of the key; else DRAWBRIDGE_SUMUP_APP, else `appId` in sumup.json.")))
    var appID: String?
    @Option(help: ArgumentHelp(localized("Offer the receipt to this address."))) var receiptEmail: String?
    @Option(help: ArgumentHelp(localized("Offer the receipt to this number, such as +491701234567.")))
    var receiptPhone: String?
    @Option(help: ArgumentHelp(localized("Your name of the payment, at most 128 characters (default: a random one).")))
    var name: String?
    @Option(help: ArgumentHelp(localized("A note, NAME=VALUE; can be repeated."))) var tag: [String] = []
    @Flag(help: ArgumentHelp(localized("Skip the app's success screen."))) var skipSuccessScreen = false
    @Flag(help: ArgumentHelp(localized("Show a QR code even if a program can open the request."))) var code = false
    @Flag(help: ArgumentHelp(localized("Only print the link; open and save nothing."))) var dryRun = false
    @Option(help: ArgumentHelp(localized("Seconds to wait for the answer."))) var wait = 900
    @Option(help: .hidden) var state: String?

    func validate() throws {
        guard 0...86_400 ~= wait else {
            throw ValidationError(localized("The time to wait must be 0 to 86400 seconds."))
        }
    }

    func run() throws {
        let request = try request()
        if dryRun { return Console.say(request.url()) }
        try Asynchronously.run {
            let sumUpPayments = SumUpPayments(in: try Store.ofUser(in: state))
            if !request.amount.currency.isListed {
                Console.say(
                    localized(
                        """
                        SumUp does not list the currency \(request.amount.currency, as: "currency"). Is it the currency of \
                        your account?
                        """))
            }
            guard !code, let program = SumUpApp.ofDesktop.name() else {
                return try await show(request, sumUpPayments)
            }
            try await handOver(request, to: program, sumUpPayments)
        }
    }

    private func request() throws -> SumUpRequest {
        let settings = try SumUpSettings.read(ProcessInfo.processInfo.environment)
        guard let key = affiliateKey ?? settings.affiliateKey else {
            throw ValidationError(
                localized("There is no affiliate key: give --affiliate-key, or set DRAWBRIDGE_SUMUP_KEY."))
        }
        let tags = try tag.map { text in
            let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2 else {
                throw ValidationError(localized("A note is NAME=VALUE: \(String(text.prefix(80)), as: "note")"))
            }
            return SumUpRequest.Tag(halves[0], halves[1])
        }
        let number: String
        switch TypedNumber(amount) {
        case .plain(let plain): number = plain
        case .unclear(let question): throw ValidationError(question.localized)
        }
        do throws(SumUpError) {
            return try SumUpRequest(
                amount: number, currency: currency, affiliateKey: key, appID: appID ?? settings.appID, title: title,
                receiptEmail: receiptEmail, receiptPhone: receiptPhone, foreignID: name,
                skipsSuccessScreen: skipSuccessScreen, tags: tags)
        } catch {
            throw ValidationError(SumUpPayCommand.sentence(for: error))
        }
    }

    /// The sentence about an error, with the names of the options.
    static func sentence(for fault: SumUpError) -> String {
        switch fault {
        case .wrong(let field, let reason): reason.sentence(about: option(for: field))
        case .missing(let field): localized("\(option(for: field), as: "option") is missing.")
        case .duplicate: localized("Two notes of --tag have the same name.")
        case .tooLong: localized("The request is too long for a link.")
        default: fault.description
        }
    }

    private static func option(for field: SumUpField) -> String {
        switch field {
        case .amount, .total: "<amount>"
        case .currency: "<currency>"
        case .affiliateKey: "--affiliate-key"
        case .appID: "--app-id"
        case .title: "--title"
        case .receiptEmail: "--receipt-email"
        case .receiptPhone: "--receipt-phone"
        case .foreignID: "--name"
        case .tag: "--tag"
        default: "“\(field.rawValue)”"
        }
    }

    @MainActor private func handOver(_ request: SumUpRequest, to program: String, _ sumUpPayments: SumUpPayments)
        async throws
    {
        let flow = try await SumUpFlow.handOver(request, in: sumUpPayments) {
            SumUpApp.ofDesktop.open($0.request.url())
        }
        guard flow.attempt.state.isAwaitingAnswer else {
            Console.say(SumUpText.line(ListedCardPayment(flow.attempt)))
            throw ExitCode(1)
        }
        Console.say(localized("Sent to \(program, as: "program"). Waiting for its answer."))
        let end = ContinuousClock.now + .seconds(wait)
        while flow.attempt.state.isAwaitingAnswer, await flow.next(within: end - ContinuousClock.now) != nil {}
        Console.say(SumUpText.line(ListedCardPayment(flow.attempt)))
        if case .succeededUnverified = flow.attempt.state { return }
        if flow.attempt.state.isAwaitingAnswer {
            Console.say(
                localized(
                    """
                    No answer came within \(wait, as: "seconds") s. `drawbridge sumup` shows it if it comes later.
                    """))
        }
        throw ExitCode(1)
    }

    @MainActor private func show(_ request: SumUpRequest, _ sumUpPayments: SumUpPayments) async throws {
        let attempt = try await SumUpFlow.show(request, in: sumUpPayments)
        let link = attempt.request.url()
        for line in QRCode(link)?.lines ?? [] { Console.draw(line) }
        Console.say(link)
        Console.say(
            localized(
                "Scan this QR code with the phone that has SumUp's app. When the payment is over, run one of these:"))
        for end in ["--paid", "--not-paid"] { Console.say("drawbridge sumup resolve \(attempt.foreignID) \(end)") }
        throw ExitCode(WalletError.Kind.unknown.status)
    }
}
