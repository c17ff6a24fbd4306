import ArgumentParser
import Wallet

/// `drawbridge payments`: what this wallet is to the payment service.
struct PaymentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "Set, show or forget how the payment service is asked.",
        subcommands: [Set.self, Show.self, Forget.self], defaultSubcommand: Show.self)

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Set how the payment service is asked.")

        @Option(help: "The app id (project id) that you got from the service.") var appID: String?
        @Option(help: "The key that you got from the service, where you have no app id.") var apiKey: String?
        @Option(help: "The address of its interface, where it is another than the usual one.") var gateway: String?
        @Option(
            name: .customLong("form"),
            help:
                "A further origin where its forms for personal details are, such as https://forms.example. Can be repeated."
        )
        var forms: [String] = []
        @Option(help: "The file to change, in place of the usual one.") var config: String?

        func validate() throws {
            guard appID != nil || apiKey != nil || gateway != nil || !forms.isEmpty else {
                throw ValidationError("Give --app-id, --api-key, --gateway or --form.")
            }
            guard forms.count <= PaymentSettings.mostForms else {
                throw ValidationError("Give at most \(PaymentSettings.mostForms) origins of forms.")
            }
            for form in forms where PaymentSettings.form(form) == nil {
                throw ValidationError(
                    "--form takes an origin with https and without a path, such as https://forms.example: \(form.prefix(200))"
                )
            }
        }

        func run() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            if let appID { settings.payments.appID = appID }
            if let apiKey { settings.payments.apiKey = apiKey }
            if let gateway { settings.payments.gateway = gateway }
            if !forms.isEmpty { settings.payments.forms = forms.compactMap(PaymentSettings.form) }
            try file.write(settings)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show how the payment service is asked.")

        @Option(help: "The file to read, in place of the usual one.") var config: String?

        func run() throws {
            let payments = try ConfigurationFile(config).read().payments
            Console.say("gateway\t\(payments.gateway ?? "the usual one")")
            Console.say("app id\t\(payments.appID ?? "not set")")
            for form in payments.forms { Console.say("forms\t\(form)") }
            // A bystander shall not read it.
            Console.say("api key\t\(payments.apiKey == nil ? "not set" : "set")")
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Forget all of it.")

        @Option(help: "The file to change, in place of the usual one.") var config: String?

        func run() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            settings.payments = PaymentSettings()
            try file.write(settings)
        }
    }
}
