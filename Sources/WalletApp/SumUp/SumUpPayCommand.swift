import ArgumentParser
import Foundation
import SumUp
import QR
import Desktop

/// `drawbridge sumup pay AMOUNT CURRENCY`: one payment, from the request to what SumUp's app says about it.
struct SumUpPayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Ask SumUp's app for a payment and wait for its answer.",
        discussion: """
            The request goes to the program that opens sumupmerchant: links. Without such a program, it is shown as a \
            QR code for a phone; then no answer comes back, and you record the result with `drawbridge sumup resolve`. \
            Exit status: 0 if the app says that it was paid, which is not verified, 1 otherwise.
            """)

    @Argument(help: "Decimal text with a point, such as 12.50.") var amount: String
    @Argument(help: "Three capital letters, such as EUR.") var currency: String
    @Option(help: "What is sold.") var title: String?
    @Option(help: "The affiliate key; else DRAWBRIDGE_SUMUP_KEY, else `affiliateKey` in sumup.json.")
    var affiliateKey: String?
    @Option(help: "The application of the key; else DRAWBRIDGE_SUMUP_APP, else `appId` in sumup.json.")
    var appID: String?
    @Option(help: "Offer the receipt to this address.") var receiptEmail: String?
    @Option(help: "Offer the receipt to this number, such as +491701234567.") var receiptPhone: String?
    @Option(help: "Your name of the payment, at most 128 characters (default: a random one).") var name: String?
    @Option(help: "A note, NAME=VALUE; can be repeated.") var tag: [String] = []
    @Flag(help: "Skip the app's success screen.") var skipSuccessScreen = false
    @Flag(help: "Show a QR code even if a program can open the request.") var code = false
    @Flag(help: "Only print the link; open and save nothing.") var dryRun = false
    @Option(help: "Seconds to wait for the answer.") var wait = 900
    @Option(help: .hidden) var state: String?

    func validate() throws {
        guard 0...86_400 ~= wait else { throw ValidationError("The time to wait must be 0 to 86400 seconds.") }
    }

    func run() throws {
        let request = try request()
        if dryRun { return Console.say(request.url()) }
        try Asynchronously.run {
            let till = try SumUpBook.till(state)
            if !request.amount.currency.isListed {
                Console.say(
                    "SumUp does not list the currency \(request.amount.currency). Is it the currency of your account?")
            }
            guard !code, let program = Programs.name(for: SumUpBook.appScheme) else {
                return try await show(request, till)
            }
            try await handOver(request, to: program, till)
        }
    }

    private func request() throws -> SumUpRequest {
        let settings = try SumUpSettings.read()
        guard let key = affiliateKey ?? settings.affiliateKey else {
            throw ValidationError("There is no affiliate key: give --affiliate-key, or set DRAWBRIDGE_SUMUP_KEY.")
        }
        let tags = try tag.map { text in
            let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2 else { throw ValidationError("A note is NAME=VALUE: \(text.prefix(80))") }
            return SumUpRequest.Tag(halves[0], halves[1])
        }
        do throws(SumUpError) {
            return try SumUpRequest(
                amount: amount, currency: currency, affiliateKey: key, appID: appID ?? settings.appID, title: title,
                receiptEmail: receiptEmail, receiptPhone: receiptPhone, foreignID: name,
                skipsSuccessScreen: skipSuccessScreen, tags: tags)
        } catch {
            throw ValidationError(SumUpPayCommand.sentence(for: error))
        }
    }

    /// What is wrong, in the names of the options.
    static func sentence(for fault: SumUpError) -> String {
        switch fault {
        case .wrong(let field, let reason): "\(option(for: field)) \(reason.rawValue)."
        case .missing(let field): "\(option(for: field)) is missing."
        case .duplicate: "Two notes of --tag have the same name."
        case .tooLong: "The request is too long for a link."
        default: fault.description
        }
    }

    private static func option(for field: SumUpField) -> String {
        switch field {
        case .amount, .total: "The amount"
        case .currency: "The currency"
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

    @MainActor private func handOver(_ request: SumUpRequest, to program: String, _ till: SumUpPayments) async throws {
        let flow = try await SumUpFlow.handOver(request, in: till) { Programs.open($0.request.url()) }
        guard flow.attempt.state.isAwaitingAnswer else {
            Console.say(SumUpText.line(flow.attempt))
            throw ExitCode(1)
        }
        Console.say("Sent to \(program). Waiting for its answer.")
        let end = ContinuousClock.now + .seconds(wait)
        while flow.attempt.state.isAwaitingAnswer, await flow.next(within: end - ContinuousClock.now) != nil {}
        Console.say(SumUpText.line(flow.attempt))
        if case .succeededUnverified = flow.attempt.state { return }
        if flow.attempt.state.isAwaitingAnswer {
            Console.say("No answer came within \(wait) s. `drawbridge sumup` shows it if it comes later.")
        }
        throw ExitCode(1)
    }

    @MainActor private func show(_ request: SumUpRequest, _ till: SumUpPayments) async throws {
        let attempt = try await SumUpFlow.show(request, in: till)
        let link = attempt.request.url()
        for line in QRCode(link)?.lines ?? [] { Console.say(line) }
        Console.say(link)
        Console.say("Scan this QR code with the phone that has SumUp's app. When the payment is over:")
        Console.say("drawbridge sumup resolve \(attempt.foreignID) --paid     (or --not-paid)")
    }
}
