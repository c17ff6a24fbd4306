import ArgumentParser
import Glibc

/// The program.
struct Drawbridge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawbridge",
        abstract: "A wallet window for web pages, and a wallet for tests of web pages.",
        version: version,
        subcommands: [
            OpenCommand.self, DemoCommand.self, PayCommand.self, PaymentsCommand.self, PayGatewayCommand.self,
            TestCommand.self, EndpointCommand.self, WalletCommand.self, SumUpCommand.self, SimulateSumUpCommand.self,
            LinkCommand.self, RegisterCommand.self, UnregisterCommand.self, ReadQRCommand.self,
        ])

    static let version = "0.1.0"

    /// Ends the program as `error` wants: help and version as they are, a wrong use in one line with exit status 64.
    static func leave(with error: any Error) -> Never {
        let status = exitCode(for: error)
        if status == .success || error is ExitCode { exit(withError: error) }
        let message = self.message(for: error).split(separator: "\n").first ?? "wrong usage"
        Console.complain("\(message)")
        Glibc.exit(status == .validationFailure ? 64 : status.rawValue)
    }
}
