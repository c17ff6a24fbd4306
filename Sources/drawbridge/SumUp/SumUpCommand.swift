import ArgumentParser
import Payments

/// `drawbridge sumup …`: payments with SumUp's app, asked for by hand.
struct SumUpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sumup", abstract: "Take a payment with SumUp's app, and see what became of those before.",
        subcommands: [SumUpPayCommand.self, List.self, Abandon.self, Resolve.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the latest payments, newest first.")

        @Option(help: "How many.") var limit = 20
        @Option(help: .hidden) var state: String?

        func run() throws {
            try Asynchronously.run {
                let attempts = try await SumUpBook.till(state).recent(limit: limit)
                for attempt in attempts { Console.say(SumUpWords.line(attempt)) }
                if attempts.isEmpty { Console.say("There are none.") }
            }
        }
    }

    struct Abandon: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give up a payment that was not answered.")

        @Argument(help: "The payment's name, as the list has it, or how it begins.") var name: String
        @Option(help: .hidden) var state: String?

        func run() throws {
            try Asynchronously.run {
                let till = try SumUpBook.till(state)
                let attempt = try await SumUpCommand.attempt(name, till)
                Console.say(SumUpWords.line(try await till.move(secret: attempt.secret, .abandoned)))
            }
        }
    }

    struct Resolve: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say how a payment ended, after a look into the SumUp account.")

        @Argument(help: "The payment's name, as the list has it, or how it begins.") var name: String
        @Flag(help: "It was paid.") var paid = false
        @Flag(help: "It was not paid.") var notPaid = false
        @Option(help: .hidden) var state: String?

        func validate() throws {
            guard paid != notPaid else { throw ValidationError("Say --paid or --not-paid.") }
        }

        func run() throws {
            try Asynchronously.run {
                let till = try SumUpBook.till(state)
                let attempt = try await SumUpCommand.attempt(name, till)
                Console.say(SumUpWords.line(try await till.move(secret: attempt.secret, .decided(isPaid: paid))))
            }
        }
    }

    /// The one attempt among the latest whose name begins with `name`.
    private static func attempt(_ name: String, _ till: SumUpTill) async throws -> SumUpAttempt {
        let found = try await till.recent(limit: 1_000).filter { $0.foreignID.hasPrefix(name) }
        guard let only = found.first, !name.isEmpty else {
            throw ValidationError("No payment has this name: \(name.prefix(128))")
        }
        guard found.count == 1 else { throw ValidationError("Several payments have this name: \(name.prefix(128))") }
        return only
    }
}
