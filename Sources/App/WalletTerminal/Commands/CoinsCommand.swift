import ArgumentParser
import Bitcoin
import Bridge
import HeadlessWallet
import Messages

/// `drawbridge coins`: the coins (unspent outputs) of the accounts on Bitcoin and Bitcoin Cash.
struct CoinsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coins",
        abstract: localized("List your coins on Bitcoin and Bitcoin Cash, or freeze and label them."),
        subcommands: [List.self, Freeze.self, Unfreeze.self, Label.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the coins, the largest of each account first."),
            discussion: localized(
                """
                One line for each: amount, symbol, network, state, confirmations, coin (TXID:INDEX), address, label. \
                A window of the wallet that is open is asked; without one, the latest stored data is shown.
                """))

        @Option(help: ArgumentHelp(localized("The network: a name or an identifier, such as Bitcoin.")))
        var network: String?

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [options, network] in
                let coins = try await TerminalClient(options: options).perform(ListCoins())
                guard let network else { return options.say(coins) { $0.map(CoinsCommand.line) } }
                let place = AccountReference(network: network)
                guard place.isOfCoins else {
                    throw ValidationError(
                        localized("This is not a network with coins: \(Quotation.of(network), as: "network")"))
                }
                let shown = coins.filter { coin in
                    ChainID(coin.chain).map { place.isMeant($0, named: coin.network) } ?? false
                }
                options.say(shown) { $0.map(CoinsCommand.line) }
            }
        }
    }

    struct Freeze: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Exclude a coin from all payments."))
        @Argument(help: ArgumentHelp(localized("The coin, as TXID:INDEX."))) var coin: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try CoinsCommand.change(coin, .freeze(true), options) }
    }

    struct Unfreeze: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Let payments spend a coin again."))
        @Argument(help: ArgumentHelp(localized("The coin, as TXID:INDEX."))) var coin: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try CoinsCommand.change(coin, .freeze(false), options) }
    }

    struct Label: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Label a coin; an empty label removes it."))
        @Argument(help: ArgumentHelp(localized("The coin, as TXID:INDEX."))) var coin: String
        @Argument(help: ArgumentHelp(localized("The label."))) var label: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try CoinsCommand.change(coin, .label(label), options) }
    }

    /// Changes a coin in the running window, or in the store without one.
    private static func change(_ text: String, _ change: ChangeCoin.Change, _ options: TerminalOptions) throws {
        guard let coin = OutPoint(text) else {
            throw ValidationError(localized("A coin is a transaction ID, a colon and a number, TXID:INDEX."))
        }
        try Asynchronously.run {
            let changed = try await TerminalClient(options: options).perform(ChangeCoin(coin, change))
            options.say(changed) { _ in [] }
        }
    }

    private static func line(_ coin: ListedCoin) -> String {
        [
            coin.amount, coin.symbol, coin.network, coin.state, "\(coin.confirmations)", coin.coin, coin.address,
            coin.label,
        ].map(Quotation.bare).joined(separator: "\t")
    }
}
