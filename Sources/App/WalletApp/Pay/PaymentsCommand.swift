import ArgumentParser
import Bridge
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

        @Option(help: ArgumentHelp(localized("The app id (project id) that you got from the service.")))
        var appID: String?
        @Option(help: ArgumentHelp(localized("The API key that you got from the service, if you have no app id.")))
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
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func validate() throws {
            guard appID != nil || apiKey != nil || gateway != nil || links != nil || !(forms + removed).isEmpty
            else {
                throw ValidationError(localized("Give at least one setting."))
            }
            guard forms.count <= PaymentSettings.mostForms else {
                throw ValidationError(
                    localized(
                        "Give at most \(PaymentSettings.mostForms, as: "count") origin of forms.",
                        plural: "Give at most \(PaymentSettings.mostForms, as: "count") origins of forms.",
                        count: PaymentSettings.mostForms))
            }
            for form in forms where PaymentSettings.form(form) == nil {
                throw ValidationError(
                    localized(
                        """
                        --form takes an origin with https and without a path, such as https://forms.example: \
                        \(String(form.prefix(200)), as: "address")
                        """))
            }
        }

        func set() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            if let appID { settings.payments.appID = appID }
            if let apiKey { settings.payments.apiKey = apiKey }
            if let gateway { settings.payments.gateway = gateway }
            if !forms.isEmpty { settings.payments.forms = forms.compactMap(PaymentSettings.form) }
            let unwanted = removed.compactMap(PaymentSettings.form)
            settings.payments.forms.removeAll(where: unwanted.contains)
            if let links { settings.payments.opensLinks = links }
            try file.write(settings)
            TerminalClient.reloadWindow()
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show the settings of the payment service."))

        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let payments = try ConfigurationFile(config).read().payments
            if output.json {
                let json: JSON = [
                    "gateway": JSON(payments.gateway), "appId": JSON(payments.appID),
                    "apiKey": .bool(payments.apiKey != nil), "forms": .array(payments.forms.map { .string($0) }),
                    "links": .bool(payments.opensLinks),
                ]
                return Console.say(json.text)
            }
            Console.say("\(localized("gateway"))\t\(payments.gateway ?? localized("default"))")
            Console.say("\(localized("app id"))\t\(payments.appID ?? localized("not set"))")
            for form in payments.forms { Console.say("\(localized("forms"))\t\(form)") }
            Console.say("\(localized("links"))\t\(payments.opensLinks ? localized("open") : localized("not opened"))")
            // The key is secret, so it is not printed.
            Console.say("\(localized("api key"))\t\(payments.apiKey == nil ? localized("not set") : localized("set"))")
        }
    }

    struct Forget: SettingCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove the settings of the payment service."))

        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            settings.payments = PaymentSettings()
            try file.write(settings)
        }
    }
}
