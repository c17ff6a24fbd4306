import BitcoinWallet
import ArgumentParser
import EthereumWallet
import Messages
import WalletCore
import Network

/// `drawbridge endpoint`: the servers through which the wallet reaches each chain.
struct EndpointCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoint", abstract: localized("Set, remove or list the servers of chains."),
        discussion: localized(
            """
            A chain is given by its chain ID (1 is Ethereum) or by its coin: BCH, BTC. An EVM chain has one JSON-RPC \
            address: https://, or http:// to this computer. BCH and BTC have Electrum servers: ssl://host:port, or \
            tcp://host:port to this computer, tried in the given order. To trust a self-signed certificate, add its \
            SHA-256 fingerprint: ssl://host:port#AB:CD:…
            """),
        subcommands: [Set.self, Remove.self, List.self], defaultSubcommand: List.self)

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Set the servers of a chain."))

        @Argument(help: ArgumentHelp(localized("The chain ID, or BCH or BTC."))) var chain: String
        @Argument(help: ArgumentHelp(localized("The servers."))) var servers: [String]
        @Option(help: ArgumentHelp(localized("The name of a chain that the wallet does not know."))) var name: String?
        @Option(help: ArgumentHelp(localized("The symbol of that chain's coin."))) var symbol: String?
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?

        func run() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            if let kind = EndpointCommand.coin(chain) {
                settings.set(
                    kind,
                    try servers.map { text in
                        guard let server = LineAddress(text) else {
                            throw ValidationError(
                                localized(
                                    """
                                    A server must be ssl://host:port, or tcp://host:port to this computer: \
                                    \(String(text.prefix(200)), as: "address")
                                    """))
                        }
                        return server
                    })
            } else {
                settings.set(try chainEntry(in: settings), try endpoint())
            }
            try file.write(settings)
        }

        private func chainEntry(in settings: Settings) throws -> Chain {
            guard let id = UInt64(chain), id > 0 else {
                throw ValidationError(
                    localized("The chain must be a chain ID, BCH or BTC: \(String(chain.prefix(80)), as: "chain")"))
            }
            if let known = settings.allChains.first(where: { $0.id == id }) { return known }
            guard let name, let symbol else {
                throw ValidationError(
                    localized("The wallet does not know the chain \(id, as: "chainID"): give --name and --symbol."))
            }
            return Chain(id: id, name: name, symbol: symbol)
        }

        private func endpoint() throws -> Endpoint {
            guard servers.count == 1 else {
                throw ValidationError(localized("This chain takes exactly one address."))
            }
            do throws(NodeError) {
                return try Endpoint(servers[0])
            } catch {
                throw ValidationError(
                    localized(
                        "\(String(servers[0].prefix(200)), as: "address") cannot be used. \(error.sentence, as: "reason")"
                    ))
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Remove the servers of a chain."))

        @Argument(help: ArgumentHelp(localized("The chain ID, or BCH or BTC."))) var chain: String
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?

        func run() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            if let kind = EndpointCommand.coin(chain) {
                guard settings.electrum[kind] != nil else {
                    throw ValidationError(localized("\(chain, as: "currency") has no servers."))
                }
                settings.set(kind, [])
            } else {
                guard let id = UInt64(chain), settings.remove(chain: id) else {
                    throw ValidationError(
                        localized("The chain \(String(chain.prefix(80)), as: "chain") has no address."))
                }
            }
            try file.write(settings)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("List the servers that are set."))

        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?

        func run() throws {
            let settings = try ConfigurationFile(config).read()
            for entry in settings.chains {
                Console.say("\(entry.chain.id)\t\(entry.chain.name)\t\(entry.endpoint.url)")
            }
            for (kind, servers) in settings.electrum.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                for server in servers { Console.say("\(kind.rawValue)\t\(kind.name)\t\(server.text)") }
            }
            if settings.chains.isEmpty, settings.electrum.isEmpty { Console.say(localized("No servers are set.")) }
        }
    }

    /// The coin with Electrum servers that has the name `text`.
    private static func coin(_ text: String) -> AddressKind? {
        [AddressKind.bitcoinCash, .bitcoin].first { $0.rawValue == text.uppercased() }
    }
}
