import ArgumentParser
import HeadlessWallet
import Messages

/// `drawbridge payments`: this wallet's settings for the payment service.
struct PaymentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: localized("Set, show or remove the settings of the payment service."),
        subcommands: [Set.self, Show.self, Forget.self], defaultSubcommand: Show.self)

    struct Set: SettingCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Change the settings of the payment service."))

        @Option(help: ArgumentHelp(localized("The app ID (project ID) that you got from the service.")))
        var appID: String?
        @Option(help: ArgumentHelp(localized("The API key that you got from the service, if you have no app ID.")))
        var apiKey: String?
        @Option(help: ArgumentHelp(localized("The address of its API, instead of the default one.")))
        var gateway: String?
        @Option(
            name: .customLong("form"),
            help: ArgumentHelp(
                localized(
                    "Another origin of its forms for personal details, such as https://forms.example. Can be repeated."
                )))
        var forms: [String] = []
        @Option(
            name: .customLong("remove-form"),
            help: ArgumentHelp(localized("An origin whose forms are not shown any more. Can be repeated.")))
        var removed: [String] = []
        @Flag(
            inversion: .prefixedEnableDisable,
            help: ArgumentHelp(localized("Whether payment links open in the wallet.")))
        var links: Bool?
        @OptionGroup var settings: SettingsToChange

        var change: SetPaymentService {
            SetPaymentService(
                appID: appID, apiKey: apiKey, gateway: gateway, opensLinks: links, forms: forms, removedForms: removed)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show the settings of the payment service."))

        @OptionGroup var settings: SettingsToRead

        func run() throws {
            try settings.say(ShowPaymentService()) { service in
                [
                    "\(localized("gateway"))\t\(service.gateway ?? localized("default"))",
                    "\(localized("app ID"))\t\(service.appId ?? localized("not set"))",
                ] + service.forms.map { "\(localized("forms"))\t\($0)" } + [
                    "\(localized("links"))\t\(service.links ? localized("open") : localized("not opened"))",
                    // The key is secret, so it is not printed.
                    "\(localized("api key"))\t\(service.apiKey ? localized("set") : localized("not set"))",
                ]
            }
        }
    }

    struct Forget: SettingCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove the settings of the payment service."))

        @OptionGroup var settings: SettingsToChange

        var change: ForgetPaymentService { ForgetPaymentService() }
    }
}
