import ArgumentParser
import Bridge
import HeadlessWallet
import Messages

/// `drawbridge tokens`: the tokens on EVM chains that the user added.
struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: localized("List, add or remove tokens on EVM chains."),
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the tokens that were added: chain ID, contract, symbol, decimals, site."))

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [options] in
                options.say(try await TerminalClient(options: options).perform(ListTokens())) {
                    $0.map(TokensCommand.line)
                }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add a token; its contract tells the symbol and the decimals."),
            discussion: localized("The wallet’s window must be open and unlocked."))

        @Argument(help: ArgumentHelp(localized("The address of the contract."))) var contract: String
        @Option(help: ArgumentHelp(localized("The chain ID or the name of the network."))) var network = "1"
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                let added = try TerminalClient(options: options).ask(
                    AddToken(contract, network: network),
                    else: localized("Open the wallet’s window to add a token."))
                options.say(added) { [TokensCommand.line($0)] }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Remove a token that was added."))

        @Argument(help: ArgumentHelp(localized("The address of the contract."))) var contract: String
        @Option(help: ArgumentHelp(localized("The chain ID or the name of the network."))) var network = "1"
        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [self] in
                _ = try await TerminalClient(options: options).perform(RemoveToken(contract, network: network))
                options.output.sayChanged()
            }
        }
    }

    private static func line(_ token: ListedToken) -> String {
        [token.chainId, token.contract, token.symbol, "\(token.decimals)", token.site].map(Quotation.bare)
            .joined(separator: "\t")
    }
}
