package import ArgumentParser
import Bridge
import Glibc
import HeadlessWallet
import Keys
import Messages

/// The start and the end of a program.
package enum CommandLineProgram {
    /// Runs the command that the command line names.
    ///
    /// It is synchronous to the end: GTK's loop runs on the main thread, and Swift's main actor on GTK's loop.
    package static func run(_ root: any ParsableCommand.Type) {
        // This comes first, so that no secret is ever in a process that others can inspect.
        ProcessGuard.harden()
        Console.startLog()
        Console.logMemoryLock()
        do {
            try checkHelp(CommandLine.arguments.dropFirst(), of: root)
            var command = try root.parseAsRoot()
            try command.run()
        } catch {
            leave(with: error, of: root)
        }
    }

    /// Refuses `help` for a command that does not exist, instead of the help of the program.
    private static func checkHelp(_ words: ArraySlice<String>, of root: any ParsableCommand.Type) throws {
        guard words.first == "help" else { return }
        var command = root
        for word in words.dropFirst() where !word.hasPrefix("-") {
            let named = command.configuration.subcommands.first {
                $0._commandName == word || $0.configuration.aliases.contains(word)
            }
            guard let named else {
                throw ValidationError(localized("There is no command \(Quotation.of(word), as: "word")."))
            }
            command = named
        }
    }

    /// Ends the program according to `error`: help and version are printed unchanged, and incorrect usage is reported
    /// in one line with exit status 64.
    package static func leave(with error: any Error, of root: (any ParsableCommand.Type)? = nil) -> Never {
        let root: any ParsableCommand.Type = root ?? NoCommand.self
        let status = root.exitCode(for: error)
        if status == .success || error is ExitCode { root.exit(withError: error) }
        if let fault = error as? WalletError {
            Console.complain(fault.description)
            Glibc.exit(fault.kind.status)
        }
        let message = root.message(for: error).split(separator: "\n").first.map(String.init)
        Console.complain(message ?? localized("The command line is not valid."))
        Glibc.exit(status == .validationFailure ? 64 : status.rawValue)
    }

    /// For errors of a command that is already running, which need no usage message.
    private struct NoCommand: ParsableCommand {}
}
