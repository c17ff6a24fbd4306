import ArgumentParser
import Bridge
import HeadlessWallet
import Messages

extension AccountsCommand {
    /// `drawbridge accounts find`: accounts of the recovery phrase that other wallets have used.
    struct Find: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Find accounts of your recovery phrase that other wallets have used."),
            discussion: localized(
                """
                The open window of the wallet asks your servers, which learn the addresses that are searched. One line \
                for each account: network, path, address, transactions, balance, and “added” if the wallet has it. Exit \
                status: 0 if the search was complete, 1 if a network could not be searched, 2 if no window is open or \
                the wallet is locked.
                """))

        @Option(
            name: .customLong("path"),
            help: ArgumentHelp(localized("Another derivation path to search, such as m/44'/0'/5'; can be repeated.")))
        var paths: [String] = []

        @Flag(help: ArgumentHelp(localized("Add what is found to the wallet.")))
        var add = false

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                let found = try TerminalClient(options: options).ask(
                    FindAccounts(paths, adds: add),
                    else: localized("No window of the wallet is open to search. Run `drawbridge`."))
                options.say(found) { $0.accounts.map(Self.line) }
                guard let problem = found.problem else { return }
                throw WalletError(
                    .failed, localized("The search could not be completed. \(problem, as: "reason")"))
            }
        }

        private static func line(_ found: FoundAccount) -> String {
            let (account, finding) = (found.account, found.found)
            let facts = [account.network, finding.path, account.address].map { Quotation.bare($0) }
            let first = account.balances.first
            let balance = [first?.amount, first?.symbol].compactMap(\.self).map { Quotation.bare($0) }
            let rest = ["\(finding.transactions)", balance.joined(separator: " "), finding.added ? "added" : "-"]
            return (facts + rest).joined(separator: "\t")
        }
    }
}
