import ArgumentParser
import HeadlessWallet
import Messages

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

        @OptionGroup var settings: SettingsToRead

        func run() throws { try settings.say(ShowProxy()) { [$0.address ?? localized("No proxy is set.")] } }
    }

    struct Set: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Set the proxy."))

        @Argument(help: ArgumentHelp(localized("The address: socks5://host:port or http://host:port.")))
        var address: String
        @OptionGroup var settings: SettingsToChange

        var change: SetProxy { SetProxy(address) }
    }

    struct Remove: SettingCommand {
        static let configuration = CommandConfiguration(commandName: "none", abstract: localized("Remove the proxy."))

        @OptionGroup var settings: SettingsToChange

        var change: SetProxy { SetProxy(nil) }
    }
}
