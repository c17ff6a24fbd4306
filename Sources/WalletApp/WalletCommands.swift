package import ArgumentParser

/// The commands of the wallet.
package enum WalletCommands {
    /// The commands of the program `drawbridge`.
    package static let all: [any ParsableCommand.Type] = [
        OpenCommand.self, BalanceCommand.self, ReceiveCommand.self, SendCommand.self, RaiseCommand.self,
        HistoryCommand.self,
        AccountsCommand.self, PSBTCommand.self, MessageCommand.self, CoinsCommand.self, SweepCommand.self,
        SitesCommand.self,
        ContactsCommand.self, TokensCommand.self,
        ExportHistoryCommand.self, ConnectCommand.self, SessionsCommand.self,
        PayCommand.self, PaymentsCommand.self, EndpointCommand.self, NamesCommand.self, PhishingCommand.self,
        TokenNamesCommand.self, PricesCommand.self, ProxyCommand.self,
        WalletCommand.self,
        SumUpCommand.self, LinkCommand.self, RegisterCommand.self, UnregisterCommand.self, ReadQRCommand.self,
    ]

    /// The command that runs without a name: it opens the wallet.
    package static let usual: any ParsableCommand.Type = OpenCommand.self

    /// The commands that the windows of the wallet run in a new process of their program; another program that shows
    /// these windows needs them too.
    package static let ofWindows: [any ParsableCommand.Type] = [HiddenWalletCommand.self, ReadQRCommand.self]
}

/// `wallet` in a program that is not the wallet itself: only its windows run it, not the user.
private struct HiddenWalletCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: WalletCommand.configuration.commandName, abstract: WalletCommand.configuration.abstract,
        shouldDisplay: false, subcommands: WalletCommand.configuration.subcommands)
}
