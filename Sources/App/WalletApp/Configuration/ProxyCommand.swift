import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import Network

/// `drawbridge proxy`: the proxy of all connections.
struct ProxyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy", abstract: localized("Set, remove or show the proxy of all connections."),
        discussion: localized(
            """
            The wallet and its pages make all their connections through the proxy: socks5://host:port, such as \
            Tor’s socks5://127.0.0.1:9050, or http://host:port. The proxy looks up the names of servers. If it cannot be \
            reached, there is no connection. Servers on this computer are reached without it. Open windows of the \
            wallet use another proxy at once.
            """),
        subcommands: [Show.self, Set.self, Remove.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Show the proxy."))

        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let address = try ConfigurationFile(config).read().proxy.address
            output.say(["address": JSON(address)], [address ?? localized("No proxy is set.")])
        }
    }

    struct Set: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Set the proxy."))

        @Argument(help: ArgumentHelp(localized("The address: socks5://host:port or http://host:port.")))
        var address: String
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func validate() throws {
            guard Proxy(address) == nil else { return }
            throw ValidationError(
                localized(
                    """
                    The proxy must be socks5://host:port or http://host:port, without a name and password: \
                    \(String(address.prefix(200)), as: "address")
                    """))
        }

        func set() throws {
            guard let proxy = Proxy(address) else { return }
            let file = ConfigurationFile(config)
            var settings = try file.read()
            settings.proxy = proxy
            try file.write(settings)
        }
    }

    struct Remove: SettingCommand {
        static let configuration = CommandConfiguration(commandName: "none", abstract: localized("Remove the proxy."))

        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            settings.proxy = .none
            try file.write(settings)
        }
    }
}
