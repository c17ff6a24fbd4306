import ArgumentParser
import Bridge
import Messages
import Store
import WalletCore

/// `drawbridge balance`: what the accounts hold.
struct BalanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: localized("Show what you have."),
        discussion: localized(
            """
            One line for each asset of each account: amount, symbol, network, time of the figure, server, state, \
            “watchOnly” for an account whose keys are in another wallet, the name of the account, “test” for a test \
            network, the unconfirmed amount, which the first one does not include, and the part of the first one that is on \
            non-fungible tokens and is sent only with them. A window of the wallet that is open is asked; without one, the \
            latest balances are shown. Exit status: 2 if the open window is locked.
            """))

    @Flag(help: ArgumentHelp(localized("Ask the servers first; only if a window of the wallet is open.")))
    var refresh = false

    @OptionGroup var options: TerminalOptions

    func run() throws {
        try TerminalClient.run { [refresh, options] in
            let accounts = try await Self.accounts(options, refresh: refresh)
            if options.json { return Console.say(accounts.text) }
            if accounts.array?.isEmpty == true { Console.noteNoWallet() }
            for account in accounts.array ?? [] {
                for balance in account["balances"]?.array ?? [] {
                    Console.say(Self.line(balance, of: account))
                }
            }
        }
    }

    /// The accounts, from the running window or the store.
    @MainActor static func accounts(_ options: TerminalOptions, refresh: Bool = false) async throws -> JSON {
        let client = TerminalClient(options: options)
        if let accounts = try client.ask("balance", ["refresh": .bool(refresh)]) { return accounts }
        return .array(try await client.store().figures.load().map(TerminalJSON.account))
    }

    private static func line(_ balance: JSON, of account: JSON) -> String {
        let symbol = balance["symbol"]?.string ?? ""
        let isKnown = balance["known"]?.bool == true
        return [
            balance["amount"]?.string ?? "?", isKnown ? symbol : Quotation.of(symbol, limit: 24),
            Quotation.bare(account["network"]?.string), balance["time"]?.string ?? "-",
            balance["source"]?.string ?? "-", balance["state"]?.string ?? "-",
            account["watchOnly"]?.bool == true ? "watchOnly" : "-", Quotation.bare(account["name"]?.string),
            account["test"]?.bool == true ? "test" : "-", balance["unconfirmed"]?.string ?? "-",
            balance["inItems"]?.string ?? "-",
        ].joined(separator: "\t")
    }
}

extension Quotation {
    /// A text without quotation marks if all of it is visible; in them otherwise.
    static func bare(_ text: String?) -> String {
        guard let text else { return "-" }
        return VisibleText.of(text) == text ? text : of(text)
    }
}
