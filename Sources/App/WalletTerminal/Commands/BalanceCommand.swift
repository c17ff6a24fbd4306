import ArgumentParser
import Bridge
import HeadlessWallet
import Messages

/// `drawbridge balance`: what the accounts hold.
struct BalanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: localized("Show what you have."),
        discussion: localized(
            """
            One line for each asset of each account: amount, symbol, network, time of the balance, server, state, \
            “watchOnly” for an account whose keys are in another wallet, the name of the account, “test” for a test \
            network, the unconfirmed amount, which the first one does not include, and the part of the first one that is on \
            non-fungible tokens and is sent only with them. A window of the wallet that is open is asked; without one, the \
            latest balances are shown. Exit status: 2 if the open window is locked.
            """))

    @Flag(help: ArgumentHelp(localized("Ask the servers first; only if a window of the wallet is open.")))
    var refresh = false

    @OptionGroup var options: TerminalOptions

    func run() throws {
        try Asynchronously.run { [refresh, options] in
            let accounts = try await TerminalClient(options: options).perform(Balance(refresh: refresh))
            if accounts.isEmpty { options.noteEmpty() }
            options.say(accounts) { $0.flatMap { account in account.balances.map { Self.line($0, of: account) } } }
        }
    }

    private static func line(_ balance: ListedBalance, of account: ListedAccount) -> String {
        [
            balance.amount ?? "?", balance.known ? balance.symbol : Quotation.of(balance.symbol, limit: 24),
            Quotation.bare(account.network), balance.time ?? "-", balance.source ?? "-", balance.state,
            account.watchOnly ? "watchOnly" : "-", Quotation.bare(account.name), account.test ? "test" : "-",
            balance.unconfirmed ?? "-", balance.inItems ?? "-",
        ].joined(separator: "\t")
    }
}
