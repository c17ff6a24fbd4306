package import ArgumentParser
import Bridge
import Messages
import SumUp

/// The commands about payments with SumUp's app that are stored.
package enum SumUpCommands {
    /// The commands.
    package static let all: [any ParsableCommand.Type] = [List.self, Abandon.self, Resolve.self]

    /// The command that runs without a name.
    package static let usual: any ParsableCommand.Type = List.self

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("List the latest payments, newest first."))

        @Option(help: ArgumentHelp(localized("The number of payments."))) var limit = 20
        @Option(help: .hidden) var state: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            try Asynchronously.run {
                let attempts = try await SumUpBook.sumUpPayments(state).recent(limit: limit)
                output.say(
                    .array(attempts.map(SumUpText.json)),
                    attempts.isEmpty ? [localized("No payments yet.")] : attempts.map(SumUpText.line))
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
        @Option(help: .hidden) var state: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            try Asynchronously.run {
                let sumUpPayments = try SumUpBook.sumUpPayments(state)
                let attempt = try await SumUpCommands.attempt(name, sumUpPayments)
                let moved = try await sumUpPayments.move(secret: attempt.secret, .abandoned)
                output.say(SumUpText.json(moved), [SumUpText.line(moved)])
            }
        }
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
        @Option(help: .hidden) var state: String?
        @OptionGroup var output: JSONOption

        func validate() throws {
            guard paid != notPaid else { throw ValidationError(localized("Give --paid or --not-paid.")) }
        }

        func run() throws {
            try Asynchronously.run {
                let sumUpPayments = try SumUpBook.sumUpPayments(state)
                let attempt = try await SumUpCommands.attempt(name, sumUpPayments)
                let moved = try await sumUpPayments.move(secret: attempt.secret, .decided(isPaid: paid))
                output.say(SumUpText.json(moved), [SumUpText.line(moved)])
            }
        }
    }

    /// The attempt among the latest ones whose name is or starts with `name`; `NAME#2` is the second newest of several
    /// with the same name.
    static func attempt(_ name: String, _ sumUpPayments: SumUpPayments) async throws -> SumUpAttempt {
        try choose(name, among: try await sumUpPayments.recent(limit: 1_000))
    }

    /// The attempt that ``attempt(_:_:)`` means, among `recent`, newest first.
    static func choose(_ name: String, among recent: [SumUpAttempt]) throws -> SumUpAttempt {
        let whole = recent.filter { $0.foreignID == name }
        let found = whole.isEmpty ? recent.filter { $0.foreignID.hasPrefix(name) } : whole
        if found.count == 1, !name.isEmpty { return found[0] }
        let shown = VisibleText.of(String(name.prefix(128)))
        let parts = name.split(separator: "#", omittingEmptySubsequences: false)
        if found.isEmpty, parts.count > 1, let number = Int(parts.last ?? ""), number > 0 {
            let start = parts.dropLast().joined(separator: "#")
            let named = recent.filter { $0.foreignID == start }
            guard named.count >= number else { throw missing(shown) }
            return named[number - 1]
        }
        guard !found.isEmpty, !name.isEmpty else { throw missing(shown) }
        let isOneName = Set(found.map(\.foreignID)).count == 1
        throw ValidationError(
            isOneName
                ? localized(
                    """
                    Several payments have this name: \(shown, as: "payment"). Choose one: \(shown, as: "payment")#1 is \
                    the newest.
                    """)
                : localized("Several payments have names that begin with this: \(shown, as: "payment")"))
    }

    private static func missing(_ name: String) -> ValidationError {
        ValidationError(localized("No payment has this name: \(name, as: "payment")"))
    }
}
