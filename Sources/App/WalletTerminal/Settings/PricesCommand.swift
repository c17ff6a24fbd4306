import ArgumentParser
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

        @OptionGroup var settings: SettingsToRead

        func run() throws {
            try settings.say(ShowPrices()) { prices in
                [prices.address.map { "\($0)\t\(prices.currency ?? "")" } ?? "off"]
            }
        }
    }

    struct On: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Ask CoinGecko for prices."))

        @Option(help: ArgumentHelp(localized("The currency.")))
        var currency = PriceSourceChoice.offeredCurrency
        @OptionGroup var settings: SettingsToChange

        var change: SetPrices { SetPrices(PriceSourceChoice.offered, currency: currency) }
    }

    struct Off: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Turn prices off."))

        @OptionGroup var settings: SettingsToChange

        var change: SetPrices { SetPrices(nil) }
    }

    struct Set: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Ask another source for prices."))

        @Argument(help: ArgumentHelp(localized("The address of a server with the interface of CoinGecko.")))
        var address: String
        @Option(help: ArgumentHelp(localized("The currency.")))
        var currency = PriceSourceChoice.offeredCurrency
        @OptionGroup var settings: SettingsToChange

        var change: SetPrices { SetPrices(address, currency: currency) }
    }
}
