import ArgumentParser
import WalletApp

/// The development tools.
struct DrawbridgeDev: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawbridge-dev",
        abstract: "A wallet for tests of web pages, a demo, and simulated payment services.",
        version: AppIdentity.version,
        subcommands: [
            TestCommand.self, DemoCommand.self, PayGatewayCommand.self, SimulateSumUpCommand.self,
        ] + WalletCommands.ofWindows)
}
