import ArgumentParser
import Bridge
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
            try TerminalClient.run { [self] in
                let members: JSONObject = ["paths": .array(paths.map(JSON.string)), "add": .bool(add)]
                guard let answer = try TerminalClient(options: options).ask("find", members) else {
                    throw WalletAppError(
                        .locked, localized("No window of the wallet is open to search. Run `drawbridge`."))
                }
                if options.json {
                    Console.say(answer.text)
                } else {
                    for account in answer["accounts"]?.array ?? [] { Console.say(Self.line(account)) }
                }
                guard let problem = answer["problem"]?.string else { return }
                throw WalletAppError(
                    .failed, localized("The search could not be completed. \(problem, as: "reason")"))
            }
        }

        private static func line(_ account: JSON) -> String {
            let facts = ["network", "path", "address"].map { Quotation.bare(account[$0]?.string) }
            let count = account["transactions"]?.number?.integer ?? 0
            let first = account["balances"]?.array?.first
            let balance = [first?["amount"], first?["symbol"]].compactMap { $0?.string }.map { Quotation.bare($0) }
            let isAdded = account["added"]?.bool == true
            return (facts + ["\(count)", balance.joined(separator: " "), isAdded ? "added" : "-"])
                .joined(separator: "\t")
        }
    }
}
