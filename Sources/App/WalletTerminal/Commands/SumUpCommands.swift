package import ArgumentParser
import HeadlessWallet
import Messages

/// The commands about payments with SumUp's app that are stored.
package enum SumUpCommands {
    /// The commands.
    package static let all: [any ParsableCommand.Type] = [List.self, Abandon.self, Resolve.self]

    /// The command that runs without a name.
    package static let usual: any ParsableCommand.Type = List.self

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("List the latest payments, newest first."))

        @Option(help: ArgumentHelp(localized("The number of payments."))) var limit = 20
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try SumUpCommands.run(ListCardPayments(limit: limit), options) { payments in
                payments.isEmpty ? [localized("No payments yet.")] : payments.map(SumUpText.line)
            }
        }
    }

    struct Abandon: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Give up a payment that has no answer."))

        @Argument(
            help: ArgumentHelp(
                localized(
                    "The payment's name as in the list, or its beginning; NAME#2 is the second newest of several.")))
        var name: String
        @OptionGroup var options: TerminalOptions

        func run() throws { try SumUpCommands.run(AbandonCardPayment(name), options) { [SumUpText.line($0)] } }
    }

    struct Resolve: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Set how a payment ended, after checking the SumUp account."))

        @Argument(
            help: ArgumentHelp(
                localized(
                    "The payment's name as in the list, or its beginning; NAME#2 is the second newest of several.")))
        var name: String
        @Flag(help: ArgumentHelp(localized("It was paid."))) var paid = false
        @Flag(help: ArgumentHelp(localized("It was not paid."))) var notPaid = false
        @OptionGroup var options: TerminalOptions

        func validate() throws {
            guard paid != notPaid else { throw ValidationError(localized("Give --paid or --not-paid.")) }
        }

        func run() throws {
            try SumUpCommands.run(ResolveCardPayment(name, isPaid: paid), options) { [SumUpText.line($0)] }
        }
    }

    private static func run<Command: StoredCommand>(
        _ command: Command, _ options: TerminalOptions, _ lines: @escaping @Sendable (Command.Outcome) -> [String]
    ) throws {
        try Asynchronously.run { options.say(try await TerminalClient(options: options).perform(command), lines) }
    }
}
