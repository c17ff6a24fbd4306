package import ArgumentParser

/// The commands that need no window, in the parts of the program's help.
package enum TerminalCommands {
    /// What the accounts have, and payments.
    package static let accounts: [any ParsableCommand.Type] = [
        BalanceCommand.self, ReceiveCommand.self, SendCommand.self, BumpCommand.self, HistoryCommand.self,
        AccountsCommand.self,
    ]

    /// Other things that are done with accounts.
    package static let tools: [any ParsableCommand.Type] = [
        MessageCommand.self, CoinsCommand.self, SweepCommand.self, SitesCommand.self, ContactsCommand.self,
        TokensCommand.self, ExportHistoryCommand.self,
    ]

    /// The connections of WalletConnect.
    package static let sessions: [any ParsableCommand.Type] = [SessionsCommand.self]

    /// Services, servers and lists.
    package static let settings: [any ParsableCommand.Type] = [
        PaymentsCommand.self, EndpointCommand.self, NamesCommand.self, UserListCommand<PhishingWords>.self,
        UserListCommand<TokenNamesWords>.self, PricesCommand.self, ProxyCommand.self,
    ]

    /// Practice with coins without value.
    package static let practice: [any ParsableCommand.Type] = [PractiseCommand.self]
}
