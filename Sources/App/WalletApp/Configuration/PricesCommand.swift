import EthereumWallet
import ArgumentParser
import Bridge
import HeadlessWallet
import Messages

/// `drawbridge prices`: the price source.
struct PricesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prices", abstract: localized("Show what coins are worth, according to a price source."),
        discussion: localized(
            """
            Without a source, the wallet shows no prices and sends no requests for them. A source learns when you use the wallet, and \
            your IP address unless you use a proxy. It is always asked for all coins that the wallet knows, so it does \
            not learn which of them you have. A window of the wallet that is open follows these settings at once.
            """),
        subcommands: [Show.self, On.self, Off.self, Set.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Show which source is asked."))

        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let choice = try ConfigurationFile(config).read().priceSource
            output.say(
                ["address": JSON(choice?.endpoint.url), "currency": JSON(choice?.currency)],
                [choice.map { "\($0.endpoint.url)\t\($0.currency)" } ?? "off"])
        }
    }

    struct On: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Ask CoinGecko for prices."))

        @Option(help: ArgumentHelp(localized("The currency.")))
        var currency = WebPriceSource.Choice.offeredCurrency
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws { try PricesCommand.set(WebPriceSource.Choice.offered, currency, in: config) }
    }

    struct Off: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Turn prices off."))

        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws { try PricesCommand.set(nil, "", in: config) }
    }

    struct Set: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Ask another source for prices."))

        @Argument(help: ArgumentHelp(localized("The address of a server with the interface of CoinGecko.")))
        var address: String
        @Option(help: ArgumentHelp(localized("The currency.")))
        var currency = WebPriceSource.Choice.offeredCurrency
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws { try PricesCommand.set(address, currency, in: config) }
    }

    private static func set(_ address: String?, _ currency: String, in config: String?) throws {
        let file = ConfigurationFile(config)
        var settings = try file.read()
        settings.priceSource = try address.map { address throws(WalletError) in
            try WebPriceSource.Choice(address, currency: currency)
        }
        try file.write(settings)
        if config == nil { TerminalClient.reloadWindow() }
    }
}
