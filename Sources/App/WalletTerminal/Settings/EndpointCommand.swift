import ArgumentParser
import EthereumWallet
import HeadlessWallet
import Messages

/// `drawbridge endpoint`: the servers through which the wallet reaches each chain.
struct EndpointCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoint", abstract: localized("Set, remove or list the servers of chains."),
        discussion: localized(
            """
            A chain is given by its chain ID (1 is Ethereum), its name (such as Base), or its coin: BCH, BTC. The test networks \
            of Bitcoin are testnet4, signet and regtest, those of Bitcoin Cash are chipnet and cashRegtest. EVM chains have \
            JSON-RPC addresses: https://, or http:// to this computer or an onion service. The others have Electrum servers: \
            ssl://host:port, or tcp://host:port to this computer or an onion service. Onion services need a SOCKS5 proxy. They \
            are tried in the given order. To trust a self-signed certificate, add its SHA-256 fingerprint: \
            ssl://host:port#AB:CD:… or https://host/#AB:CD:…
            """),
        subcommands: [Set.self, Remove.self, List.self, EndpointCheck.self], defaultSubcommand: List.self)

    struct Set: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Set the servers of a chain."))

        @Argument(help: ArgumentHelp(localized("The chain ID or name, BCH, BTC, or a test network."))) var chain: String
        @Argument(help: ArgumentHelp(localized("The servers."))) var servers: [String]
        @Option(help: ArgumentHelp(localized("The name of a chain that the wallet does not know."))) var name: String?
        @Option(help: ArgumentHelp(localized("The symbol of that chain's coin."))) var symbol: String?
        @Option(
            help: ArgumentHelp(
                localized("How to reach them: direct, or the address of a proxy; otherwise like all servers.")))
        var through: String?
        @Flag(help: ArgumentHelp(localized("That chain is a test network, whose coins have no value."))) var test =
            false
        @OptionGroup var settings: SettingsToChange

        var change: SetServers {
            SetServers(chain, servers, named: name, symbol: symbol, through: through, isTest: test)
        }
    }

    struct Remove: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Remove the servers of a chain."))

        @Argument(help: ArgumentHelp(localized("The chain ID or name, BCH, BTC, or a test network."))) var chain: String
        @OptionGroup var settings: SettingsToChange

        var change: RemoveServers { RemoveServers(chain) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("List the servers that are set."))

        @OptionGroup var settings: SettingsToRead

        func run() throws {
            try settings.say(ListServers()) { servers in
                servers.isEmpty ? [localized("No servers are set.")] : servers.map(Self.line)
            }
        }

        private static func line(_ server: ListedServer) -> String {
            let id = UInt64(server.chain)
            // The name of a built-in test network says it already.
            let isMarked = server.test && id != nil && !Chain.wellKnown.contains { $0.id == id }
            return [server.chain, server.name, server.address, isMarked ? "test" : nil, server.through]
                .compactMap(\.self).joined(separator: "\t")
        }
    }
}
