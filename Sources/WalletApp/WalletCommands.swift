package import ArgumentParser

/// The commands of the wallet.
package enum WalletCommands {
    /// Those of the program `drawbridge`.
    package static let all: [any ParsableCommand.Type] = [
        OpenCommand.self, PayCommand.self, PaymentsCommand.self, EndpointCommand.self, WalletCommand.self,
        SumUpCommand.self, LinkCommand.self, RegisterCommand.self, UnregisterCommand.self, ReadQRCommand.self,
    ]

    /// Those that the windows of the wallet start their own program with; another program that shows these windows needs
    /// them, too.
    package static let ofWindows: [any ParsableCommand.Type] = [HiddenWalletCommand.self, ReadQRCommand.self]
}

/// `wallet` in a program that is not the wallet itself: its windows start it, people do not.
private struct HiddenWalletCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: WalletCommand.configuration.commandName, abstract: WalletCommand.configuration.abstract,
        shouldDisplay: false, subcommands: WalletCommand.configuration.subcommands)
}
