import Bitcoin
import BitcoinWallet
import ArgumentParser
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletCore

/// `drawbridge endpoint`: the servers through which the wallet reaches each chain.
struct EndpointCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoint", abstract: localized("Set, remove or list the servers of chains."),
        discussion: localized(
            """
            A chain is given by its chain ID (1 is Ethereum) or by its coin: BCH, BTC. The test networks of Bitcoin are \
            testnet4, signet and regtest, those of Bitcoin Cash are chipnet and cashRegtest. EVM chains have JSON-RPC \
            addresses: https://, or http:// to this computer or an onion service. The others have Electrum servers: \
            ssl://host:port, or tcp://host:port to this computer or an onion service. Onion services need a SOCKS5 \
            proxy. They are tried in the given order. To trust a self-signed certificate, add its \
            SHA-256 fingerprint: ssl://host:port#AB:CD:… or https://host/#AB:CD:…
            """),
        subcommands: [Set.self, Remove.self, List.self, EndpointCheck.self], defaultSubcommand: List.self)

    struct Set: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Set the servers of a chain."))

        @Argument(help: ArgumentHelp(localized("The chain ID, BCH, BTC, or a test network."))) var chain: String
        @Argument(help: ArgumentHelp(localized("The servers."))) var servers: [String]
        @Option(help: ArgumentHelp(localized("The name of a chain that the wallet does not know."))) var name: String?
        @Option(help: ArgumentHelp(localized("The symbol of that chain's coin."))) var symbol: String?
        @Option(
            help: ArgumentHelp(
                localized("How to reach them: direct, or the address of a proxy; otherwise like all servers.")))
        var through: String?
        @Flag(help: ArgumentHelp(localized("That chain is a test network, whose coins have no value."))) var test =
            false
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            let route = try route()
            if let utxoChain = UTXOChain(anyCase: chain) {
                settings.set(
                    utxoChain,
                    try servers.map { text in
                        guard let server = LineAddress(text) else {
                            throw ValidationError(
                                localized(
                                    """
                                    A server must be ssl://host:port, or tcp://host:port to this computer or an .onion address: \
                                    \(String(text.prefix(200)), as: "address")
                                    """))
                        }
                        return server.reached(by: route)
                    })
            } else {
                let chain = try chainEntry(in: settings)
                let endpoints = try endpoints()
                settings.set(chain, endpoints[0], alternatives: Array(endpoints.dropFirst()))
            }
            try file.write(settings)
            if config == nil { TerminalClient.reloadWindow() }
        }

        private func route() throws -> ServerRoute {
            guard let through else { return .usual }
            guard let route = ServerRoute(through) else {
                throw ValidationError(
                    localized(
                        """
                        --through must be direct, socks5://host:port or http://host:port: \
                        \(String(through.prefix(200)), as: "address")
                        """))
            }
            return route
        }

        private func chainEntry(in settings: Settings) throws -> Chain {
            guard let id = UInt64(chain), id > 0 else {
                throw ValidationError(
                    localized(
                        """
                        The chain must be a chain ID, BCH, BTC, or a test network such as testnet4: \
                        \(String(chain.prefix(80)), as: "chain")
                        """))
            }
            if let known = settings.allChains.first(where: { $0.id == id }) {
                guard test, !known.isWellKnown else { return known }
                return Chain(id: id, name: known.name, symbol: known.symbol, isTest: true)
            }
            guard let name, let symbol else {
                throw ValidationError(
                    localized("The wallet does not know the chain \(id, as: "chainID"): give --name and --symbol."))
            }
            return Chain(id: id, name: name, symbol: symbol, isTest: test)
        }

        /// The addresses of nodes, at least one.
        private func endpoints() throws -> [Endpoint] {
            guard 1...Settings.mostAlternatives + 1 ~= servers.count else {
                throw ValidationError(
                    localized("A chain takes at most \(Settings.mostAlternatives + 1, as: "count") addresses."))
            }
            return try servers.map { address in
                let route = try route()
                do throws(NodeError) {
                    var endpoint = try Endpoint(text: address)
                    endpoint.route = route
                    return endpoint
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

    struct Remove: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Remove the servers of a chain."))

        @Argument(help: ArgumentHelp(localized("The chain ID, BCH, BTC, or a test network."))) var chain: String
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            if let utxoChain = UTXOChain(anyCase: chain) {
                guard settings.electrum[utxoChain] != nil else {
                    throw ValidationError(localized("\(chain, as: "currency") has no servers."))
                }
                settings.set(utxoChain, [])
            } else {
                guard let id = UInt64(chain), settings.remove(chain: id) else {
                    throw ValidationError(
                        localized("The chain \(String(chain.prefix(80)), as: "chain") has no address."))
                }
            }
            try file.write(settings)
            if config == nil { TerminalClient.reloadWindow() }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("List the servers that are set."))

        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let settings = try ConfigurationFile(config).read()
            var (rows, lines): ([JSON], [String]) = ([], [])
            func add(
                _ chain: String, _ name: String, _ address: String, _ route: ServerRoute, isTest: Bool, _ mark: String
            ) {
                rows.append([
                    "chain": .string(chain), "name": .string(name), "address": .string(address),
                    "through": JSON(route.text), "test": .bool(isTest),
                ])
                lines.append("\(chain)\t\(name)\t\(address)\(mark)" + (route.text.map { "\t\($0)" } ?? ""))
            }
            for entry in settings.chains {
                for endpoint in [entry.endpoint] + entry.alternatives {
                    // The name of a built-in test network says it already.
                    let mark = entry.chain.isTest && !entry.chain.isWellKnown ? "\ttest" : ""
                    add(
                        "\(entry.chain.id)", entry.chain.name, endpoint.text, endpoint.route,
                        isTest: entry.chain.isTest,
                        mark)
                }
            }
            for (utxoChain, servers) in settings.electrum.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                for server in servers {
                    add(
                        utxoChain.rawValue, utxoChain.name, server.text, server.route, isTest: utxoChain.isTest, "")
                }
            }
            output.say(.array(rows), lines.isEmpty ? [localized("No servers are set.")] : lines)
        }
    }
}
