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
            A chain is given by its chain ID (1 is Ethereum) or by its coin: BCH, BTC. EVM chains have JSON-RPC \
            addresses: https://, or http:// to this computer or an onion service. BCH and BTC have Electrum servers: \
            ssl://host:port, or tcp://host:port to this computer or an onion service. Onion services need a SOCKS5 \
            proxy. They are tried in the given order. To trust a self-signed certificate, add its \
            SHA-256 fingerprint: ssl://host:port#AB:CD:…
            """),
        subcommands: [Set.self, Remove.self, List.self, Check.self], defaultSubcommand: List.self)

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
                                    A server must be ssl://host:port, or tcp://host:port to this computer or an .onion address: \
                                    \(String(text.prefix(200)), as: "address")
                                    """))
                        }
                        return server
                    })
            } else {
                let chain = try chainEntry(in: settings)
                let endpoints = try endpoints()
                settings.set(chain, endpoints[0], alternatives: Array(endpoints.dropFirst()))
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

        /// The addresses of nodes, at least one.
        private func endpoints() throws -> [Endpoint] {
            guard 1...Settings.mostAlternatives + 1 ~= servers.count else {
                throw ValidationError(
                    localized("A chain takes at most \(Settings.mostAlternatives + 1, as: "count") addresses."))
            }
            return try servers.map { address in
                do throws(NodeError) {
                    return try Endpoint(address)
                } catch {
                    throw ValidationError(
                        localized(
                            """
                            \(String(address.prefix(200)), as: "address") cannot be used. \
                            \(error.sentence, as: "reason")
                            """))
                }
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
                for endpoint in [entry.endpoint] + entry.alternatives {
                    Console.say("\(entry.chain.id)\t\(entry.chain.name)\t\(endpoint.url)")
                }
            }
            for (kind, servers) in settings.electrum.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                for server in servers { Console.say("\(kind.rawValue)\t\(kind.name)\t\(server.text)") }
            }
            if settings.chains.isEmpty, settings.electrum.isEmpty { Console.say(localized("No servers are set.")) }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Ask each node of EVM chains whether it can be used."))

        @Argument(help: ArgumentHelp(localized("The chain ID; without it, all chains."))) var chain: String?
        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?

        func run() throws {
            let settings = try ConfigurationFile(config).read()
            let entries = settings.chains.filter { chain == nil || chain == "\($0.chain.id)" }
            guard !entries.isEmpty else { throw ValidationError(localized("No node of an EVM chain is set.")) }
            let sender = WebClient(trusting: .system, proxy: settings.proxy)
            try Asynchronously.run {
                var areAllUsable = true
                for entry in entries {
                    for endpoint in [entry.endpoint] + entry.alternatives {
                        let health = await NodeHealth.of(JSONRPCNode(endpoint, sender: sender), chainID: entry.chain.id)
                        areAllUsable = areAllUsable && health.isUsable
                        Console.say("\(entry.chain.id)\t\(entry.chain.name)\t\(endpoint.url)\t\(health.text)")
                    }
                }
                if !areAllUsable { throw ExitCode.failure }
            }
        }
    }

    /// The coin with Electrum servers that has the name `text`.
    private static func coin(_ text: String) -> AddressKind? {
        [AddressKind.bitcoinCash, .bitcoin].first { $0.rawValue == text.uppercased() }
    }
}
