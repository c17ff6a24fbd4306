import ArgumentParser
import WalletTerminal
import WalletWindow

/// The development tools.
struct DrawbridgeDev: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawbridge-dev",
        abstract: "A wallet for tests of web pages, a demo, and simulated chains and payment services.",
        version: AppIdentity.release,
        subcommands: [
            TestCommand.self, DemoCommand.self, ChainCommand.self, PayGatewayCommand.self, SimulateSumUpCommand.self,
        ] + WalletCommands.ofWindows)
}
