import Ethereum
import ArgumentParser
import Bridge
import EthereumWallet
import Messages
import Store
import WalletCore
import WalletMethods

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
            try TerminalClient.run { [options] in
                let client = TerminalClient(options: options)
                let tokens =
                    try client.ask("tokens") ?? .array(try client.store().tokens.load().map(TokensCommand.json))
                if options.json { return Console.say(tokens.text) }
                for token in tokens.array ?? [] { Console.say(TokensCommand.line(token)) }
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

        func run() throws { try TokensCommand.change("add", contract, network, options) }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Remove a token that was added."))

        @Argument(help: ArgumentHelp(localized("The address of the contract."))) var contract: String
        @Option(help: ArgumentHelp(localized("The chain ID or the name of the network."))) var network = "1"
        @OptionGroup var options: TerminalOptions

        func run() throws { try TokensCommand.change("remove", contract, network, options) }
    }

    private static func change(
        _ action: String, _ contract: String, _ network: String, _ options: TerminalOptions
    ) throws {
        try TerminalClient.run {
            let client = TerminalClient(options: options)
            let members: JSONObject = [
                "action": .string(action), "contract": .string(contract), "network": .string(network),
            ]
            if let token = try client.ask("token", members) {
                if action == "add" { return Console.say(options.json ? token.text : line(token)) }
                return options.sayChanged()
            }
            guard action == "remove" else {
                throw WalletAppError(.locked, localized("Open the wallet’s window to add a token."))
            }
            guard let chain = try ConfigurationFile().read().allChains.first(where: { $0.isNamed(network) }) else {
                throw SiteAction.noNetwork
            }
            let tokens = OwnTokens(chains: ChainBook(), tokens: try TokenBook(keptBy: client.store().tokens))
            do throws(RPCError) {
                try await tokens.remove(contract, on: chain.id)
            } catch {
                throw WalletAppError(error)
            }
            options.sayChanged()
        }
    }

    /// A token as JSON.
    static func json(_ added: AddedToken) -> JSON {
        var members: JSONObject = [
            "chainId": .string("\(added.token.chainID)"), "contract": .string(added.token.address.description),
            "symbol": .string(added.token.symbol), "decimals": .number(JSONNumber(added.token.decimals)),
        ]
        if let site = added.site { members["site"] = .string(site) }
        return .object(members)
    }

    private static func line(_ token: JSON) -> String {
        [
            token["chainId"]?.string, token["contract"]?.string, token["symbol"]?.string,
            token["decimals"]?.number?.integer.map { "\($0)" }, token["site"]?.string,
        ].map(Quotation.bare).joined(separator: "\t")
    }
}

/// Adds and removes tokens, for a command of the terminal.
@MainActor struct TokenAnswers {
    let services: WalletServices

    /// Adds or removes a token.
    func change(_ request: JSON) async throws(WalletAppError) -> JSON {
        let (contract, network) = (request["contract"]?.string ?? "", request["network"]?.string ?? "")
        guard let chain = services.chains.chains.first(where: { $0.isNamed(network) }) else {
            throw SiteAction.noNetwork
        }
        do throws(RPCError) {
            guard request["action"] == "add" else {
                try await services.ownTokens.remove(contract, on: chain.id)
                await services.holdings.refresh()
                return [:]
            }
            let offer = try await services.ownTokens.find(contract, on: chain)
            guard !offer.isNamesake else {
                throw RPCError(
                    .failed,
                    sentence: localizable(
                        "This is not the token that you know by this symbol. Add it in the window if you want it."))
            }
            await services.ownTokens.add(offer)
            await services.holdings.refresh()
            return TokensCommand.json(AddedToken(offer.token))
        } catch {
            throw WalletAppError(error)
        }
    }
}
